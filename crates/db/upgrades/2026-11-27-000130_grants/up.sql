-- What programs ask players for, and players grant (RFC 6749, RFC 8628): from then on until it is exchanged for a
-- token, or too late. `hash` is that of what the program shows for it: a code that came back by an address
-- (`redirect_uri`), or what a device was given, whose player types another code (`user_code`, a hash as well).
CREATE TABLE grants (
    hash BYTEA PRIMARY KEY,
    user_code BYTEA UNIQUE,
    redirect_uri TEXT,
    challenge TEXT,
    client TEXT NOT NULL,
    scopes TEXT NOT NULL,
    player_id BIGINT REFERENCES players ON DELETE CASCADE,
    status TEXT NOT NULL CHECK (status IN ('asked', 'granted', 'denied', 'used')),
    token_id TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    polled_at TIMESTAMPTZ,
    CHECK ((user_code IS NULL) = (redirect_uri IS NOT NULL)),
    CHECK ((redirect_uri IS NULL) = (challenge IS NULL)),
    CHECK (status IN ('asked', 'denied') OR player_id IS NOT NULL)
);
CREATE INDEX grants_expires ON grants (expires_at);
CREATE INDEX grants_player ON grants (player_id) WHERE player_id IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON grants TO turnpike_app;
