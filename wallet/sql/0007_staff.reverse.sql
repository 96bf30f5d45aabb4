DROP FUNCTION wallet_staff_act(bigint, text, text, bigint, text, text, jsonb);
DROP TRIGGER wallet_staff_act_append_only ON wallet_staffact;
