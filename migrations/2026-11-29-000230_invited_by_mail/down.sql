ALTER TABLE strangers DROP COLUMN game_id;
