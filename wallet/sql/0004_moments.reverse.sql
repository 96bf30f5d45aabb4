DROP FUNCTION wallet_seq_before(bigint, timestamptz);
