-- The site's clock. Tests, and nobody else, shift it by the one row of site_clock: the role of the
-- site may read that row and not write it.
CREATE TABLE site_clock (
    id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    shift interval NOT NULL
);
REVOKE ALL ON site_clock FROM app;
GRANT SELECT ON site_clock TO app;

-- VOLATILE, and meant for the statement *after* a lock: the time at which the lock was got.
CREATE FUNCTION site_now() RETURNS timestamptz
LANGUAGE sql VOLATILE
AS $$
    SELECT clock_timestamp() + coalesce((SELECT shift FROM public.site_clock), interval '0')
$$;
