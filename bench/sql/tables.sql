-- What a server written by hand would keep, twice: the state of a game as jsonb, and as bytes.
CREATE SCHEMA SHAPE;
CREATE TABLE SHAPE.games (
    id bigint PRIMARY KEY,
    kind text NOT NULL,
    status text NOT NULL,
    ply bigint NOT NULL,
    acting integer NOT NULL,
    head bytea NOT NULL,
    changed_at timestamptz NOT NULL,
    state SHAPE NOT NULL
) WITH (fillfactor = 70);
CREATE TABLE SHAPE.entries (
    game_id bigint NOT NULL REFERENCES SHAPE.games,
    n bigint NOT NULL,
    seat smallint NOT NULL,
    move jsonb NOT NULL,
    at timestamptz NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (game_id, n)
);
CREATE TABLE SHAPE.outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game_id bigint NOT NULL,
    kind text NOT NULL,
    player_id bigint NOT NULL,
    payload jsonb NOT NULL,
    status text NOT NULL DEFAULT 'waiting',
    due_at timestamptz NOT NULL
);
CREATE INDEX ON SHAPE.outbox (due_at) WHERE status = 'waiting';
