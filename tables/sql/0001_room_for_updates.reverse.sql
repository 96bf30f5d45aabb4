ALTER TABLE tables_heartbeat RESET (fillfactor);
ALTER TABLE tables_watch RESET (fillfactor);
ALTER TABLE tables_presence RESET (fillfactor);
ALTER TABLE tables_tablefigures RESET (fillfactor);
ALTER TABLE tables_tablestate RESET (fillfactor, autovacuum_vacuum_scale_factor);
