-- Tokens that players give to programs of theirs: what each may do, and until when. Stored is the hash of
-- what the program shows.
CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash BYTEA NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    scopes TEXT NOT NULL CHECK (scopes <> ''),
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL CHECK (expires_at > created_at),
    last_used_at TIMESTAMPTZ
);
CREATE INDEX tokens_player ON tokens (player_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON tokens TO turnpike_app;
