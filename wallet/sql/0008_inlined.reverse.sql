ALTER FUNCTION wallet_fingerprint(text, text, text, bigint, bigint, text) IMMUTABLE;
ALTER FUNCTION wallet_bodies(wallet_draft[], wallet_leg[])
    IMMUTABLE SET search_path = public, pg_temp;
