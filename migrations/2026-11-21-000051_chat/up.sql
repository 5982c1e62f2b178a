-- What is said about a game. `n` counts the messages of a game, over both rooms, in the order in
-- which they were written. `client_key` is what its writer calls a message, so that one that is
-- sent twice is said once. The text is null when its writer's account was deleted.
CREATE TABLE messages (
    game_id TEXT NOT NULL REFERENCES games,
    n BIGINT NOT NULL CHECK (n > 0),
    room TEXT NOT NULL CHECK (room IN ('table', 'spectators')),
    author_id BIGINT NOT NULL REFERENCES players,
    client_key TEXT NOT NULL,
    said TEXT,
    at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (game_id, n),
    CONSTRAINT messages_once UNIQUE (game_id, author_id, client_key)
);
CREATE INDEX messages_author ON messages (author_id);

-- Up to which message of the table a player has looked (`seen`), and was told by mail (`mailed`).
CREATE TABLE chat_marks (
    game_id TEXT NOT NULL REFERENCES games,
    player_id BIGINT NOT NULL REFERENCES players,
    seen BIGINT NOT NULL DEFAULT 0,
    mailed BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (game_id, player_id)
);
CREATE INDEX chat_marks_player ON chat_marks (player_id);

-- What a player writes down about a game, for nobody else. `version` counts its changes.
CREATE TABLE notes (
    game_id TEXT NOT NULL REFERENCES games,
    player_id BIGINT NOT NULL REFERENCES players,
    note TEXT NOT NULL,
    version INTEGER NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (game_id, player_id)
);
CREATE INDEX notes_player ON notes (player_id);

-- Whom a player does not want to hear (`muted`) or to have to do with (`blocked`).
CREATE TABLE avoided (
    player_id BIGINT NOT NULL REFERENCES players,
    other_id BIGINT NOT NULL REFERENCES players,
    how TEXT NOT NULL CHECK (how IN ('muted', 'blocked')),
    since TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (player_id, other_id, how),
    CHECK (player_id <> other_id)
);
CREATE INDEX avoided_other ON avoided (other_id);

-- What players report to the operator: another player, or what that player said.
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    game_id TEXT NOT NULL REFERENCES games,
    reporter_id BIGINT REFERENCES players,
    reported_id BIGINT NOT NULL REFERENCES players,
    message BIGINT,
    said TEXT,
    reason TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX reports_reporter ON reports (reporter_id);
CREATE INDEX reports_reported ON reports (reported_id);

-- Requests to make a game that may be sent again: what the player calls them (`Idempotency-Key`), a
-- hash of what they ask for, and the game that was made.
CREATE TABLE idempotency_keys (
    player_id BIGINT NOT NULL REFERENCES players,
    key TEXT NOT NULL,
    request BYTEA NOT NULL,
    game_id TEXT REFERENCES games,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (player_id, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON
    messages, chat_marks, notes, avoided, reports, idempotency_keys
    TO turnpike_app;
