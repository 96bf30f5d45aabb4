-- What the ledger promises, kept for everybody, the owner of the tables too. Every refusal carries
-- the name of a constraint; wallet/errors.py turns that name into an error of the site.

-- Foreign keys that are looked at by the statement itself. (Django would defer them, which queues
-- one event a row until the commit.)
ALTER TABLE wallet_transfer
    ADD CONSTRAINT wallet_transfer_reverses FOREIGN KEY (reverses_id)
        REFERENCES wallet_transfer (id),
    ADD CONSTRAINT wallet_transfer_reverses_grant FOREIGN KEY (reverses_grant_id)
        REFERENCES wallet_grant (id);
ALTER TABLE wallet_entry
    ADD CONSTRAINT wallet_entry_transfer FOREIGN KEY (transfer_id) REFERENCES wallet_transfer (id),
    ADD CONSTRAINT wallet_entry_account FOREIGN KEY (account_id) REFERENCES wallet_account (id);
ALTER TABLE wallet_grant
    ADD CONSTRAINT wallet_grant_policy FOREIGN KEY (policy_id) REFERENCES wallet_policy (id);

-- House accounts have the ids 1 to 4 (see wallet_open_house), all others start here.
ALTER TABLE wallet_account ALTER COLUMN id SET START WITH 1000 RESTART WITH 1000;
-- Every posting gives its accounts a new row version: room for it on the same page keeps it HOT.
ALTER TABLE wallet_account SET (fillfactor = 70);

CREATE FUNCTION wallet_refuse(broken text, said text, facts jsonb DEFAULT '{}') RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    RAISE EXCEPTION USING
        ERRCODE = 'integrity_constraint_violation',
        MESSAGE = said, DETAIL = facts::text, CONSTRAINT = broken, SCHEMA = 'public';
END
$$;

-- Append only -----------------------------------------------------------------------------------

CREATE FUNCTION wallet_append_only() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM wallet_refuse('wallet_append_only',
        format('%s on %s: ledger rows are only ever added', TG_OP, TG_TABLE_NAME));
    RETURN NULL;
END
$$;

CREATE TRIGGER wallet_transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_append_only();
CREATE TRIGGER wallet_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_entry
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_append_only();
CREATE TRIGGER wallet_grant_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_grant
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_append_only();
CREATE TRIGGER wallet_checkpoint_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_append_only();
CREATE TRIGGER wallet_account_stays BEFORE DELETE OR TRUNCATE ON wallet_account
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_append_only();

-- Accounts --------------------------------------------------------------------------------------

CREATE FUNCTION wallet_account_refused() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM wallet_refuse(TG_NAME, format('account %s: refused by %s', NEW.id, TG_NAME),
        jsonb_build_object('account', NEW.id));
    RETURN NULL;
END
$$;

CREATE TRIGGER wallet_account_opens_empty BEFORE INSERT ON wallet_account
    FOR EACH ROW
    WHEN (NEW.balance <> 0 OR NEW.seq <> 0 OR NEW.status <> 'open' OR NEW.closed_at IS NOT NULL
        OR greatest(NEW.opened_at, NEW.moved_at) > site_now() + interval '5 seconds')
    EXECUTE FUNCTION wallet_account_refused();

CREATE TRIGGER wallet_account_identity BEFORE UPDATE ON wallet_account
    FOR EACH ROW
    WHEN ((OLD.id, OLD.kind, OLD.name, OLD.member_id, OLD.link_kind, OLD.link_id, OLD.opened_at)
        IS DISTINCT FROM
        (NEW.id, NEW.kind, NEW.name, NEW.member_id, NEW.link_kind, NEW.link_id, NEW.opened_at))
    EXECUTE FUNCTION wallet_account_refused();

CREATE TRIGGER wallet_account_closed BEFORE UPDATE ON wallet_account
    FOR EACH ROW WHEN (OLD.status = 'closed')
    EXECUTE FUNCTION wallet_account_refused();

-- Entries move balances and nothing else does: the trigger on wallet_entry is the only place from
-- where an UPDATE of these columns reaches the table at a depth above 0.
CREATE TRIGGER wallet_account_moved_by_entry BEFORE UPDATE ON wallet_account
    FOR EACH ROW
    WHEN ((OLD.balance, OLD.seq, OLD.moved_at) IS DISTINCT FROM (NEW.balance, NEW.seq, NEW.moved_at)
        AND pg_trigger_depth() = 0)
    EXECUTE FUNCTION wallet_account_refused();

