-- Codes and answers, for which somebody waits, go before everything else.
ALTER TABLE outbox ADD COLUMN rank SMALLINT NOT NULL GENERATED ALWAYS AS (
    CASE WHEN kind IN ('sign_in_code', 'password_reset', 'confirm_address', 'reply') THEN 0 ELSE 1 END
) STORED;
CREATE INDEX outbox_rank ON outbox (rank, due_at) WHERE status = 'waiting';
DROP INDEX outbox_due;
