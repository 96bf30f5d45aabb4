-- Rows that are rewritten all the time leave room on their page, so that an update stays there.
ALTER TABLE tables_tablestate SET (fillfactor = 20, autovacuum_vacuum_scale_factor = 0.5);
ALTER TABLE tables_tablefigures SET (fillfactor = 50);
ALTER TABLE tables_presence SET (fillfactor = 50);
ALTER TABLE tables_watch SET (fillfactor = 50);
ALTER TABLE tables_heartbeat SET (fillfactor = 50);
