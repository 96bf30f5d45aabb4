DROP FUNCTION wallet_refill(bigint, text, bigint, bigint, date);
DROP FUNCTION wallet_lock(bigint[]);
