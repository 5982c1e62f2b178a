-- Mail that has come in and is to be dealt with. A mail is accepted once its row is here; `key`
-- names it (its Message-ID and recipient, or all of it), so that what comes twice is one mail.
-- `seq` and `begun_at` make dealing with it once hold over a crash.
CREATE TABLE inbound (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key BYTEA NOT NULL CONSTRAINT inbound_once UNIQUE,
    sender TEXT NOT NULL,
    recipient TEXT NOT NULL,
    raw BYTEA NOT NULL,
    status TEXT NOT NULL DEFAULT 'waiting'
        CHECK (status IN ('waiting', 'answered', 'silent', 'dead')),
    reason TEXT,
    seq INTEGER,
    begun_at TIMESTAMPTZ,
    attempts INTEGER NOT NULL DEFAULT 0,
    received_at TIMESTAMPTZ NOT NULL,
    due_at TIMESTAMPTZ NOT NULL,
    leased_until TIMESTAMPTZ,
    done_at TIMESTAMPTZ
);
CREATE INDEX inbound_due ON inbound (due_at) WHERE status = 'waiting';
CREATE INDEX inbound_done ON inbound (done_at) WHERE status <> 'waiting';

-- Commands that wait for their player to confirm that they come from them.
CREATE TABLE mailed_commands (
    hash BYTEA PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players,
    lines JSONB NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX mailed_commands_player ON mailed_commands (player_id);

-- The hash of the secret in the address that the player in this seat answers to.
ALTER TABLE seats ADD COLUMN reply_hash BYTEA;
CREATE UNIQUE INDEX seats_reply ON seats (reply_hash) WHERE reply_hash IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON inbound, mailed_commands TO turnpike_app;
