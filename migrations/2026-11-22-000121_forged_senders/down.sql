ALTER TABLE reply_senders DROP COLUMN forged;
ALTER TABLE mailed_commands DROP COLUMN forged;
