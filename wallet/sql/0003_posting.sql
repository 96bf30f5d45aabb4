-- The only ways in for the role of the site.

CREATE TYPE wallet_draft AS (
    key text,
    reason text,
    actor bigint,
    link_kind text,
    link_id text,
    reverses bigint,
    reverses_grant bigint
);
CREATE TYPE wallet_leg AS (draft integer, account bigint, amount bigint);

-- The last transaction in which each connection posted. A row, because whatever else lasts as long as
-- a transaction (settings, sequences) the caller can reset; taken back with a savepoint. Outlives no
-- crash and need not.
CREATE UNLOGGED TABLE wallet_posted (
    pid integer PRIMARY KEY,
    xact xid8 NOT NULL
) WITH (fillfactor = 20);
REVOKE ALL ON wallet_posted FROM PUBLIC, app;

-- What a draft says, in the order of its accounts: the same words give the same key's fingerprint.
-- Quoted, so that no two drafts can say the same by where their words end.
-- The actor is left out: a clock that repeats what a member began says the same.
CREATE FUNCTION wallet_fingerprint(
    reason text, link_kind text, link_id text, reverses bigint, reverses_grant bigint, body text
) RETURNS bytea
LANGUAGE sql IMMUTABLE
AS $$
    SELECT sha256(convert_to(quote_literal(reason) || '|' || quote_literal(link_kind)
        || '|' || quote_literal(link_id) || '|' || coalesce(reverses, 0)::text || '|' || coalesce(reverses_grant, 0)::text
        || '|' || coalesce(body, ''), 'UTF8'))
$$;

-- The drafts as they will stand in wallet_transfer; `n` counts them from 1.
CREATE FUNCTION wallet_bodies(transfers wallet_draft[], parts wallet_leg[])
RETURNS TABLE (n bigint, key text, legs bigint, fingerprint bytea)
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
    SELECT d.n, d.key, coalesce(b.legs, 0),
        wallet_fingerprint(d.reason, d.link_kind, d.link_id, d.reverses, d.reverses_grant, b.body)
    FROM unnest(transfers) WITH ORDINALITY
        AS d (key, reason, actor, link_kind, link_id, reverses, reverses_grant, n)
    LEFT JOIN (
        SELECT draft, count(*) AS legs,
            string_agg(account || ':' || amount, ',' ORDER BY account, amount) AS body
        FROM unnest(parts) GROUP BY draft
    ) b ON b.draft = d.n
$$;

