DROP FUNCTION site_now();
DROP TABLE site_clock;
