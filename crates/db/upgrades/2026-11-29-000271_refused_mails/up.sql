-- Mails that the recipient's side refused for good are told apart from those that the operator can do something about.
ALTER TABLE outbox DROP CONSTRAINT outbox_status_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_status_check
    CHECK (status IN ('waiting', 'held', 'sent', 'dropped', 'refused', 'dead')) NOT VALID;
