-- Counting the mails that were given up must not read the whole outbox.
CREATE INDEX outbox_dead ON outbox (done_at) WHERE status = 'dead';
