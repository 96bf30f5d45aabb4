-- Members' own limits, looked at under the wallet's lock whenever chips go to a table. They bind
-- whoever writes the entries; what stands on a table already is never touched.

-- The first moment of the member's present day.
CREATE FUNCTION wallet_midnight(moment timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE
AS $$
    SELECT date_trunc('day', moment, 'Asia/Seoul')
$$;

-- What hands and rounds since a moment have cost a member; below zero after a good day.
CREATE FUNCTION wallet_lost_since(member bigint, moment timestamptz) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp
AS $$
    SELECT -coalesce(sum(e.amount), 0)::bigint
    FROM wallet_account a
    JOIN wallet_entry e ON e.account_id = a.id AND e.seq > wallet_seq_before(a.id, moment)
    JOIN wallet_transfer t ON t.id = e.transfer_id
    WHERE a.kind = 'escrow' AND a.member_id = member
        AND (a.closed_at IS NULL OR a.closed_at >= moment)
        AND t.reason NOT IN ('buy_in', 'top_up', 'cash_out')
$$;

-- How long a member has sat at tables since a moment; two tables at once count once.
CREATE FUNCTION wallet_sat_since(member bigint, since timestamptz, upto timestamptz)
RETURNS interval
LANGUAGE sql STABLE SET search_path = public, pg_temp
AS $$
    SELECT coalesce(sum(upper(span) - lower(span)), interval '0')
    FROM unnest((
        SELECT range_agg(tstzrange(greatest(a.opened_at, since), coalesce(a.closed_at, upto)))
        FROM wallet_account a
        WHERE a.kind = 'escrow' AND a.member_id = member
            AND (a.closed_at IS NULL OR a.closed_at > since) AND a.opened_at < upto
    )) AS span
$$;

-- Why a member may not play for `at_risk` chips now: excluded, break, time, loss; NULL: may.
CREATE FUNCTION wallet_barred(member bigint, at_risk bigint, OUT why text, OUT facts jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    own wallet_limits;
    now timestamptz := site_now();
    minutes integer;
    loss bigint;
    lost bigint;
BEGIN
    SELECT * INTO own FROM wallet_limits l WHERE l.member_id = member;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    IF own.excluded_until IS NOT NULL AND (now < own.excluded_until
            OR own.reopens_at IS NULL OR now < own.reopens_at) THEN
        why := 'excluded';
        facts := jsonb_build_object('until', own.excluded_until, 'reopens', own.reopens_at);
        RETURN;
    END IF;
    IF now < own.break_until THEN
        why := 'break';
        facts := jsonb_build_object('until', own.break_until);
        RETURN;
    END IF;
    minutes := CASE WHEN own.daily_minutes_from <= now
        THEN own.next_daily_minutes ELSE own.daily_minutes END;
    IF wallet_sat_since(member, wallet_midnight(now), now) >= make_interval(mins => minutes) THEN
        why := 'time_limit';
        facts := jsonb_build_object('minutes', minutes);
        RETURN;
    END IF;
    loss := CASE WHEN own.daily_loss_from <= now
        THEN own.next_daily_loss ELSE own.daily_loss END;
    IF loss IS NOT NULL THEN
        lost := wallet_lost_since(member, wallet_midnight(now));
        IF lost + at_risk > loss THEN
            why := 'loss_limit';
            facts := jsonb_build_object('limit', loss, 'lost', lost, 'at_risk', at_risk);
        END IF;
    END IF;
END
$$;

CREATE FUNCTION wallet_entry_limited() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
    bad record;
BEGIN
    SELECT l.member_id, b.why, b.facts INTO bad
    FROM (
        SELECT DISTINCT a.member_id
        FROM wallet_transfer t
        JOIN added e ON e.transfer_id = t.id AND e.amount < 0 AND e.seq IS NOT NULL
        JOIN wallet_account a ON a.id = e.account_id AND a.kind = 'member'
        WHERE t.reason IN ('buy_in', 'top_up')
    ) buyer
    JOIN wallet_limits l ON l.member_id = buyer.member_id
    CROSS JOIN LATERAL (
        -- The new chips lie on the table already: all that lies there can be lost today.
        SELECT coalesce(sum(a.balance), 0)::bigint AS chips FROM wallet_account a
        WHERE a.kind = 'escrow' AND a.member_id = l.member_id AND a.closed_at IS NULL
    ) tables
    CROSS JOIN LATERAL wallet_barred(l.member_id, tables.chips) b
    WHERE b.why IS NOT NULL
    LIMIT 1;
    IF FOUND THEN
        PERFORM wallet_refuse('wallet_limit_' || bad.why,
            format('member %s: %s', bad.member_id, bad.why), bad.facts);
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER wallet_entry_limited AFTER INSERT ON wallet_entry
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_entry_limited();

-- A break or an exclusion can be lengthened and never shortened.
CREATE FUNCTION wallet_limits_bind() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM wallet_refuse('wallet_limits_bind', 'a break or an exclusion is never shortened');
    RETURN NULL;
END
$$;
CREATE TRIGGER wallet_limits_bind BEFORE UPDATE ON wallet_limits
    FOR EACH ROW
    WHEN (coalesce(NEW.break_until, '-infinity') < coalesce(OLD.break_until, '-infinity')
        OR coalesce(NEW.excluded_until, '-infinity') < coalesce(OLD.excluded_until, '-infinity')
        OR NEW.member_id <> OLD.member_id)
    EXECUTE FUNCTION wallet_limits_bind();
CREATE TRIGGER wallet_limits_stay BEFORE DELETE OR TRUNCATE ON wallet_limits
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_append_only();

REVOKE ALL ON FUNCTION wallet_lost_since(bigint, timestamptz),
    wallet_sat_since(bigint, timestamptz, timestamptz), wallet_barred(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wallet_lost_since(bigint, timestamptz),
    wallet_sat_since(bigint, timestamptz, timestamptz), wallet_barred(bigint, bigint) TO app;
