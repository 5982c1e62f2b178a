DELETE FROM webhooks WHERE token_id IS NOT NULL;
ALTER TABLE webhooks DROP COLUMN token_id;
ALTER TABLE tokens DROP COLUMN client_id;
