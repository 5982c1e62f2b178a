-- Browsers and phones that are told by Web Push, as long as whoever asked for it is signed in there, or has the token.
CREATE TABLE push_subscriptions (
    player_id BIGINT NOT NULL REFERENCES players ON DELETE CASCADE,
    id TEXT NOT NULL,
    session_id TEXT REFERENCES sessions ON DELETE CASCADE,
    token_id TEXT REFERENCES tokens ON DELETE CASCADE,
    endpoint TEXT NOT NULL,
    public_key BYTEA NOT NULL CHECK (octet_length(public_key) = 65),
    auth BYTEA NOT NULL CHECK (octet_length(auth) = 16),
    device TEXT,
    -- Whether it is told what is said, too.
    chat BOOLEAN NOT NULL,
    -- How often in a row nothing was taken.
    misses SMALLINT NOT NULL DEFAULT 0,
    created_at TIMESTAMPTZ NOT NULL,
    told_at TIMESTAMPTZ,
    PRIMARY KEY (player_id, id),
    UNIQUE (player_id, endpoint),
    CHECK (num_nonnulls(session_id, token_id) = 1)
);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);
CREATE INDEX push_subscriptions_token ON push_subscriptions (token_id);

-- When what a mail tells was pushed, and when a push service last took it: the mail waits whether its reader comes.
ALTER TABLE outbox ADD COLUMN pushed_at TIMESTAMPTZ, ADD COLUMN push_taken_at TIMESTAMPTZ;

GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscriptions TO turnpike_app;
