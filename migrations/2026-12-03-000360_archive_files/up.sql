-- Archive files: the finished public games of a month, one file for each kind of game. A draft has
-- no hash. A job appends pieces to it, and puts it in place of the previous file when it is whole.
-- On Citus the tables stay on the coordinator.
CREATE TABLE archive_files (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind TEXT NOT NULL,
    -- The first day of the month, in UTC.
    month DATE NOT NULL,
    games INTEGER NOT NULL DEFAULT 0 CHECK (games >= 0),
    bytes BIGINT NOT NULL DEFAULT 0 CHECK (bytes >= 0),
    -- SHA-256 of the whole file.
    sha256 BYTEA CHECK (length(sha256) = 32),
    -- When the job began to read the games.
    begun_at TIMESTAMPTZ NOT NULL,
    -- When the job has to make the file again: a name in it has changed, or a deal closes.
    stale_at TIMESTAMPTZ,
    -- The last game in a draft.
    last_at TIMESTAMPTZ,
    last_id TEXT,
    CHECK ((last_at IS NULL) = (last_id IS NULL))
);
CREATE UNIQUE INDEX archive_files_whole ON archive_files (kind, month) WHERE sha256 IS NOT NULL;
CREATE UNIQUE INDEX archive_files_draft ON archive_files ((true)) WHERE sha256 IS NULL;

-- The pieces of a file, each with its first byte. Each is a frame of zstd.
CREATE TABLE archive_pieces (
    file_id BIGINT NOT NULL REFERENCES archive_files ON DELETE CASCADE,
    start BIGINT NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (file_id, start)
);
ALTER TABLE archive_pieces ALTER content SET STORAGE EXTERNAL;

GRANT SELECT, INSERT, UPDATE, DELETE ON archive_files TO turnpike_app;
GRANT SELECT, INSERT, DELETE ON archive_pieces TO turnpike_app;
GRANT USAGE, SELECT ON SEQUENCE archive_files_id_seq TO turnpike_app;
