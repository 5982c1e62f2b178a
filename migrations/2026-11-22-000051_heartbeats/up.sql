-- When each node last proved that it can write: a row for each process that was asked whether it is
-- ready.
CREATE TABLE heartbeats (
    node TEXT PRIMARY KEY,
    at TIMESTAMPTZ NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON heartbeats TO turnpike_app;
