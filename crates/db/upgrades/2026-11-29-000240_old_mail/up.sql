-- Mails that are over are deleted a month later, some at a time.
CREATE INDEX outbox_over ON outbox (done_at) WHERE status IN ('sent', 'dropped', 'refused');
