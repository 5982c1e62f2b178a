ALTER TABLE players DROP COLUMN automated;
