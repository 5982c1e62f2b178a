DROP TRIGGER messages_tell_webhooks ON messages;
DROP TRIGGER outbox_tells_webhooks ON outbox;
DROP FUNCTION messages_tell_webhooks;
DROP FUNCTION outbox_tells_webhooks;
DROP FUNCTION webhook_events;
DROP TABLE webhook_deliveries;
DROP TABLE webhooks;
