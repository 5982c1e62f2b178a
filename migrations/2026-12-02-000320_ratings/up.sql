-- Ratings follow from the results of finished games (decision 91). Neither table has foreign keys:
-- games and players are never deleted, and on Citus the tables stay on the coordinator.

-- The order in which games were rated, and the players whose ratings changed: none if the game does
-- not count. An account can change after the game, so this decision is stored.
CREATE TABLE rated_games (
    n BIGINT PRIMARY KEY,
    game_id TEXT NOT NULL UNIQUE,
    players BIGINT[] NOT NULL
);

CREATE TABLE ratings (
    player_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    seats TEXT NOT NULL CHECK (seats IN ('two', 'more')),
    -- Both in thousandths of a point. The uncertainty is that after the last game.
    rating INTEGER NOT NULL,
    uncertainty INTEGER NOT NULL CHECK (uncertainty > 0),
    games INTEGER NOT NULL CHECK (games > 0),
    -- When the last game finished.
    last_at TIMESTAMPTZ NOT NULL,
    -- When the rating becomes provisional if the player does not play, or `last_at` if it is.
    settled_until TIMESTAMPTZ NOT NULL CHECK (settled_until >= last_at),
    PRIMARY KEY (player_id, kind, seats)
);
CREATE INDEX ratings_best ON ratings (kind, seats, rating DESC);

-- Games that may be rated. Only the last move of a game changes this index.
CREATE INDEX games_ratable ON games (finished_at, id COLLATE "C")
    WHERE status = 'finished' AND seed_source = 'secret' AND seat_count > 1;

GRANT SELECT, INSERT ON rated_games TO turnpike_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ratings TO turnpike_app;
