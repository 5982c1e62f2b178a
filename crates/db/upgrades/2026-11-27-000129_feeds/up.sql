-- The secret addresses of a player's calendar and feed: one secret for both, under its hash.
CREATE TABLE feeds (
    player_id BIGINT PRIMARY KEY REFERENCES players ON DELETE CASCADE,
    hash BYTEA NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    made_at TIMESTAMPTZ NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON feeds TO turnpike_app;
