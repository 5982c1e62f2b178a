ALTER TABLE mailed_commands DROP COLUMN claimed_by;
