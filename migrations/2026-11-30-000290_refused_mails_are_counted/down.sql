DROP INDEX outbox_refused;
