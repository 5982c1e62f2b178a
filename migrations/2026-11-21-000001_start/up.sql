-- The role the server works under. Its rights are the second guard of the log: it may add
-- entries, and neither change nor remove them. It cannot sign in; connections switch to it.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'turnpike_app') THEN
        CREATE ROLE turnpike_app NOLOGIN;
    END IF;
    BEGIN
        PERFORM set_config('role', 'turnpike_app', true);
        PERFORM set_config('role', 'none', true);
    EXCEPTION WHEN insufficient_privilege THEN
        EXECUTE format('GRANT turnpike_app TO %I', current_user);
    END;
END
$$;

CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);

CREATE TABLE players (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL CONSTRAINT players_name_key UNIQUE,
    email TEXT,
    email_confirmed_at TIMESTAMPTZ,
    pending_email TEXT,
    password_hash TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ
);
CREATE INDEX players_email ON players (lower(email));
-- An address belongs to one account once it is confirmed, and to anybody who types it before.
CREATE UNIQUE INDEX players_confirmed_email ON players (lower(email))
    WHERE email_confirmed_at IS NOT NULL;

CREATE TABLE mail_codes (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players,
    purpose TEXT NOT NULL CHECK (purpose IN ('confirm', 'sign_in', 'reset')),
    email TEXT NOT NULL,
    code_hash BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    used_at TIMESTAMPTZ
);
CREATE INDEX mail_codes_player ON mail_codes (player_id, purpose);

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players,
    created_at TIMESTAMPTZ NOT NULL,
    last_used_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    revoked_at TIMESTAMPTZ
);
CREATE INDEX sessions_player ON sessions (player_id);
CREATE INDEX sessions_revoked ON sessions (revoked_at) WHERE revoked_at IS NOT NULL;

CREATE TABLE refresh_tokens (
    hash BYTEA PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    issued_at TIMESTAMPTZ NOT NULL,
    replaced_at TIMESTAMPTZ,
    replaced_by BYTEA
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    rules TEXT NOT NULL,
    options JSONB NOT NULL,
    seat_count SMALLINT NOT NULL CHECK (seat_count BETWEEN 1 AND 12),
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
    status TEXT NOT NULL CHECK (status IN ('open', 'running', 'finished', 'cancelled')),
    creator_id BIGINT NOT NULL REFERENCES players,
    server_seed BYTEA NOT NULL CHECK (octet_length(server_seed) = 32),
    seed_source TEXT NOT NULL CHECK (seed_source IN ('secret', 'chosen')),
    seed_commitment BYTEA NOT NULL CHECK (octet_length(seed_commitment) = 32),
    game_seed BYTEA CHECK (octet_length(game_seed) = 32),
    start BYTEA CHECK (octet_length(start) = 32),
    ply BIGINT NOT NULL DEFAULT 0,
    head BYTEA CHECK (octet_length(head) = 32),
    acting INTEGER NOT NULL DEFAULT 0,
    result JSONB,
    rematch_of TEXT REFERENCES games CONSTRAINT games_one_rematch UNIQUE,
    created_at TIMESTAMPTZ NOT NULL,
    started_at TIMESTAMPTZ,
    changed_at TIMESTAMPTZ NOT NULL,
    finished_at TIMESTAMPTZ
) WITH (fillfactor = 70);
-- No index holds a column that a move changes, so that a move rewrites no index.
CREATE INDEX games_status ON games (status, created_at DESC, id DESC);
CREATE INDEX games_created ON games (created_at DESC, id DESC);

CREATE TABLE seats (
    game_id TEXT NOT NULL REFERENCES games,
    seat SMALLINT NOT NULL,
    player_id BIGINT REFERENCES players,
    invited_id BIGINT REFERENCES players,
    invited_email TEXT,
    invitation_hash BYTEA,
    entropy TEXT NOT NULL DEFAULT '',
    joined_at TIMESTAMPTZ,
    PRIMARY KEY (game_id, seat),
    CONSTRAINT seats_one_a_player UNIQUE (game_id, player_id)
);
CREATE INDEX seats_player ON seats (player_id);
CREATE INDEX seats_invited ON seats (invited_id) WHERE invited_id IS NOT NULL;
CREATE INDEX seats_invited_email ON seats (lower(invited_email)) WHERE invited_email IS NOT NULL;

CREATE TABLE entries (
    game_id TEXT NOT NULL REFERENCES games,
    n BIGINT NOT NULL CHECK (n > 0),
    kind TEXT NOT NULL CHECK (kind IN ('move', 'leave')),
    seat SMALLINT NOT NULL,
    seq INTEGER NOT NULL CHECK (seq > 0),
    move JSONB CHECK ((kind = 'move') = (move IS NOT NULL)),
    at TIMESTAMPTZ NOT NULL,
    hash BYTEA NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (game_id, n),
    CONSTRAINT entries_one_a_seq UNIQUE (game_id, seat, seq)
);

CREATE TABLE snapshots (
    game_id TEXT NOT NULL REFERENCES games,
    n BIGINT NOT NULL,
    state BYTEA NOT NULL,
    PRIMARY KEY (game_id, n)
);

-- Mail that is to be sent. A row is written with the fact that it tells; `key` names the notice
-- within its game, so that a notice exists once. Mail without a game has the empty game id.
CREATE TABLE outbox (
    game_id TEXT NOT NULL DEFAULT '',
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    player_id BIGINT REFERENCES players,
    address TEXT,
    seat SMALLINT,
    ply BIGINT,
    payload JSONB NOT NULL DEFAULT '{}',
    status TEXT NOT NULL DEFAULT 'waiting'
        CHECK (status IN ('waiting', 'sent', 'dropped', 'dead')),
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at TIMESTAMPTZ NOT NULL,
    due_at TIMESTAMPTZ NOT NULL,
    leased_until TIMESTAMPTZ,
    done_at TIMESTAMPTZ,
    last_error TEXT,
    PRIMARY KEY (game_id, key)
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE status = 'waiting';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only';
END
$$;
CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT, UPDATE, DELETE ON
    settings, players, mail_codes, sessions, refresh_tokens, games, seats, snapshots, outbox
    TO turnpike_app;
GRANT SELECT, INSERT ON entries TO turnpike_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO turnpike_app;
