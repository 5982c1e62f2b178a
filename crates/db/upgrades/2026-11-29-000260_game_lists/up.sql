-- A list of games reads about as many rows as its page holds, whatever it is filtered by. No column here changes with a
-- move but `status`, which changes with the last one.
CREATE INDEX games_listed ON games (created_at DESC, id COLLATE "C" DESC)
    WHERE visibility = 'public';
CREATE INDEX games_listed_status ON games (status, created_at DESC, id COLLATE "C" DESC)
    WHERE visibility = 'public';
CREATE INDEX games_listed_kind ON games (kind, created_at DESC, id COLLATE "C" DESC)
    WHERE visibility = 'public';
CREATE INDEX games_listed_kind_status
    ON games (kind, status, created_at DESC, id COLLATE "C" DESC)
    WHERE visibility = 'public';
CREATE INDEX games_creator ON games (creator_id);
DROP INDEX games_created;
