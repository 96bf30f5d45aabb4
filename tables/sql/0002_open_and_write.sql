-- What every action does, as functions: a way to the server less, and plans that are kept.

-- Lock a table and tell where it stands. The time is read after the lock is there: in the statement
-- that waits for it the time would be that of its start. Without such a table all is NULL.
CREATE FUNCTION tables_open(
    wanted bigint,
    OUT seq bigint, OUT base_seq bigint, OUT digest bytea, OUT is_house boolean, OUT now_ms bigint
) LANGUAGE plpgsql AS $$
BEGIN
    SELECT s.seq, s.base_seq, s.digest, s.is_house INTO seq, base_seq, digest, is_house
    FROM tables_tablestate s WHERE s.table_id = wanted FOR UPDATE;
    IF FOUND THEN
        now_ms := extract(epoch FROM site_now()) * 1000;
    END IF;
END
$$;

-- Append a change and move the table on to it.
CREATE FUNCTION tables_write(
    changed bigint, number bigint, of_hand bigint, carries_all boolean, input text, chained bytea,
    newest_base bigint, running bigint, why_paused text, due_ms float8
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tables_change (table_id, seq, hand_id, is_base, command, digest)
    VALUES (changed, number, of_hand, carries_all, input, chained);
    UPDATE tables_tablestate SET seq = number, base_seq = newest_base, digest = chained,
        hand_id = running, pause = why_paused, due_at = to_timestamp(due_ms / 1000)
    WHERE table_id = changed;
END
$$;