-- Posts any number of transfers and closes the escrows that they empty.
-- Locks the cached accounts by id, once, before it reads them; a transaction posts once, so nobody
-- ever waits for an account while holding another out of order. A known key posts nothing and
-- returns its transfer.
CREATE FUNCTION wallet_post(transfers wallet_draft[], legs wallet_leg[], closes bigint[] DEFAULT '{}')
RETURNS TABLE (draft integer, transfer bigint, fresh boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    wanted bigint[];
    locked integer;
    moment timestamptz;
    ids bigint[];
    keys text[];
    bad record;
BEGIN
    INSERT INTO wallet_posted AS p (pid, xact) VALUES (pg_backend_pid(), pg_current_xact_id())
    ON CONFLICT (pid) DO UPDATE SET xact = EXCLUDED.xact WHERE p.xact <> EXCLUDED.xact;
    IF NOT FOUND THEN
        PERFORM wallet_refuse('wallet_posts_once', 'a transaction posts once');
    END IF;

    PERFORM FROM unnest(wallet_post.legs) l
    WHERE l.draft IS NULL OR l.draft NOT BETWEEN 1 AND cardinality(wallet_post.transfers);
    IF FOUND THEN
        PERFORM wallet_refuse('wallet_leg_draft', 'a leg of no draft');
    END IF;

    SELECT coalesce(array_agg(id), '{}') INTO wanted FROM (
        SELECT account AS id FROM unnest(wallet_post.legs) WHERE account >= 1000
        UNION
        SELECT unnest(wallet_post.closes)
    ) a;
    PERFORM FROM wallet_account a WHERE a.id = ANY (wanted) ORDER BY a.id FOR NO KEY UPDATE;
    GET DIAGNOSTICS locked = ROW_COUNT;
    IF locked <> cardinality(wanted) THEN
        PERFORM wallet_refuse('wallet_entry_account', 'an account does not exist');
    END IF;

    -- After the lock: the time of an account's entries never runs backwards.
    SELECT greatest(site_now(), max(a.moved_at)) INTO moment
    FROM wallet_account a WHERE a.id = ANY (wanted);

    WITH added AS (
        INSERT INTO wallet_transfer (key, reason, actor_id, link_kind, link_id, reverses_id,
            reverses_grant_id, legs, fingerprint, created_at)
        SELECT d.key, d.reason, d.actor, d.link_kind, d.link_id, d.reverses,
            d.reverses_grant, b.legs, b.fingerprint, moment
        FROM unnest(wallet_post.transfers) WITH ORDINALITY
            AS d (key, reason, actor, link_kind, link_id, reverses, reverses_grant, n)
        JOIN wallet_bodies(wallet_post.transfers, wallet_post.legs) b ON b.n = d.n
        ORDER BY d.key
        ON CONFLICT (key) DO NOTHING
        RETURNING id, key
    )
    SELECT coalesce(array_agg(a.id), '{}'), coalesce(array_agg(a.key), '{}') INTO ids, keys
    FROM added a;

    IF cardinality(ids) < cardinality(wallet_post.transfers) THEN
        SELECT b.key INTO bad
        FROM wallet_bodies(wallet_post.transfers, wallet_post.legs) b
        JOIN wallet_transfer t ON t.key = b.key
        WHERE t.fingerprint <> b.fingerprint
        LIMIT 1;
        IF FOUND THEN
            PERFORM wallet_refuse('wallet_transfer_fingerprint',
                format('the key %s stands for another transfer', bad.key),
                jsonb_build_object('key', bad.key));
        END IF;
        SELECT d.key INTO bad FROM unnest(wallet_post.transfers) d
        GROUP BY d.key HAVING count(*) > 1 LIMIT 1;
        IF FOUND THEN
            PERFORM wallet_refuse('wallet_transfer_fingerprint',
                format('the key %s twice in one call', bad.key),
                jsonb_build_object('key', bad.key));
        END IF;
    END IF;

    INSERT INTO wallet_entry (transfer_id, leg, account_id, amount, seq, balance_after)
    SELECT t.id, l.leg, l.account, l.amount,
        a.seq + row_number() OVER of_account,
        (a.balance + sum(l.amount) OVER of_account)::bigint
    FROM (
        SELECT draft, account, amount, row_number() OVER (PARTITION BY draft ORDER BY n) AS leg
        FROM unnest(wallet_post.legs) WITH ORDINALITY AS raw (draft, account, amount, n)
    ) l
    JOIN unnest(wallet_post.transfers) WITH ORDINALITY
        AS d (key, reason, actor, link_kind, link_id, reverses, reverses_grant, n) ON d.n = l.draft
    JOIN unnest(ids, keys) AS t (id, key) ON t.key = d.key
    LEFT JOIN wallet_account a ON a.id = l.account
    WINDOW of_account AS (PARTITION BY l.account ORDER BY l.draft, l.leg)
    ORDER BY l.draft, l.leg;

    IF cardinality(wallet_post.closes) > 0 THEN
        UPDATE wallet_account a SET status = 'closed', closed_at = moment
        WHERE a.id = ANY (wallet_post.closes) AND a.status <> 'closed';
    END IF;

    RETURN QUERY
    SELECT d.n::integer, t.id, t.id = ANY (ids)
    FROM unnest(wallet_post.transfers) WITH ORDINALITY
        AS d (key, reason, actor, link_kind, link_id, reverses, reverses_grant, n)
    JOIN wallet_transfer t ON t.key = d.key
    ORDER BY d.n;
END
$$;

-- Opens a member's wallet (once: the same id again), an escrow or a campaign's account.
CREATE FUNCTION wallet_open(kind text, name text, member bigint, link_kind text, link_id text)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    opened bigint;
BEGIN
    IF wallet_open.kind NOT IN ('member', 'escrow', 'campaign') THEN
        PERFORM wallet_refuse('wallet_account_house_ids',
            format('no account of kind %s can be opened', wallet_open.kind));
    END IF;
    INSERT INTO wallet_account AS a (kind, name, member_id, link_kind, link_id, status, balance,
        seq, opened_at, moved_at)
    SELECT wallet_open.kind, wallet_open.name, wallet_open.member, wallet_open.link_kind,
        wallet_open.link_id, 'open', 0, 0, now, now
    FROM site_now() AS now
    ON CONFLICT (member_id) WHERE a.kind = 'member' DO NOTHING
    RETURNING a.id INTO opened;
    IF opened IS NULL THEN
        SELECT a.id INTO opened FROM wallet_account a
        WHERE a.kind = 'member' AND a.member_id = wallet_open.member;
    END IF;
    RETURN opened;
END
$$;

-- The house's four accounts, which have no cached balance. Asking twice changes nothing.
CREATE FUNCTION wallet_open_house() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
    INSERT INTO wallet_account (id, kind, name, link_kind, link_id, status, opened_at, moved_at)
    SELECT id, 'house', name, '', '', 'open', site_now(), site_now()
    FROM (VALUES (1, 'mint'), (2, 'bank'), (3, 'rake'), (4, 'bots')) AS house (id, name)
    ON CONFLICT (id) DO NOTHING
$$;

-- Freezes an account or opens it again. Chips come in either way.
CREATE FUNCTION wallet_set_status(account bigint, status text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF wallet_set_status.status NOT IN ('open', 'frozen') THEN
        PERFORM wallet_refuse('wallet_account_status', 'an account is set to open or frozen');
    END IF;
    UPDATE wallet_account a SET status = wallet_set_status.status
    WHERE a.id = wallet_set_status.account AND a.status <> wallet_set_status.status;
END
$$;

-- A member's wallet, and what a policy gives it.
CREATE TYPE wallet_gift AS (account bigint, member bigint, amount bigint);

-- Posts gifts in one transfer (leg 1 is the source's, then a leg a member) and writes their grant
-- rows. For the functions below, which have locked the wallets and left out who had the grant: the
-- unique index is what refuses if they should err.
CREATE FUNCTION wallet_pay(
    policy bigint, period text, reason text, source bigint, gifts wallet_gift[], actor bigint,
    link_kind text, link_id text
) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    legs wallet_leg[];
    paid bigint;
BEGIN
    SELECT ROW(1, source, -sum(g.amount))::wallet_leg
        || array_agg(ROW(1, g.account, g.amount)::wallet_leg ORDER BY g.n) INTO legs
    FROM unnest(gifts) WITH ORDINALITY AS g (account, member, amount, n);

    SELECT p.transfer INTO paid FROM wallet_post(
        ARRAY[ROW(concat_ws(':', 'grant', wallet_pay.policy, wallet_pay.period, gen_random_uuid()),
            wallet_pay.reason, wallet_pay.actor, wallet_pay.link_kind, wallet_pay.link_id,
            NULL, NULL)::wallet_draft],
        legs) p;

    INSERT INTO wallet_grant (policy_id, period, member_id, amount, transfer_id, leg)
    SELECT wallet_pay.policy, wallet_pay.period, g.member, g.amount, paid, g.n + 1
    FROM unnest(gifts) WITH ORDINALITY AS g (account, member, amount, n)
    ORDER BY g.n;
END
$$;

-- Pays a policy's chips for a period to those accounts of `accounts` that have not had them yet.
-- Locks the accounts by id first, so nobody else grants to them meanwhile. Returns who was paid.
CREATE FUNCTION wallet_grant(
    policy bigint, period text, reason text, source bigint, accounts bigint[], amounts bigint[],
    actor bigint DEFAULT NULL, link_kind text DEFAULT '', link_id text DEFAULT ''
) RETURNS TABLE (member bigint, amount bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    due wallet_gift[];
BEGIN
    PERFORM FROM wallet_account a
    WHERE a.id = ANY (wallet_grant.accounts) ORDER BY a.id FOR NO KEY UPDATE;

    SELECT array_agg(ROW(a.id, a.member_id, w.amount)::wallet_gift ORDER BY a.id) INTO due
    FROM unnest(wallet_grant.accounts, wallet_grant.amounts) AS w (account, amount)
    JOIN wallet_account a ON a.id = w.account AND a.kind = 'member'
    WHERE w.amount > 0 AND (  -- as a subquery: always the unique index, row by row
        SELECT g.id FROM wallet_grant g WHERE g.policy_id = wallet_grant.policy
            AND g.period = wallet_grant.period AND g.member_id = a.member_id
    ) IS NULL;
    IF due IS NULL THEN
        RETURN;
    END IF;
    PERFORM wallet_pay(wallet_grant.policy, wallet_grant.period, wallet_grant.reason,
        wallet_grant.source, due, wallet_grant.actor, wallet_grant.link_kind, wallet_grant.link_id);
    RETURN QUERY SELECT d.member, d.amount FROM unnest(due) d;
END
$$;

-- What a house account holds: its newest checkpoint and the entries after it.
CREATE FUNCTION wallet_house_balance(account bigint) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp
AS $$
    SELECT coalesce(c.balance, 0) + coalesce((
        SELECT sum(e.amount) FROM wallet_entry e
        WHERE e.account_id = wallet_house_balance.account AND e.seq IS NULL
            AND e.id > coalesce(c.border, 0)
    ), 0)::bigint
    FROM (SELECT 1) one
    LEFT JOIN LATERAL (
        SELECT k.balance, k.border FROM wallet_checkpoint k
        WHERE k.account_id = wallet_house_balance.account ORDER BY k.border DESC LIMIT 1
    ) c ON true
$$;

-- The newest entry below which every entry is committed: for an instant nobody writes entries.
-- To be called in a transaction of its own that ends at once.
CREATE FUNCTION wallet_border() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    LOCK TABLE wallet_entry IN SHARE MODE;
    RETURN coalesce((SELECT max(id) FROM wallet_entry), 0);
END
$$;

-- Notes the house's sums up to a border that wallet_border gave in an earlier transaction.
CREATE FUNCTION wallet_take_checkpoint(upto bigint) RETURNS void
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

-- Rights ----------------------------------------------------------------------------------------

REVOKE ALL ON wallet_account, wallet_transfer, wallet_entry, wallet_grant, wallet_checkpoint
    FROM PUBLIC, app;
GRANT SELECT ON wallet_account, wallet_transfer, wallet_entry, wallet_grant, wallet_checkpoint
    TO app;
REVOKE ALL ON SEQUENCE wallet_account_id_seq, wallet_transfer_id_seq, wallet_entry_id_seq,
    wallet_grant_id_seq, wallet_checkpoint_id_seq FROM PUBLIC, app;

REVOKE ALL ON FUNCTION wallet_post(wallet_draft[], wallet_leg[], bigint[]),
    wallet_open(text, text, bigint, text, text),
    wallet_open_house(),
    wallet_set_status(bigint, text),
    wallet_grant(bigint, text, text, bigint, bigint[], bigint[], bigint, text, text),
    wallet_pay(bigint, text, text, bigint, wallet_gift[], bigint, text, text),
    wallet_house_balance(bigint),
    wallet_border(),
    wallet_take_checkpoint(bigint)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wallet_post(wallet_draft[], wallet_leg[], bigint[]),
    wallet_open(text, text, bigint, text, text),
    wallet_open_house(),
    wallet_set_status(bigint, text),
    wallet_grant(bigint, text, text, bigint, bigint[], bigint[], bigint, text, text),
    wallet_house_balance(bigint),
    wallet_border(),
    wallet_take_checkpoint(bigint)
TO app;

SELECT wallet_open_house();
