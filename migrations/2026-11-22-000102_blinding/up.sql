-- Later than the rights of the server: what a game is bound to is written once.
-- What blinds the hashes of a game's log where that is not done by its seed: whoever knows a chosen
-- seed could else tell sealed moves from their hashes. Games that were made before have none.
ALTER TABLE games ADD COLUMN blinding_secret BYTEA CHECK (octet_length(blinding_secret) = 32);
