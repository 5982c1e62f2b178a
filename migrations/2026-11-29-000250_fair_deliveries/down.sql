ALTER TABLE push_subscriptions DROP COLUMN host;
ALTER TABLE webhooks DROP COLUMN host, DROP COLUMN taken_at;
