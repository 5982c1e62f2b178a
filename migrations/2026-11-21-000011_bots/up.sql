-- A seat may be a bot's. `bots` of a game is the bit mask of such seats, so that the games in which
-- a bot owes a decision are found without a join.
ALTER TABLE seats ADD COLUMN bot TEXT
    CHECK (bot IN ('random', 'greedy'))
    CHECK (bot IS NULL OR player_id IS NULL);
ALTER TABLE games ADD COLUMN bots INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_bots ON games (id) WHERE bots <> 0 AND status = 'running';
