DROP INDEX outbox_dead;