-- Entries ---------------------------------------------------------------------------------------

-- What the entries of one statement do to one account.
CREATE TYPE wallet_move AS (
    account bigint,
    first bigint,     -- the number of its first new entry, and of its last
    last bigint,
    opening bigint,   -- the balance that the first new entry starts from
    total bigint,
    lowest bigint,    -- the lowest balance_after
    chained boolean,  -- every entry starts where the one before it ended
    spends boolean    -- chips go out for another reason than a correction
);

-- Looks at all entries of a statement at once: transfers complete, balanced and with the fingerprint
-- of what they say (wallet_fingerprint, of the next file), numbers, balances
-- and time chained to the account's row; then moves the accounts on. One UPDATE for all accounts.
-- The transfers of a statement have one time, so that an account's times cannot run backwards.
CREATE FUNCTION wallet_entry_added() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
    bad record;
    moment timestamptz;
    corrections bigint[];
    moves wallet_move[];
    moved integer;
BEGIN
    -- Numbers come from the sequence: none below a border up to which all was summed and audited,
    -- none ahead.
    PERFORM FROM (SELECT min(id) AS first, max(id) AS last FROM added) e
    WHERE e.last > (SELECT last_value FROM wallet_entry_id_seq)
        OR e.first <= (
            SELECT max(k.border) FROM (VALUES (1), (2), (3), (4)) AS house (id)
            CROSS JOIN LATERAL (
                SELECT c.border FROM wallet_checkpoint c
                WHERE c.account_id = house.id ORDER BY c.border DESC LIMIT 1
            ) k
        );
    IF FOUND THEN
        PERFORM wallet_refuse('wallet_entry_id', 'entries are numbered by their sequence');
    END IF;

    SELECT min(t.created_at) INTO moment
    FROM wallet_transfer t WHERE t.id IN (SELECT transfer_id FROM added);
    SELECT e.transfer_id, t.legs, e.found, e.total, t.created_at = moment AND e.total = 0
        AND e.found = t.legs AND e.last = t.legs AS whole INTO bad
    FROM (
        SELECT transfer_id, count(*) AS found, sum(amount) AS total, max(leg) AS last,
            string_agg(account_id || ':' || amount, ',' ORDER BY account_id, amount) AS body
        FROM added GROUP BY transfer_id
    ) e
    LEFT JOIN wallet_transfer t ON t.id = e.transfer_id
    WHERE t.id IS NULL OR e.total <> 0 OR e.found <> t.legs OR e.last <> t.legs
        OR t.created_at <> moment OR t.fingerprint <> wallet_fingerprint(
            t.reason, t.link_kind, t.link_id, t.reverses_id, t.reverses_grant_id, e.body)
    LIMIT 1;
    IF FOUND AND bad.whole THEN
        PERFORM wallet_refuse('wallet_transfer_says',
            format('transfer %s: its fingerprint is not that of its entries', bad.transfer_id),
            jsonb_build_object('transfer', bad.transfer_id));
    ELSIF FOUND THEN
        PERFORM wallet_refuse('wallet_entry_balanced',
            format('transfer %s: %s of %s legs, sum %s',
                bad.transfer_id, bad.found, bad.legs, bad.total),
            jsonb_build_object('transfer', bad.transfer_id, 'legs', bad.legs,
                'found', bad.found, 'sum', bad.total));
    END IF;

    SELECT array_agg(t.id) INTO corrections
    FROM wallet_transfer t
    WHERE t.reason = 'reversal' AND t.id IN (SELECT transfer_id FROM added);
    IF corrections IS NOT NULL THEN
        PERFORM wallet_check_reversal(id) FROM unnest(corrections) AS id;
    END IF;

    WITH numbered AS (
        SELECT e.account_id, e.seq, e.amount, e.balance_after, e.transfer_id,
            lag(e.seq) OVER of_account AS former_seq,
            lag(e.balance_after) OVER of_account AS former_balance
        FROM added e
        WHERE e.seq IS NOT NULL
        WINDOW of_account AS (PARTITION BY e.account_id ORDER BY e.seq)
    ), per_account AS (
        SELECT account_id, min(seq) AS first, max(seq) AS last,
            max(balance_after - amount) FILTER (WHERE former_seq IS NULL) AS opening,
            sum(amount)::bigint AS total, min(balance_after) AS lowest,
            bool_and(former_seq IS NULL
                OR (seq = former_seq + 1 AND balance_after - amount = former_balance)) AS chained,
            bool_or(amount < 0 AND NOT transfer_id = ANY (coalesce(corrections, '{}'))) AS spends
        FROM numbered
        GROUP BY account_id
    )
    SELECT array_agg(ROW(account_id, first, last, opening, total, lowest, chained,
        spends)::wallet_move) INTO moves
    FROM per_account;
    -- No later than the clock, or than an account stands at already because the clock was put back:
    -- all later times of an account follow from this one.
    IF moment > site_now() + interval '5 seconds' AND NOT EXISTS (
        SELECT FROM unnest(moves) m JOIN wallet_account a ON a.id = m.account
        WHERE a.moved_at >= moment
    ) THEN
        PERFORM wallet_refuse('wallet_transfer_time', format('transfers of the future: %s', moment),
            jsonb_build_object('time', moment));
    END IF;
    IF moves IS NULL THEN  -- between house accounts
        RETURN NULL;
    END IF;

    UPDATE wallet_account a
    SET balance = a.balance + m.total, seq = m.last, moved_at = moment
    FROM unnest(moves) m
    WHERE a.id = m.account AND a.seq = m.first - 1 AND a.balance = m.opening
        AND m.chained AND m.lowest >= 0 AND a.moved_at <= moment AND a.status <> 'closed'
        AND NOT (a.status = 'frozen' AND m.spends);
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved = cardinality(moves) THEN
        RETURN NULL;
    END IF;

    SELECT m.account, m.lowest, m.opening, m.spends, m.chained, a.balance, a.status,
        a.seq = m.first - 1 AND a.balance = m.opening AND a.moved_at <= moment AS continues INTO bad
    FROM unnest(moves) m LEFT JOIN wallet_account a ON a.id = m.account
    WHERE a.id IS NULL OR a.seq <> m.last
    ORDER BY a.status = 'closed' DESC, a.status = 'frozen' DESC, m.account
    LIMIT 1;
    IF bad.status = 'closed' THEN
        PERFORM wallet_refuse('wallet_account_closed', format('account %s is closed', bad.account),
            jsonb_build_object('account', bad.account));
    ELSIF bad.status = 'frozen' AND bad.spends THEN
        PERFORM wallet_refuse('wallet_account_frozen', format('account %s is frozen', bad.account),
            jsonb_build_object('account', bad.account));
    ELSIF bad.continues AND bad.chained AND bad.lowest < 0 THEN
        PERFORM wallet_refuse('wallet_account_not_negative',
            format('account %s: %s chips short', bad.account, -bad.lowest),
            jsonb_build_object('account', bad.account, 'balance', bad.balance,
                'short', -bad.lowest));
    END IF;
    PERFORM wallet_refuse('wallet_entry_chain',
        format('account %s: an entry does not continue its row', bad.account),
        jsonb_build_object('account', bad.account));
    RETURN NULL;
