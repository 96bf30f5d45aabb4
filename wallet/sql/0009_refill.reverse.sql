-- As 0005_supply made it.
CREATE OR REPLACE FUNCTION wallet_refill(
    policy bigint, period text, first bigint, last bigint, seen_since date
) RETURNS TABLE (members bigint, chips bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    rule wallet_policy;
    due wallet_gift[];
BEGIN
    SELECT * INTO rule FROM wallet_policy p WHERE p.id = wallet_refill.policy AND p.active;

    PERFORM FROM wallet_account a JOIN wallet_visit v ON v.member_id = a.member_id
    WHERE a.kind = 'member' AND a.member_id BETWEEN first AND last AND v.seen_on >= seen_since
        AND (  -- as a subquery: always the unique index, row by row
            SELECT g.id FROM wallet_grant g WHERE g.policy_id = rule.id
                AND g.period = wallet_refill.period AND g.member_id = a.member_id
        ) IS NULL
    ORDER BY a.id FOR NO KEY UPDATE OF a;
    IF rule.id IS NULL OR NOT FOUND THEN
        RETURN QUERY SELECT 0::bigint, 0::bigint;
        RETURN;
    END IF;

    -- Under the lock: who was paid meanwhile is left out, and the balance stands still.
    SELECT array_agg(ROW(w.id, w.member_id, w.gift)::wallet_gift ORDER BY w.id) INTO due
    FROM (
        SELECT a.id, a.member_id, CASE WHEN rule.floor IS NULL THEN rule.amount
            ELSE greatest(rule.floor - a.balance, 0) END AS gift
        FROM wallet_account a JOIN wallet_visit v ON v.member_id = a.member_id
        WHERE a.kind = 'member' AND a.member_id BETWEEN first AND last AND v.seen_on >= seen_since
            AND (
                SELECT g.id FROM wallet_grant g WHERE g.policy_id = rule.id
                    AND g.period = wallet_refill.period AND g.member_id = a.member_id
            ) IS NULL
    ) w
    WHERE w.gift > 0;
    IF due IS NOT NULL THEN
        PERFORM wallet_pay(
            rule.id, wallet_refill.period, 'refill', 1, due, NULL, '', '');
    END IF;
    RETURN QUERY SELECT count(*), coalesce(sum(d.amount), 0)::bigint FROM unnest(due) d;
END
$$;
