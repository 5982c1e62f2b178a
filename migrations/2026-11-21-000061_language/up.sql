-- The language that a player is written to in (BCP 47).
ALTER TABLE players ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
