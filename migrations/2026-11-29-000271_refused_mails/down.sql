UPDATE outbox SET status = 'dead' WHERE status = 'refused';
ALTER TABLE outbox DROP CONSTRAINT outbox_status_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_status_check
    CHECK (status IN ('waiting', 'held', 'sent', 'dropped', 'dead'));
