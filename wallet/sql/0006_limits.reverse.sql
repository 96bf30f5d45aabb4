DROP TRIGGER wallet_limits_stay ON wallet_limits;
DROP TRIGGER wallet_limits_bind ON wallet_limits;
DROP FUNCTION wallet_limits_bind();
DROP TRIGGER wallet_entry_limited ON wallet_entry;
DROP FUNCTION wallet_entry_limited();
DROP FUNCTION wallet_barred(bigint, bigint);
DROP FUNCTION wallet_sat_since(bigint, timestamptz, timestamptz);
DROP FUNCTION wallet_lost_since(bigint, timestamptz);
DROP FUNCTION wallet_midnight(timestamptz);
