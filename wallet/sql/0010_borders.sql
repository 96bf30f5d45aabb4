-- Borders that were really given: a checkpoint is taken at no other, so that nobody can leave an
-- entry out of it that was being written at that moment.

-- One row a border. Unlogged: after a crash the next checkpoint asks for a new one.
CREATE UNLOGGED TABLE wallet_border_given (
    border bigint PRIMARY KEY,
    xact xid8 NOT NULL
);
REVOKE ALL ON wallet_border_given FROM PUBLIC, app;

-- As in 0003, and noted.
CREATE OR REPLACE FUNCTION wallet_border() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    newest bigint;
BEGIN
    LOCK TABLE wallet_entry IN SHARE MODE;
    newest := coalesce((SELECT max(id) FROM wallet_entry), 0);
    INSERT INTO wallet_border_given (border, xact) VALUES (newest, pg_current_xact_id())
    ON CONFLICT (border) DO NOTHING;
    RETURN newest;
END
$$;

-- As in 0003, at a border that wallet_border gave in an earlier transaction; older ones are let go.
CREATE OR REPLACE FUNCTION wallet_take_checkpoint(upto bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM FROM wallet_border_given g
    WHERE g.border = upto AND g.xact <> pg_current_xact_id();
    IF NOT FOUND THEN
        PERFORM wallet_refuse('wallet_checkpoint_true',
            format('entry %s: no border that was given in an earlier transaction', upto),
            jsonb_build_object('border', upto));
    END IF;
    INSERT INTO wallet_checkpoint (account_id, border, balance, taken_at)
    SELECT a.id, upto, coalesce(c.balance, 0) + coalesce(s.total, 0), site_now()
    FROM wallet_account a
    LEFT JOIN LATERAL (
        SELECT k.balance, k.border FROM wallet_checkpoint k
        WHERE k.account_id = a.id ORDER BY k.border DESC LIMIT 1
    ) c ON true
    LEFT JOIN LATERAL (
        SELECT sum(e.amount) AS total FROM wallet_entry e
        WHERE e.account_id = a.id AND e.seq IS NULL
            AND e.id > coalesce(c.border, 0) AND e.id <= upto
    ) s ON true
    WHERE a.id < 1000 AND upto > coalesce(c.border, 0);
    DELETE FROM wallet_border_given g WHERE g.border < upto;
END
$$;

-- The log of staff grows by its function alone, for the owner of the table too.
CREATE FUNCTION wallet_staff_act_made() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
    callers text;
BEGIN
    GET DIAGNOSTICS callers = PG_CONTEXT;
    IF callers NOT LIKE '%SQL function "wallet_staff_act" statement%' THEN
        PERFORM wallet_refuse('wallet_append_only', 'an act of staff is written by wallet_staff_act');
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER wallet_staff_act_made BEFORE INSERT ON wallet_staffact
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_staff_act_made();
