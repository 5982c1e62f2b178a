DROP INDEX seats_reply;
ALTER TABLE seats DROP COLUMN reply_hash;
DROP TABLE mailed_commands;
DROP TABLE inbound;
