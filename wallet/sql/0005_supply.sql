-- Free chips for many members at once.

-- Locks accounts by id, for a service that must look before it posts. What it posts may touch no
-- other cached account: locks are taken in one order.
CREATE FUNCTION wallet_lock(accounts bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM FROM wallet_account a
    WHERE a.id = ANY (wallet_lock.accounts) ORDER BY a.id FOR NO KEY UPDATE;
END
$$;

-- The daily refill of the members with ids first to last who were seen since a day: the policy's
-- amount, or what is missing to its floor. One transfer; who has a grant for the period is left out.
CREATE FUNCTION wallet_refill(
    policy bigint, period text, first bigint, last bigint, seen_since date
) RETURNS TABLE (members bigint, chips bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    rule wallet_policy;
    due bigint[];
    gifts bigint[];
BEGIN
    SELECT * INTO rule FROM wallet_policy p WHERE p.id = wallet_refill.policy AND p.active;

    SELECT array_agg(a.id ORDER BY a.id) INTO due
    FROM wallet_account a JOIN wallet_visit v ON v.member_id = a.member_id
    WHERE a.kind = 'member' AND a.member_id BETWEEN first AND last
        AND v.seen_on >= seen_since AND NOT EXISTS (
            SELECT FROM wallet_grant g WHERE g.policy_id = rule.id
                AND g.period = wallet_refill.period AND g.member_id = a.member_id
        );
    IF rule.id IS NULL OR due IS NULL THEN
        RETURN QUERY SELECT 0::bigint, 0::bigint;
        RETURN;
    END IF;

    PERFORM wallet_lock(due);
    SELECT array_agg(
        CASE WHEN rule.floor IS NULL THEN rule.amount ELSE greatest(rule.floor - a.balance, 0) END
        ORDER BY a.id
    ) INTO gifts
    FROM wallet_account a WHERE a.id = ANY (due);

    RETURN QUERY
    SELECT count(*), coalesce(sum(g.amount), 0)::bigint
    FROM wallet_grant(rule.id, wallet_refill.period, 'refill', 1, due, gifts) g;
END
$$;

REVOKE ALL ON FUNCTION wallet_lock(bigint[]), wallet_refill(bigint, text, bigint, bigint, date)
    FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wallet_lock(bigint[]), wallet_refill(bigint, text, bigint, bigint, date)
    TO app;
