-- Keys of players' authenticators, to sign in with: what the server knows of them is public.
-- `user_handle` stands for the player in the authenticator, `key` and `state` are what the library
-- needs to check what it signs.
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players,
    credential BYTEA NOT NULL CONSTRAINT passkeys_credential UNIQUE,
    user_handle BYTEA NOT NULL,
    name TEXT NOT NULL,
    key BYTEA NOT NULL,
    state BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    last_used_at TIMESTAMPTZ
);
CREATE INDEX passkeys_player ON passkeys (player_id);

-- Challenges that wait for an authenticator's answer, under their hashes: each is good once, for a
-- few minutes. With a player it is one to add a passkey, without one to show a passkey.
CREATE TABLE ceremonies (
    challenge BYTEA PRIMARY KEY,
    player_id BIGINT REFERENCES players,
    state BYTEA NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX ceremonies_expires ON ceremonies (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO turnpike_app;
GRANT SELECT, INSERT, DELETE ON ceremonies TO turnpike_app;
