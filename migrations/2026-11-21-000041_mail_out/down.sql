DROP INDEX outbox_held;
ALTER TABLE outbox DROP COLUMN put_off;
UPDATE outbox SET status = 'waiting' WHERE status = 'held';
ALTER TABLE outbox DROP CONSTRAINT outbox_status_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_status_check
    CHECK (status IN ('waiting', 'sent', 'dropped', 'dead'));
DROP TABLE mail_addresses;
DROP TABLE presence;
DROP TABLE game_wishes;
ALTER TABLE players DROP COLUMN mail_id;
ALTER TABLE players DROP COLUMN mail;
