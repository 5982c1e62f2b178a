ALTER TABLE players DROP forced;
