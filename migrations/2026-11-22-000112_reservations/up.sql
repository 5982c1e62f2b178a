-- Ids and seeds of games that are not made yet: whoever makes one sees what the seed is bound to before
-- giving entropy.
CREATE TABLE reservations (
    id TEXT PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players,
    server_seed BYTEA NOT NULL CHECK (octet_length(server_seed) = 32),
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX reservations_expire ON reservations (expires_at);

GRANT SELECT, INSERT, DELETE ON reservations TO turnpike_app;
