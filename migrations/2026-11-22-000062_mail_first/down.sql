CREATE INDEX outbox_due ON outbox (due_at) WHERE status = 'waiting';
DROP INDEX outbox_rank;
ALTER TABLE outbox DROP COLUMN rank;
