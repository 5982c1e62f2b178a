-- Snapshots have another form, which does not grow with the log. They follow from the log and only
-- make loading short: those of the old form go, and new ones come as games go on.
TRUNCATE snapshots;
