DROP TABLE quotas;
DELETE FROM mail_codes WHERE purpose = 'new_address';
ALTER TABLE mail_codes DROP CONSTRAINT mail_codes_purpose_check;
ALTER TABLE mail_codes ADD CONSTRAINT mail_codes_purpose_check
    CHECK (purpose IN ('confirm', 'sign_in', 'reset'));
DROP INDEX mail_codes_link;
ALTER TABLE mail_codes DROP COLUMN replaced_at;
ALTER TABLE mail_codes DROP COLUMN own_attempts;
ALTER TABLE mail_codes DROP COLUMN link_hash;
ALTER TABLE players DROP COLUMN reset_at;
ALTER TABLE sessions DROP COLUMN device;
