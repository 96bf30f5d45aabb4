DROP TRIGGER wallet_staff_act_made ON wallet_staffact;
DROP FUNCTION wallet_staff_act_made();

CREATE OR REPLACE FUNCTION wallet_border() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    LOCK TABLE wallet_entry IN SHARE MODE;
    RETURN coalesce((SELECT max(id) FROM wallet_entry), 0);
END
$$;
CREATE OR REPLACE FUNCTION wallet_take_checkpoint(upto bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
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
    WHERE a.id < 1000 AND upto > coalesce(c.border, 0)
$$;

DROP TABLE wallet_border_given;
