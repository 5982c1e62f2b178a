-- Who wrote to the desk without an account, and is asked whether that was them: an answer with the secret
-- under this hash makes the account, once. Then `player_id` has it, and what was personal is gone from here.
CREATE TABLE strangers (
    hash BYTEA PRIMARY KEY,
    email TEXT,
    name TEXT NOT NULL,
    lines JSONB NOT NULL,
    language TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    claimed_by BIGINT,
    player_id BIGINT REFERENCES players,
    CONSTRAINT strangers_begun CHECK ((email IS NULL) = (player_id IS NOT NULL))
);
CREATE INDEX strangers_expire ON strangers (expires_at);
CREATE INDEX strangers_player ON strangers (player_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON strangers TO turnpike_app;
