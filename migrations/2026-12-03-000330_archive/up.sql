-- The archive: public games that finished, the latest first. Only the last move of a game changes
-- these indexes.
CREATE INDEX games_archive ON games (finished_at DESC, id COLLATE "C" DESC)
    WHERE visibility = 'public' AND status = 'finished';
CREATE INDEX games_archive_kind ON games (kind, finished_at DESC, id COLLATE "C" DESC)
    WHERE visibility = 'public' AND status = 'finished';
CREATE INDEX games_archive_seats
    ON games (kind, seat_count, finished_at DESC, id COLLATE "C" DESC)
    WHERE visibility = 'public' AND status = 'finished';
-- A random game of a kind is the one next to a random id.
CREATE INDEX games_archive_ids ON games (kind, id COLLATE "C")
    WHERE visibility = 'public' AND status = 'finished';
