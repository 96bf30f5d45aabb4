-- The two roles of the site, for a PostgreSQL that is not embedded. Run once as its superuser:
--   psql -v owner_password=… -v app_password=… -f config/sql/roles.sql
-- `owner` owns the database and migrates it; the site itself connects as `app`.
CREATE ROLE owner LOGIN PASSWORD :'owner_password';
CREATE ROLE app LOGIN PASSWORD :'app_password';
CREATE DATABASE madang OWNER owner ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0;
