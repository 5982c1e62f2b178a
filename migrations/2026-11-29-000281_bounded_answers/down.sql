ALTER TABLE answers DROP COLUMN player_id;
