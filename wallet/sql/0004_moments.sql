-- Where a moment lies among the entries of an account: the number of its last entry before it.
-- Halving over the numbers, because the times of an account never run backwards.
CREATE FUNCTION wallet_seq_before(account bigint, moment timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
DECLARE
    low bigint := 0;
    high bigint;
    middle bigint;
    earlier boolean;
BEGIN
    SELECT a.seq INTO high FROM wallet_account a WHERE a.id = wallet_seq_before.account;
    WHILE low < high LOOP
        middle := (low + high + 1) / 2;
        SELECT t.created_at < moment INTO earlier
        FROM wallet_entry e JOIN wallet_transfer t ON t.id = e.transfer_id
        WHERE e.account_id = wallet_seq_before.account AND e.seq = middle;
        IF earlier THEN
            low := middle;
        ELSE
            high := middle - 1;
        END IF;
    END LOOP;
    RETURN low;
END
$$;

REVOKE ALL ON FUNCTION wallet_seq_before(bigint, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wallet_seq_before(bigint, timestamptz) TO app;
