-- What a snapshot hashes to (`store::entries::snapshot_hash`), so that a flipped bit is noticed.
-- Those of an earlier version have none, and are not used any more: their games are replayed.
ALTER TABLE snapshots ADD COLUMN hash BYTEA CHECK (length(hash) = 32);
