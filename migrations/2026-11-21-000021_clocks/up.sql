-- Time-outs and takeovers are entries of the log.
ALTER TABLE entries DROP CONSTRAINT entries_kind_check;
ALTER TABLE entries ADD CONSTRAINT entries_kind_check
    CHECK (kind IN ('move', 'leave', 'timeout', 'takeover'));
ALTER TABLE entries ADD COLUMN leads_to TEXT
    CHECK (leads_to IN ('leave', 'bot', 'move', 'end'))
    CONSTRAINT entries_timeout_leads_to CHECK ((kind = 'timeout') = (leads_to IS NOT NULL));
ALTER TABLE entries ADD COLUMN by TEXT
    CHECK (by IN ('player', 'random', 'greedy'))
    CONSTRAINT entries_takeover_by CHECK ((kind = 'takeover') = (by IS NOT NULL));

-- `pace` is what was agreed on, `clocks` where each seat's clock stands; both are null in a game
-- without a pace. `look_at` is a moment at or before the next one at which the clocks want
-- something (a reminder, a time-out): a move only ever brings it forward, so that most moves of
-- paced games, and all others, leave the index alone. `revision` counts the changes that are no
-- entries of the log: of clocks, holidays and orders.
ALTER TABLE games
    ADD COLUMN pace JSONB,
    ADD COLUMN clocks JSONB,
    ADD COLUMN look_at TIMESTAMPTZ,
    ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_look_at ON games (look_at) WHERE look_at IS NOT NULL;

-- Who had the seat before somebody took it over.
ALTER TABLE seats ADD COLUMN former_id BIGINT REFERENCES players;
CREATE INDEX seats_former ON seats (former_id) WHERE former_id IS NOT NULL;

-- The player's time zone, an IANA name; UTC when null.
ALTER TABLE players ADD COLUMN time_zone TEXT;

-- When a player is away. The days are those of the player's calendar and count against the yearly
-- allowance; the moments are when the clocks stand still and go on.
CREATE TABLE holidays (
    id TEXT PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players,
    first_day DATE NOT NULL,
    last_day DATE NOT NULL,
    begins_at TIMESTAMPTZ NOT NULL,
    ends_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    CHECK (first_day <= last_day),
    CHECK (begins_at <= ends_at)
);
CREATE INDEX holidays_player ON holidays (player_id, ends_at);

-- What a player wants played when the turn comes: secret from everybody else.
CREATE TABLE orders (
    game_id TEXT NOT NULL REFERENCES games,
    seat SMALLINT NOT NULL,
    forced BOOLEAN NOT NULL,
    moves JSONB NOT NULL,
    PRIMARY KEY (game_id, seat)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON holidays, orders TO turnpike_app;
