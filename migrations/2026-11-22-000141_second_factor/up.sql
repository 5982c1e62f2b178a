-- The secret that a player shares with an app, which shows a code for each half minute. It holds
-- once a first code has confirmed it; no code of `last_step` or of a half minute before it is
-- taken.
CREATE TABLE totp_secrets (
    player_id BIGINT PRIMARY KEY REFERENCES players,
    secret BYTEA NOT NULL,
    begun_at TIMESTAMPTZ NOT NULL,
    confirmed_at TIMESTAMPTZ,
    last_step BIGINT NOT NULL DEFAULT 0
);

-- What stands in for the app, once each, when it is lost: hashes.
CREATE TABLE recovery_codes (
    player_id BIGINT NOT NULL REFERENCES players,
    hash BYTEA NOT NULL,
    PRIMARY KEY (player_id, hash)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON totp_secrets TO turnpike_app;
GRANT SELECT, INSERT, DELETE ON recovery_codes TO turnpike_app;
