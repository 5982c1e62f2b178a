ALTER TABLE snapshots DROP COLUMN hash;
