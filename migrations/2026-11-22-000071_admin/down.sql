DROP TABLE admin_acts;
ALTER TABLE reports DROP COLUMN resolved_at;
ALTER TABLE games DROP COLUMN paused_at;
DROP TABLE suspensions;
DROP TABLE admins;
