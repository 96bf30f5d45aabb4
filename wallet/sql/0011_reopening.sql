-- After an exclusion play opens seven days after the member has asked, and not sooner: nobody writes
-- an earlier moment into the row. (The seconds are those between the asking and the writing.)
CREATE FUNCTION wallet_limits_reopen() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM wallet_refuse('wallet_limits_reopen',
        'after an exclusion play opens seven days after it was asked for',
        jsonb_build_object('member', NEW.member_id));
    RETURN NULL;
END
$$;
CREATE TRIGGER wallet_limits_reopen BEFORE UPDATE ON wallet_limits
    FOR EACH ROW
    WHEN (NEW.reopens_at IS DISTINCT FROM OLD.reopens_at
        AND NEW.reopens_at < greatest(NEW.excluded_until, site_now())
            + interval '7 days' - interval '10 seconds')
    EXECUTE FUNCTION wallet_limits_reopen();
