DROP FUNCTION tables_write;
DROP FUNCTION tables_open;
