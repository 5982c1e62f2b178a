DROP INDEX inbound_vain;
ALTER TABLE inbound DROP COLUMN vain;
DROP TABLE resignations;
DELETE FROM mailed_commands WHERE game_id IS NOT NULL;
ALTER TABLE mailed_commands
    DROP CONSTRAINT mailed_commands_seat,
    DROP COLUMN proven,
    DROP COLUMN sender,
    DROP COLUMN seq,
    DROP COLUMN seat,
    DROP COLUMN game_id;
DROP TABLE reply_senders;
ALTER TABLE players DROP COLUMN mail_epoch;
