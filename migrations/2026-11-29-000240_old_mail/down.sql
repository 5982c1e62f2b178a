DROP INDEX outbox_over;
