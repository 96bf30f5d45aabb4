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

DO $$
DECLARE
    relation pg_class;
    filled boolean;
BEGIN
    FOR relation IN SELECT * FROM baseline.tables() LOOP
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', relation.relname) INTO filled;
        IF filled THEN
            EXECUTE format('CREATE TABLE baseline.%1$I AS SELECT %2$s FROM public.%1$I',
                           relation.relname, baseline.columns(relation.oid));
        END IF;
    END LOOP;
END $$;

-- DELETE is quicker than TRUNCATE for the few rows of a test, and waits for nobody who reads.
CREATE FUNCTION baseline.restore() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    relation pg_class;
    columns text;
BEGIN
    FOR relation IN SELECT * FROM baseline.tables() LOOP
        IF pg_relation_size(relation.oid) > 8 * 1024 * 1024 THEN
            EXECUTE format('TRUNCATE public.%I CASCADE', relation.relname);
        ELSE
            EXECUTE format('DELETE FROM public.%I', relation.relname);
        END IF;
    END LOOP;
    FOR relation IN SELECT * FROM baseline.tables() LOOP
        IF to_regclass(format('baseline.%I', relation.relname)) IS NOT NULL THEN
            columns := baseline.columns(relation.oid);
            EXECUTE format('INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE '
                           'SELECT %2$s FROM baseline.%1$I', relation.relname, columns);
        END IF;
    END LOOP;
END $$;
