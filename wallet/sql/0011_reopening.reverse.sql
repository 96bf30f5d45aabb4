DROP TRIGGER wallet_limits_reopen ON wallet_limits;
DROP FUNCTION wallet_limits_reopen();
