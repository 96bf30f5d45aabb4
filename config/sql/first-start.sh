#!/bin/sh
# Runs inside the PostgreSQL container on its first start.
psql -v ON_ERROR_STOP=1 -U postgres -v owner_password="$OWNER_PASSWORD" \
     -v app_password="$APP_PASSWORD" -f /roles.sql
