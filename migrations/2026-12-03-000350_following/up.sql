-- Players whom a player follows. Only that player sees them.
CREATE TABLE following (
    player_id BIGINT NOT NULL REFERENCES players ON DELETE CASCADE,
    followed_id BIGINT NOT NULL REFERENCES players ON DELETE CASCADE,
    since TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (player_id, followed_id),
    CHECK (player_id <> followed_id)
);
CREATE INDEX following_followed ON following (followed_id);

GRANT SELECT, INSERT, DELETE ON following TO turnpike_app;

-- Accounts by the beginning of their name. In the order of bytes, a prefix is a range of this index.
CREATE INDEX players_listed ON players (name_key COLLATE "C") WHERE deleted_at IS NULL AND NOT guest;
