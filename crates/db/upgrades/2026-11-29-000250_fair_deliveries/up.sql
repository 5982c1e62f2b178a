-- By which receivers share what the server sends at once: their host with its port, and whether they took what was
-- sent last.
ALTER TABLE webhooks
    ADD COLUMN host TEXT NOT NULL GENERATED ALWAYS AS (COALESCE(substring(url FROM '^[a-z]+://([^/?#]*)'), '')) STORED,
    ADD COLUMN taken_at TIMESTAMPTZ;
ALTER TABLE push_subscriptions
    ADD COLUMN host TEXT NOT NULL GENERATED ALWAYS AS (COALESCE(substring(endpoint FROM '^[a-z]+://([^/?#]*)'), '')) STORED;

UPDATE webhooks SET taken_at = created_at
WHERE failing_since IS NULL AND EXISTS (SELECT FROM webhook_deliveries AS told
    WHERE told.player_id = webhooks.player_id AND told.webhook_id = webhooks.id AND told.status = 'delivered');
