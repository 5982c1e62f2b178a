-- The game to which the owner of the address is invited. Without one, the owner wrote to the desk.
ALTER TABLE strangers ADD COLUMN game_id TEXT REFERENCES games;
CREATE INDEX strangers_game ON strangers (game_id) WHERE game_id IS NOT NULL;
