-- A log that holds time-outs or takeovers cannot go back: the constraints refuse it.
DROP TABLE orders;
DROP TABLE holidays;
ALTER TABLE players DROP COLUMN time_zone;
ALTER TABLE seats DROP COLUMN former_id;
DROP INDEX games_look_at;
ALTER TABLE games
    DROP COLUMN pace,
    DROP COLUMN clocks,
    DROP COLUMN look_at,
    DROP COLUMN revision;
ALTER TABLE entries DROP COLUMN leads_to, DROP COLUMN by;
ALTER TABLE entries DROP CONSTRAINT entries_kind_check;
ALTER TABLE entries ADD CONSTRAINT entries_kind_check CHECK (kind IN ('move', 'leave'));
