-- A function that is no stricter than what it calls (convert_to is STABLE) becomes part of the query
-- that uses it. Called a row, it took most of the time of an audit.
ALTER FUNCTION wallet_fingerprint(text, text, text, bigint, bigint, text) STABLE;
-- Its callers have fixed the search_path already.
ALTER FUNCTION wallet_bodies(wallet_draft[], wallet_leg[]) STABLE RESET search_path;
