-- What the migrations left, kept beside the tables, and the way back to it.
GRANT SET ON PARAMETER session_replication_role TO owner;
CREATE SCHEMA baseline AUTHORIZATION owner;
SET ROLE owner;

CREATE FUNCTION baseline.tables() RETURNS SETOF pg_class LANGUAGE sql AS $$
    SELECT * FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
$$;

-- The columns that can be inserted: all but generated ones.
CREATE FUNCTION baseline.columns(relation oid) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = relation AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
$$;

-- Writes `baseline.restore()` with every table by its name, so that a session plans it once.
-- DELETE is quicker than TRUNCATE for the few rows of a test, and waits for nobody who reads;
-- tables that hold what they held are left alone.
DO $write$
DECLARE
    relation pg_class;
    filled boolean;
    empty text := '';
    fill text := '';
BEGIN
    FOR relation IN SELECT * FROM baseline.tables() ORDER BY relname LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', relation.relname) INTO filled;
        IF filled THEN
            EXECUTE format('CREATE TABLE baseline.%1$I AS SELECT %2$s FROM public.%1$I',
                           relation.relname, baseline.columns(relation.oid));
            fill := fill || format($body$
    IF (SELECT count(*) FROM public.%1$I) <> (SELECT count(*) FROM baseline.%1$I) OR EXISTS (
        SELECT ROW(%2$s)::text FROM public.%1$I
        EXCEPT ALL SELECT ROW(%2$s)::text FROM baseline.%1$I
    ) THEN
        DELETE FROM public.%1$I;
        INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM baseline.%1$I;
    END IF;
$body$, relation.relname, baseline.columns(relation.oid));
        ELSE
            empty := empty || format($body$
    IF pg_relation_size(%2$s) > 1024 * 1024 THEN
        TRUNCATE public.%1$I CASCADE;
    ELSE
        DELETE FROM public.%1$I;
    END IF;
$body$, relation.relname, relation.oid);
        END IF;
    END LOOP;
    EXECUTE format(
        'CREATE FUNCTION baseline.restore() RETURNS void LANGUAGE plpgsql AS %L',
        'BEGIN' || empty || fill || 'END'
    );
END $write$;

-- Nobody else writes until the end of the transaction: for a site that runs meanwhile. The order
-- is that of the site itself, so that those who are at work come to an end first.
CREATE FUNCTION baseline.hold() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    relation pg_class;
BEGIN
    FOR relation IN SELECT * FROM baseline.tables()
        ORDER BY relname <> 'tables_tablestate', relname <> 'wallet_account', relname
    LOOP
        EXECUTE format('LOCK TABLE public.%I IN EXCLUSIVE MODE', relation.relname);
    END LOOP;
END $$;
