-- Players who may do what is under /v1/admin. Only the command line appoints them.
CREATE TABLE admins (
    player_id BIGINT PRIMARY KEY REFERENCES players,
    since TIMESTAMPTZ NOT NULL
);

-- Players who may not sign in, and what they are told of the reason.
CREATE TABLE suspensions (
    player_id BIGINT PRIMARY KEY REFERENCES players,
    since TIMESTAMPTZ NOT NULL,
    reason TEXT NOT NULL
);

-- Since when a running game stands still.
ALTER TABLE games ADD COLUMN paused_at TIMESTAMPTZ;

-- When somebody has dealt with a report.
ALTER TABLE reports ADD COLUMN resolved_at TIMESTAMPTZ;

-- What was done by those who operate the server: each act before it is carried out, and once more,
-- with its failure, when it could not be. `admin_id` is null for the command line; `who` is the name
-- as it was then.
CREATE TABLE admin_acts (
    id BIGSERIAL PRIMARY KEY,
    at TIMESTAMPTZ NOT NULL,
    admin_id BIGINT REFERENCES players,
    who TEXT NOT NULL,
    act JSONB NOT NULL,
    reason TEXT NOT NULL,
    failure TEXT
);
CREATE TRIGGER admin_acts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON admin_acts
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT, DELETE ON admins TO turnpike_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON suspensions TO turnpike_app;
GRANT UPDATE (paused_at) ON games TO turnpike_app;
GRANT SELECT, INSERT ON admin_acts TO turnpike_app;
GRANT USAGE ON SEQUENCE admin_acts_id_seq TO turnpike_app;
