DROP TRIGGER wallet_checkpoint_added ON wallet_checkpoint;
DROP FUNCTION wallet_checkpoint_added();
DROP TRIGGER wallet_grant_added ON wallet_grant;
DROP FUNCTION wallet_grant_added();
DROP TRIGGER wallet_transfer_posted ON wallet_transfer;
DROP FUNCTION wallet_transfer_posted();
DROP TRIGGER wallet_entry_added ON wallet_entry;
DROP FUNCTION wallet_entry_added();
DROP FUNCTION wallet_check_reversal(bigint);
DROP TYPE wallet_move;
DROP TRIGGER wallet_account_moved_by_entry ON wallet_account;
DROP TRIGGER wallet_account_closed ON wallet_account;
DROP TRIGGER wallet_account_identity ON wallet_account;
DROP TRIGGER wallet_account_opens_empty ON wallet_account;
DROP FUNCTION wallet_account_refused();
DROP TRIGGER wallet_account_stays ON wallet_account;
DROP TRIGGER wallet_checkpoint_append_only ON wallet_checkpoint;
DROP TRIGGER wallet_grant_append_only ON wallet_grant;
DROP TRIGGER wallet_entry_append_only ON wallet_entry;
DROP TRIGGER wallet_transfer_append_only ON wallet_transfer;
DROP FUNCTION wallet_append_only();
DROP FUNCTION wallet_refuse(text, text, jsonb);
ALTER TABLE wallet_account RESET (fillfactor);
ALTER TABLE wallet_grant DROP CONSTRAINT wallet_grant_policy;
ALTER TABLE wallet_entry
    DROP CONSTRAINT wallet_entry_account,
    DROP CONSTRAINT wallet_entry_transfer;
ALTER TABLE wallet_transfer
    DROP CONSTRAINT wallet_transfer_reverses_grant,
    DROP CONSTRAINT wallet_transfer_reverses;
