-- What mail a player wants, where that is not what everybody gets. `mail_id` stands for the player
-- in links and addresses that are good for ever: it tells nothing of the player.
ALTER TABLE players ADD COLUMN mail JSONB;
ALTER TABLE players ADD COLUMN mail_id TEXT NOT NULL
    DEFAULT replace(gen_random_uuid()::text, '-', '')
    CONSTRAINT players_mail_id UNIQUE;

-- What a player wants otherwise in one game.
CREATE TABLE game_wishes (
    game_id TEXT NOT NULL REFERENCES games,
    player_id BIGINT NOT NULL REFERENCES players,
    wishes JSONB NOT NULL,
    PRIMARY KEY (game_id, player_id)
);
CREATE INDEX game_wishes_player ON game_wishes (player_id);

-- When a player was last seen in another client than a mail program: about a minute behind.
CREATE TABLE presence (
    player_id BIGINT PRIMARY KEY REFERENCES players,
    seen_at TIMESTAMPTZ NOT NULL
);

-- What is known of addresses that had trouble with mail, under a keyed hash.
CREATE TABLE mail_addresses (
    id TEXT PRIMARY KEY,
    failures INTEGER NOT NULL DEFAULT 0,
    delays INTEGER NOT NULL DEFAULT 0,
    last_at TIMESTAMPTZ NOT NULL,
    not_before TIMESTAMPTZ,
    suspended_at TIMESTAMPTZ,
    reason TEXT CHECK (reason IN ('bounced', 'complained')),
    declined_at TIMESTAMPTZ,
    CHECK ((suspended_at IS NULL) = (reason IS NULL))
);
CREATE INDEX mail_addresses_suspended ON mail_addresses (suspended_at)
    WHERE suspended_at IS NOT NULL;

-- A mail that is held goes into its reader's next digest. `put_off` counts the leases that were no
-- tries to send.
ALTER TABLE outbox DROP CONSTRAINT outbox_status_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_status_check
    CHECK (status IN ('waiting', 'held', 'sent', 'dropped', 'dead'));
ALTER TABLE outbox ADD COLUMN put_off INTEGER NOT NULL DEFAULT 0;
CREATE INDEX outbox_held ON outbox (player_id) WHERE status = 'held';

GRANT SELECT, INSERT, UPDATE, DELETE ON game_wishes, presence, mail_addresses TO turnpike_app;