END
$$;

-- A correction is the exact opposite of the transfer that it names, or takes back exactly the
-- grant that it names; never both ways for the same chips. Its accounts are locked by the caller.
CREATE FUNCTION wallet_check_reversal(correction bigint) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
    this wallet_transfer;
    given wallet_grant;
BEGIN
    SELECT * INTO this FROM wallet_transfer WHERE id = correction;
    IF this.reverses_id IS NOT NULL THEN
        PERFORM FROM (
            SELECT account_id, amount FROM wallet_entry WHERE transfer_id = this.id
            UNION ALL
            SELECT account_id, amount FROM wallet_entry WHERE transfer_id = this.reverses_id
        ) both_sides
        GROUP BY account_id HAVING sum(amount) <> 0;
        IF FOUND THEN
            PERFORM wallet_refuse('wallet_reversal_exact',
                format('transfer %s is not the opposite of %s', this.id, this.reverses_id));
        END IF;
        PERFORM FROM wallet_grant g JOIN wallet_transfer t ON t.reverses_grant_id = g.id
        WHERE g.transfer_id = this.reverses_id;
    ELSE
        SELECT * INTO given FROM wallet_grant WHERE id = this.reverses_grant_id;
        PERFORM FROM (
            SELECT account_id, amount FROM wallet_entry WHERE transfer_id = this.id
            UNION ALL
            SELECT account_id, amount FROM wallet_entry
            WHERE transfer_id = given.transfer_id AND leg = given.leg
            UNION ALL  -- the source of a grant is the first leg of its transfer
            SELECT account_id, -given.amount FROM wallet_entry
            WHERE transfer_id = given.transfer_id AND leg = 1
        ) both_sides
        GROUP BY account_id HAVING sum(amount) <> 0;
        IF FOUND THEN
            PERFORM wallet_refuse('wallet_reversal_exact',
                format('transfer %s is not the opposite of grant %s', this.id, given.id));
        END IF;
        PERFORM FROM wallet_transfer WHERE reverses_id = given.transfer_id;
    END IF;
    IF FOUND THEN
        PERFORM wallet_refuse('wallet_transfer_reversed_once',
            format('transfer %s: these chips were taken back before', this.id));
    END IF;
