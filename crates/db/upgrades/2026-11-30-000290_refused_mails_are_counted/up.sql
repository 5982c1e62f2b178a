-- Counting the mails that recipients refused must not read the whole outbox.
CREATE INDEX outbox_refused ON outbox (done_at) WHERE status = 'refused';
