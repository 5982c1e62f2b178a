ALTER TABLE games DROP COLUMN blinding_secret;