END
$$;

CREATE TRIGGER wallet_entry_added AFTER INSERT ON wallet_entry
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_entry_added();

-- A transfer without entries is caught at the commit; with entries it is complete (see above).
CREATE FUNCTION wallet_transfer_posted() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM FROM wallet_entry WHERE transfer_id = NEW.id LIMIT 1;
    IF NOT FOUND THEN
        PERFORM wallet_refuse('wallet_transfer_posted',
            format('transfer %s has no entries', NEW.id), jsonb_build_object('transfer', NEW.id));
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER wallet_transfer_posted AFTER INSERT ON wallet_transfer
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION wallet_transfer_posted();

-- Grants ----------------------------------------------------------------------------------------

-- A grant row points at the entry that paid it: to that member's wallet, with that amount, for the
-- reason that is its policy's kind, and after the first leg, which is the source's.
CREATE FUNCTION wallet_grant_added() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
    bad record;
BEGIN
    SELECT g.id INTO bad
    FROM added g
    LEFT JOIN wallet_entry e ON e.transfer_id = g.transfer_id AND e.leg = g.leg
    LEFT JOIN wallet_account a ON a.id = e.account_id AND a.kind = 'member'
    LEFT JOIN wallet_transfer t ON t.id = g.transfer_id
    LEFT JOIN wallet_policy p ON p.id = g.policy_id
    WHERE e.amount IS DISTINCT FROM g.amount OR a.member_id IS DISTINCT FROM g.member_id
        OR t.reason IS DISTINCT FROM p.kind OR g.leg < 2
    LIMIT 1;
    IF FOUND THEN
        PERFORM wallet_refuse('wallet_grant_paid',
            format('grant %s: no entry pays it', bad.id), jsonb_build_object('grant', bad.id));
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER wallet_grant_added AFTER INSERT ON wallet_grant
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_grant_added();

-- Checkpoints -----------------------------------------------------------------------------------

-- A checkpoint says what the one before it and the entries between their borders say. Its border is
-- an entry's, and beyond the former one.
CREATE FUNCTION wallet_checkpoint_added() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
    former wallet_checkpoint;
    total numeric;
BEGIN
    SELECT * INTO former FROM wallet_checkpoint k
    WHERE k.account_id = NEW.account_id AND k.id <> NEW.id ORDER BY k.border DESC LIMIT 1;
    SELECT coalesce(former.balance, 0) + coalesce(sum(e.amount), 0) INTO total
    FROM wallet_entry e
    WHERE e.account_id = NEW.account_id AND e.seq IS NULL
        AND e.id > coalesce(former.border, 0) AND e.id <= NEW.border;
    IF NEW.balance <> total OR NEW.border <= coalesce(former.border, 0)
        OR NEW.border > coalesce((SELECT max(e.id) FROM wallet_entry e), 0)
        OR NOT EXISTS (
            SELECT FROM wallet_account a WHERE a.id = NEW.account_id AND a.kind = 'house'
        )
    THEN
        PERFORM wallet_refuse('wallet_checkpoint_true',
            format('account %s: no checkpoint of %s at entry %s',
                NEW.account_id, NEW.balance, NEW.border),
            jsonb_build_object('account', NEW.account_id, 'border', NEW.border,
                'balance', NEW.balance, 'sum', total));
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER wallet_checkpoint_added AFTER INSERT ON wallet_checkpoint
    FOR EACH ROW EXECUTE FUNCTION wallet_checkpoint_added();
