DROP TRIGGER seats_remember_sitter ON seats;
DROP FUNCTION remember_sitter();
DROP TABLE former_sitters;
DROP TABLE former_names;
ALTER TABLE players DROP COLUMN looks;
