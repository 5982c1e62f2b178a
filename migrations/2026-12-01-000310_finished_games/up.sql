-- Public games that ended since a time, for streams of all public games. Only the last move of a
-- game changes this index.
CREATE INDEX games_listed_finished ON games (finished_at)
    WHERE visibility = 'public' AND finished_at IS NOT NULL;
