-- The secret addresses of a player's seats are of this epoch: a new one voids all of them.
ALTER TABLE players ADD COLUMN mail_epoch INTEGER NOT NULL DEFAULT 0;

-- From where else than from their own address players write to their seats; `id` is the address
-- under a keyed hash, as in `mail_addresses`. `proven`: only where a mail server vouches for it.
CREATE TABLE reply_senders (
    player_id BIGINT NOT NULL REFERENCES players,
    id TEXT NOT NULL,
    proven BOOLEAN NOT NULL,
    PRIMARY KEY (player_id, id)
);

-- Commands for a seat wait to be confirmed as well: with the board that they answer, and with the
-- sender who is believed from then on.
ALTER TABLE mailed_commands
    ADD COLUMN game_id TEXT REFERENCES games,
    ADD COLUMN seat SMALLINT,
    ADD COLUMN seq INTEGER,
    ADD COLUMN sender TEXT,
    ADD COLUMN proven BOOLEAN NOT NULL DEFAULT false,
    ADD CONSTRAINT mailed_commands_seat CHECK ((game_id IS NULL) = (seat IS NULL));

-- When the player in this seat was asked by mail whether to leave the game for good.
CREATE TABLE resignations (
    game_id TEXT NOT NULL REFERENCES games,
    seat SMALLINT NOT NULL,
    player_id BIGINT NOT NULL REFERENCES players,
    asked_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (game_id, seat)
);
CREATE INDEX resignations_asked ON resignations (asked_at);

-- The hash of what a mail said that led to nothing: said again and again, it gets no answer.
ALTER TABLE inbound ADD COLUMN vain BYTEA;
CREATE INDEX inbound_vain ON inbound (vain) WHERE vain IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON reply_senders, resignations TO turnpike_app;
