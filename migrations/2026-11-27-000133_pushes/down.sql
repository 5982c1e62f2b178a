ALTER TABLE outbox DROP COLUMN pushed_at, DROP COLUMN push_taken_at;
DROP TABLE push_subscriptions;
DELETE FROM webhook_deliveries WHERE event = 'push';
