-- Requests that may be sent again, and what they were answered: `name` is the hash of who sent it and what they call it,
-- `request` that of what it asked for, `answer` sealed with both. None yet while it is under way.
CREATE TABLE answers (
    name BYTEA PRIMARY KEY,
    request BYTEA NOT NULL,
    answer BYTEA,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX answers_created ON answers (created_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON answers TO turnpike_app;
