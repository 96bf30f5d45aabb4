-- The log of what staff do: written by one function, in the transaction of the act, and never
-- changed or taken out by anybody.

CREATE TRIGGER wallet_staff_act_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_staffact
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_append_only();

CREATE FUNCTION wallet_staff_act(
    actor bigint, act text, kind text, object bigint, called text, reason text, change jsonb
) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
    INSERT INTO wallet_staffact
        (actor_id, act, kind, object_id, object_text, reason, change, made_at)
    VALUES (actor, act, kind, object, left(called, 120), trim(reason), change, site_now())
    RETURNING id
$$;

REVOKE ALL ON wallet_staffact FROM PUBLIC, app;
GRANT SELECT ON wallet_staffact TO app;
REVOKE ALL ON SEQUENCE wallet_staffact_id_seq FROM PUBLIC, app;
REVOKE ALL ON FUNCTION
    wallet_staff_act(bigint, text, text, bigint, text, text, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
    wallet_staff_act(bigint, text, text, bigint, text, text, jsonb) TO app;
