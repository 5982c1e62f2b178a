-- The player whose request it was: each has so many answers and no more. NULL for a caller without an account,
-- and for answers from before.
ALTER TABLE answers ADD COLUMN player_id BIGINT;
CREATE INDEX answers_player ON answers (player_id, created_at);
