-- The schema of a new database.
--
-- A database of an earlier version gets the same schema from the steps in `crates/db/upgrades`. The
-- last step has the version of this file, so such a database skips this file. A test compares both
-- ways. The order of columns is that in which the steps added them.
--
-- `crates/db/src/schema.rs` describes which parts the tables form, and why they have these indexes.

-- The role of the server. Its privileges are listed at the end. A role that cannot sign in is
-- enough: connections of the owner switch to it.
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

-- # Accounts

-- Accounts and guests. No row is ever deleted: logs and mails name players.
CREATE TABLE players (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name in lower case.
    name_key TEXT NOT NULL CONSTRAINT players_name_key UNIQUE,
    email TEXT,
    email_confirmed_at TIMESTAMPTZ,
    -- A new address that waits for its confirmation.
    pending_email TEXT,
    password_hash TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ,
    -- An IANA name. NULL means UTC.
    time_zone TEXT,
    -- Mail settings that differ from the default.
    mail JSONB,
    -- Stands for the player in links and addresses that never expire. It reveals nothing.
    mail_id TEXT NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', '')
        CONSTRAINT players_mail_id UNIQUE,
    -- The language of mails (BCP 47).
    language TEXT NOT NULL DEFAULT 'en',
    -- The last password reset by mail, until the next sign-in.
    reset_at TIMESTAMPTZ,
    -- The skeleton of the name (`accounts::identity`), so that no two names look alike. NULL after
    -- the account was deleted, and in accounts whose name looked like an older one at the upgrade.
    looks TEXT CONSTRAINT players_looks UNIQUE,
    -- The epoch of the secret reply addresses of the player's seats. A new epoch voids them all.
    mail_epoch INTEGER NOT NULL DEFAULT 0,
    -- Whether the server plays forced moves in games that the player begins from now on.
    forced BOOLEAN NOT NULL DEFAULT true,
    -- Whether a program plays with this account. Public.
    automated BOOLEAN NOT NULL DEFAULT false,
    -- Whether this is a guest, who has a session only. Guests end with a sign-up or a month of
    -- absence.
    guest BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT players_guests
        CHECK (NOT guest OR num_nonnulls(email, pending_email, password_hash, deleted_at) = 0)
);
CREATE INDEX players_email ON players (lower(email));
-- A confirmed address belongs to one account. Several accounts may claim an unconfirmed one.
CREATE UNIQUE INDEX players_confirmed_email ON players (lower(email))
    WHERE email_confirmed_at IS NOT NULL;
CREATE INDEX players_guests_created ON players (created_at) WHERE guest;

-- Codes and links that the server mails.
CREATE TABLE mail_codes (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players,
    purpose TEXT NOT NULL CHECK (purpose IN ('confirm', 'new_address', 'sign_in', 'reset')),
    email TEXT NOT NULL,
    code_hash BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    -- Wrong codes of callers who gave the player's name only.
    attempts INTEGER NOT NULL DEFAULT 0,
    used_at TIMESTAMPTZ,
    -- The hash of the long secret in the link. Wrong attempts do not use it up.
    link_hash BYTEA,
    -- Wrong codes of the player, signed in.
    own_attempts INTEGER NOT NULL DEFAULT 0,
    -- When the server sent a newer code. This voids the code, but not the link.
    replaced_at TIMESTAMPTZ
);
CREATE INDEX mail_codes_player ON mail_codes (player_id, purpose);
CREATE UNIQUE INDEX mail_codes_link ON mail_codes (link_hash) WHERE link_hash IS NOT NULL;

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players,
    created_at TIMESTAMPTZ NOT NULL,
    last_used_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    revoked_at TIMESTAMPTZ,
    -- For the player's list of sessions: `Firefox on Linux`.
    device TEXT
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

-- The secret that a player shares with an authenticator app. It takes effect with the first code.
CREATE TABLE totp_secrets (
    player_id BIGINT PRIMARY KEY REFERENCES players,
    secret BYTEA NOT NULL,
    begun_at TIMESTAMPTZ NOT NULL,
    confirmed_at TIMESTAMPTZ,
    -- The half minute of the last accepted code. The server accepts later ones only.
    last_step BIGINT NOT NULL DEFAULT 0
);

-- Hashes of the codes that replace a lost app, each once.
CREATE TABLE recovery_codes (
    player_id BIGINT NOT NULL REFERENCES players,
    hash BYTEA NOT NULL,
    PRIMARY KEY (player_id, hash)
);

-- Public keys of players' authenticators.
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players,
    credential BYTEA NOT NULL CONSTRAINT passkeys_credential UNIQUE,
    -- Stands for the player in the authenticator.
    user_handle BYTEA NOT NULL,
    name TEXT NOT NULL,
    -- With `state`, the library's data for checking signatures.
    key BYTEA NOT NULL,
    state BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    last_used_at TIMESTAMPTZ
);
CREATE INDEX passkeys_player ON passkeys (player_id);

-- Challenges that wait some minutes for an authenticator, each for one answer.
CREATE TABLE ceremonies (
    -- A hash.
    challenge BYTEA PRIMARY KEY,
    -- The player who adds a passkey. NULL for a sign-in.
    player_id BIGINT REFERENCES players,
    state BYTEA NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX ceremonies_expires ON ceremonies (expires_at);

-- Access tokens that players give to programs.
CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash BYTEA NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    scopes TEXT NOT NULL CHECK (scopes <> ''),
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL CHECK (expires_at > created_at),
    last_used_at TIMESTAMPTZ,
    -- The `client_id` of the program that requested the token, in its spelling. NULL for tokens
    -- that the player made, and for those from before this column.
    client_id TEXT
);
CREATE INDEX tokens_player ON tokens (player_id);

-- Requests of programs for tokens (RFC 6749, RFC 8628), until the program has its token.
CREATE TABLE grants (
    -- The hash of the secret that the program presents: an authorization code or a device code.
    hash BYTEA PRIMARY KEY,
    -- The hash of the code that the player of a device types.
    user_code BYTEA UNIQUE,
    redirect_uri TEXT,
    challenge TEXT,
    client TEXT NOT NULL,
    scopes TEXT NOT NULL,
    player_id BIGINT REFERENCES players ON DELETE CASCADE,
    status TEXT NOT NULL CHECK (status IN ('asked', 'granted', 'denied', 'used')),
    token_id TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    polled_at TIMESTAMPTZ,
    CHECK ((user_code IS NULL) = (redirect_uri IS NOT NULL)),
    CHECK ((redirect_uri IS NULL) = (challenge IS NULL)),
    CHECK (status IN ('asked', 'denied') OR player_id IS NOT NULL)
);
CREATE INDEX grants_expires ON grants (expires_at);
CREATE INDEX grants_player ON grants (player_id) WHERE player_id IS NOT NULL;

-- Responses to requests with an `Idempotency-Key`.
CREATE TABLE answers (
    -- The hash of the caller and the key.
    name BYTEA PRIMARY KEY,
    -- The hash of the request.
    request BYTEA NOT NULL,
    -- Encrypted with both. NULL while the server works on the request.
    answer BYTEA,
    created_at TIMESTAMPTZ NOT NULL,
    -- The caller's account, whose number of answers is limited. NULL for callers without one, and
    -- for answers from before this column.
    player_id BIGINT
);
CREATE INDEX answers_created ON answers (created_at);
CREATE INDEX answers_player ON answers (player_id, created_at);

-- Rate limits that all nodes share.
CREATE TABLE quotas (
    -- A hash, which does not reveal the caller.
    key BYTEA PRIMARY KEY,
    spent_until TIMESTAMPTZ NOT NULL
);

-- Players whom a player does not want to read, or to play with.
CREATE TABLE avoided (
    player_id BIGINT NOT NULL REFERENCES players,
    other_id BIGINT NOT NULL REFERENCES players,
    how TEXT NOT NULL CHECK (how IN ('muted', 'blocked')),
    since TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (player_id, other_id, how),
    CHECK (player_id <> other_id)
);
CREATE INDEX avoided_other ON avoided (other_id);

-- Reserved names of deleted accounts.
CREATE TABLE former_names (
    -- The hash of the name's skeleton.
    hash BYTEA PRIMARY KEY,
    until TIMESTAMPTZ NOT NULL
);

-- # Games

-- Games that share shuffles and dice, each played on its own. A deal never changes. It becomes
-- public when it closes.
CREATE TABLE deals (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    rules TEXT NOT NULL,
    options JSONB NOT NULL,
    seat_count SMALLINT NOT NULL CHECK (seat_count BETWEEN 1 AND 12),
    server_seed BYTEA NOT NULL CHECK (octet_length(server_seed) = 32),
    seed_commitment BYTEA NOT NULL CHECK (seed_commitment = sha256(server_seed)),
    creator_id BIGINT NOT NULL REFERENCES players,
    created_at TIMESTAMPTZ NOT NULL,
    closes_at TIMESTAMPTZ NOT NULL CHECK (closes_at > created_at),
    UNIQUE (id, closes_at, seed_commitment)
);

-- No row is ever deleted: logs and mails name games. The trigger `games_sound` checks the columns
-- that moves leave alone.
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    rules TEXT NOT NULL,
    options JSONB NOT NULL,
    seat_count SMALLINT NOT NULL,
    visibility TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'running', 'finished', 'cancelled')),
    creator_id BIGINT NOT NULL REFERENCES players,
    server_seed BYTEA NOT NULL,
    seed_source TEXT NOT NULL,
    seed_commitment BYTEA NOT NULL,
    -- The seed and the first hash of the log, written when the game begins.
    game_seed BYTEA,
    start BYTEA,
    -- The number of entries in the log, and the hash of the last one.
    ply BIGINT NOT NULL DEFAULT 0,
    head BYTEA CHECK (octet_length(head) = 32),
    -- The bit mask of the seats that have to decide.
    acting INTEGER NOT NULL DEFAULT 0,
    result JSONB,
    rematch_of TEXT REFERENCES games CONSTRAINT games_one_rematch UNIQUE,
    created_at TIMESTAMPTZ NOT NULL,
    started_at TIMESTAMPTZ,
    changed_at TIMESTAMPTZ NOT NULL,
    finished_at TIMESTAMPTZ,
    -- The bit mask of the seats of bots, so that the server finds their turns without a join.
    bots INTEGER NOT NULL DEFAULT 0,
    -- The agreed pace, and the state of each seat's clock. NULL in a game without a pace.
    pace JSONB,
    clocks JSONB,
    -- A time at or before the next reminder or time-out. Moves only bring it forward, so most moves
    -- leave the index alone.
    look_at TIMESTAMPTZ,
    -- Counts changes that are not in the log: of clocks, holidays and orders.
    revision INTEGER NOT NULL DEFAULT 0,
    paused_at TIMESTAMPTZ,
    -- Blinds the hashes of the log if the seed does not: a player who knows a chosen seed could
    -- otherwise tell sealed moves from their hashes. NULL in games from before this column.
    blinding_secret BYTEA,
    -- The deal of this game, and when it closes. Until then others see nothing of the game.
    deal_id TEXT,
    closes_at TIMESTAMPTZ,
    CONSTRAINT games_deal FOREIGN KEY (deal_id, closes_at, seed_commitment)
        REFERENCES deals (id, closes_at, seed_commitment)
) WITH (fillfactor = 70);
CREATE INDEX games_status ON games (status, created_at DESC, id DESC);
CREATE INDEX games_creator ON games (creator_id);
CREATE INDEX games_deal ON games (deal_id) WHERE deal_id IS NOT NULL;
CREATE INDEX games_bots ON games (id) WHERE bots <> 0 AND status = 'running';
CREATE INDEX games_look_at ON games (look_at) WHERE look_at IS NOT NULL;
-- A list reads about as many rows as its page has, with any filter.
CREATE INDEX games_listed ON games (created_at DESC, id COLLATE "C" DESC)
    WHERE visibility = 'public';
CREATE INDEX games_listed_status ON games (status, created_at DESC, id COLLATE "C" DESC)
    WHERE visibility = 'public';
CREATE INDEX games_listed_kind ON games (kind, created_at DESC, id COLLATE "C" DESC)
    WHERE visibility = 'public';
CREATE INDEX games_listed_kind_status ON games (kind, status, created_at DESC, id COLLATE "C" DESC)
    WHERE visibility = 'public';

CREATE TABLE seats (
    game_id TEXT NOT NULL REFERENCES games,
    seat SMALLINT NOT NULL,
    player_id BIGINT REFERENCES players,
    -- The invited player, or an address, or the hash of the secret in a link.
    invited_id BIGINT REFERENCES players,
    invited_email TEXT,
    invitation_hash BYTEA,
    -- The player's part of the game's seed.
    entropy TEXT NOT NULL DEFAULT '',
    joined_at TIMESTAMPTZ,
    bot TEXT CHECK (bot IN ('random', 'greedy')) CHECK (bot IS NULL OR player_id IS NULL),
    -- The last player before a takeover. `former_sitters` has all.
    former_id BIGINT REFERENCES players,
    -- The hash of the secret in the seat's reply address.
    reply_hash BYTEA,
    PRIMARY KEY (game_id, seat),
    CONSTRAINT seats_one_a_player UNIQUE (game_id, player_id)
);
CREATE INDEX seats_player ON seats (player_id);
CREATE INDEX seats_invited ON seats (invited_id) WHERE invited_id IS NOT NULL;
CREATE INDEX seats_invited_email ON seats (lower(invited_email)) WHERE invited_email IS NOT NULL;
CREATE INDEX seats_former ON seats (former_id) WHERE former_id IS NOT NULL;
CREATE UNIQUE INDEX seats_reply ON seats (reply_hash) WHERE reply_hash IS NOT NULL;

-- The logs. Nobody changes or deletes entries. The writer has locked the row in `games`, which
-- stays for ever, so a foreign key would only cost time. A replay checks that each seat's `seq` has
-- no gap.
CREATE TABLE entries (
    game_id TEXT NOT NULL,
    n BIGINT NOT NULL CHECK (n > 0),
    kind TEXT NOT NULL CHECK (kind IN ('move', 'leave', 'timeout', 'takeover')),
    seat SMALLINT NOT NULL,
    seq INTEGER NOT NULL CHECK (seq > 0),
    move JSONB CHECK ((kind = 'move') = (move IS NOT NULL)),
    at TIMESTAMPTZ NOT NULL,
    hash BYTEA NOT NULL CHECK (octet_length(hash) = 32),
    -- What a time-out leads to.
    leads_to TEXT
        CHECK (leads_to IN ('leave', 'bot', 'move', 'end'))
        CONSTRAINT entries_timeout_leads_to CHECK ((kind = 'timeout') = (leads_to IS NOT NULL)),
    -- Who takes the seat over.
    by TEXT
        CHECK (by IN ('player', 'random', 'greedy'))
        CONSTRAINT entries_takeover_by CHECK ((kind = 'takeover') = (by IS NOT NULL)),
    PRIMARY KEY (game_id, n)
);

-- States after some entries, which make loading fast. They follow from the log. Like `entries`,
-- they have no foreign key.
CREATE TABLE snapshots (
    game_id TEXT NOT NULL,
    n BIGINT NOT NULL,
    state BYTEA NOT NULL,
    -- Detects a flipped bit. The server ignores snapshots without a hash, from before this column.
    hash BYTEA CHECK (length(hash) = 32),
    PRIMARY KEY (game_id, n)
);

-- Ids and seeds of games that are not created yet: the creator sees the commitment before choosing
-- entropy.
CREATE TABLE reservations (
    id TEXT PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players,
    server_seed BYTEA NOT NULL CHECK (octet_length(server_seed) = 32),
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX reservations_expire ON reservations (expires_at);

-- Requests to create a game or a deal, which clients may retry.
CREATE TABLE idempotency_keys (
    player_id BIGINT NOT NULL REFERENCES players,
    key TEXT NOT NULL,
    -- The hash of the request.
    request BYTEA NOT NULL,
    game_id TEXT REFERENCES games,
    created_at TIMESTAMPTZ NOT NULL,
    deal_id TEXT REFERENCES deals,
    PRIMARY KEY (player_id, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

-- All former players of seats.
CREATE TABLE former_sitters (
    game_id TEXT NOT NULL REFERENCES games,
    seat SMALLINT NOT NULL,
    player_id BIGINT NOT NULL REFERENCES players,
    PRIMARY KEY (game_id, seat, player_id)
);
CREATE INDEX former_sitters_player ON former_sitters (player_id);

-- Players whom the creator removed before the game began. They return only to a seat that is kept
-- for them.
CREATE TABLE sent_away (
    game_id TEXT NOT NULL REFERENCES games,
    player_id BIGINT NOT NULL REFERENCES players,
    PRIMARY KEY (game_id, player_id)
);
CREATE INDEX sent_away_player ON sent_away (player_id);

-- Days on which a player's clocks stop.
CREATE TABLE holidays (
    id TEXT PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players,
    -- Days in the player's calendar, which count against the yearly allowance.
    first_day DATE NOT NULL,
    last_day DATE NOT NULL,
    -- When the clocks stop and continue.
    begins_at TIMESTAMPTZ NOT NULL,
    ends_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    CHECK (first_day <= last_day),
    CHECK (begins_at <= ends_at)
);
CREATE INDEX holidays_player ON holidays (player_id, ends_at);

-- Moves that players leave for their next turns. Secret from all others.
CREATE TABLE orders (
    game_id TEXT NOT NULL REFERENCES games,
    seat SMALLINT NOT NULL,
    forced BOOLEAN NOT NULL,
    moves JSONB NOT NULL,
    -- A list of texts in the game's own language of conditions.
    conditional JSONB NOT NULL DEFAULT '[]',
    PRIMARY KEY (game_id, seat)
);

-- The chat of games.
CREATE TABLE messages (
    game_id TEXT NOT NULL REFERENCES games,
    -- Counts the messages of both rooms, in the order of writing.
    n BIGINT NOT NULL CHECK (n > 0),
    room TEXT NOT NULL CHECK (room IN ('table', 'spectators')),
    author_id BIGINT NOT NULL REFERENCES players,
    -- The author's name for the message, so that a retry adds no second one.
    client_key TEXT NOT NULL,
    -- NULL after the author's account was deleted.
    said TEXT,
    at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (game_id, n),
    CONSTRAINT messages_once UNIQUE (game_id, author_id, client_key)
);
CREATE INDEX messages_author ON messages (author_id);

-- The last message of the table that a player has seen, and the last one that a mail told of.
CREATE TABLE chat_marks (
    game_id TEXT NOT NULL REFERENCES games,
    player_id BIGINT NOT NULL REFERENCES players,
    seen BIGINT NOT NULL DEFAULT 0,
    mailed BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (game_id, player_id)
);
CREATE INDEX chat_marks_player ON chat_marks (player_id);

-- Private notes of players about games.
CREATE TABLE notes (
    game_id TEXT NOT NULL REFERENCES games,
    player_id BIGINT NOT NULL REFERENCES players,
    note TEXT NOT NULL,
    -- Counts the changes.
    version INTEGER NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (game_id, player_id)
);
CREATE INDEX notes_player ON notes (player_id);

-- Reports of players to the operator about another player, or about a message of that player.
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    game_id TEXT NOT NULL REFERENCES games,
    reporter_id BIGINT REFERENCES players,
    reported_id BIGINT NOT NULL REFERENCES players,
    message BIGINT,
    said TEXT,
    reason TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    resolved_at TIMESTAMPTZ
);
CREATE INDEX reports_reporter ON reports (reporter_id);
CREATE INDEX reports_reported ON reports (reported_id);

-- # Mail

-- Outgoing mails, written in the same transaction as the change that they report. Players are never
-- deleted, so `player_id` needs no foreign key.
CREATE TABLE outbox (
    -- Empty for mails that are not about a game.
    game_id TEXT NOT NULL DEFAULT '',
    -- Names the notice within its game, so that it exists once.
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    player_id BIGINT,
    address TEXT,
    seat SMALLINT,
    ply BIGINT,
    payload JSONB NOT NULL DEFAULT '{}',
    -- `held` mails wait for the recipient's next digest. The recipient's mail server has `refused`
    -- a mail for good. A `dead` mail needs the operator.
    status TEXT NOT NULL DEFAULT 'waiting'
        CHECK (status IN ('waiting', 'held', 'sent', 'dropped', 'refused', 'dead')),
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at TIMESTAMPTZ NOT NULL,
    due_at TIMESTAMPTZ NOT NULL,
    leased_until TIMESTAMPTZ,
    done_at TIMESTAMPTZ,
    last_error TEXT,
    -- Leases that did not try to send.
    put_off INTEGER NOT NULL DEFAULT 0,
    -- 0 for mails that a person waits for. The server sends them first.
    rank SMALLINT NOT NULL GENERATED ALWAYS AS (
        CASE WHEN kind IN ('sign_in_code', 'password_reset', 'confirm_address', 'reply') THEN 0
        ELSE 1 END
    ) STORED,
    -- When the server pushed the notice, and when a push service last took it. The mail then waits
    -- for its reader to come.
    pushed_at TIMESTAMPTZ,
    push_taken_at TIMESTAMPTZ,
    PRIMARY KEY (game_id, key)
);
CREATE INDEX outbox_rank ON outbox (rank, due_at) WHERE status = 'waiting';
CREATE INDEX outbox_held ON outbox (player_id) WHERE status = 'held';
-- For the counts of dead and refused mails.
CREATE INDEX outbox_dead ON outbox (done_at) WHERE status = 'dead';
CREATE INDEX outbox_refused ON outbox (done_at) WHERE status = 'refused';
-- For the deletion of mails after a month.
CREATE INDEX outbox_over ON outbox (done_at) WHERE status IN ('sent', 'dropped', 'refused');

-- Incoming mails. The server accepts a mail once its row is stored.
CREATE TABLE inbound (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The Message-ID and the recipient, or the whole mail, so that a mail that comes twice is one.
    key BYTEA NOT NULL CONSTRAINT inbound_once UNIQUE,
    sender TEXT NOT NULL,
    recipient TEXT NOT NULL,
    raw BYTEA NOT NULL,
    status TEXT NOT NULL DEFAULT 'waiting'
        CHECK (status IN ('waiting', 'answered', 'silent', 'dead')),
    reason TEXT,
    -- With `begun_at`: the server processes a mail once, also after a crash.
    seq INTEGER,
    begun_at TIMESTAMPTZ,
    attempts INTEGER NOT NULL DEFAULT 0,
    received_at TIMESTAMPTZ NOT NULL,
    due_at TIMESTAMPTZ NOT NULL,
    leased_until TIMESTAMPTZ,
    done_at TIMESTAMPTZ,
    -- The hash of a text without effect. The server does not answer the same text again and again.
    vain BYTEA
);
CREATE INDEX inbound_due ON inbound (due_at) WHERE status = 'waiting';
CREATE INDEX inbound_done ON inbound (done_at) WHERE status <> 'waiting';
CREATE INDEX inbound_vain ON inbound (vain) WHERE vain IS NOT NULL;

-- A player's mail settings for one game.
CREATE TABLE game_wishes (
    game_id TEXT NOT NULL REFERENCES games,
    player_id BIGINT NOT NULL REFERENCES players,
    wishes JSONB NOT NULL,
    PRIMARY KEY (game_id, player_id)
);
CREATE INDEX game_wishes_player ON game_wishes (player_id);

-- When a player last used a client other than a mail program, to about a minute.
CREATE TABLE presence (
    player_id BIGINT PRIMARY KEY REFERENCES players,
    seen_at TIMESTAMPTZ NOT NULL
);

-- Addresses that had trouble with mail.
CREATE TABLE mail_addresses (
    -- A keyed hash of the address.
    id TEXT PRIMARY KEY,
    failures INTEGER NOT NULL DEFAULT 0,
    delays INTEGER NOT NULL DEFAULT 0,
    last_at TIMESTAMPTZ NOT NULL,
    not_before TIMESTAMPTZ,
    suspended_at TIMESTAMPTZ,
    reason TEXT CHECK (reason IN ('bounced', 'complained')),
    declined_at TIMESTAMPTZ,
    CHECK ((suspended_at IS NULL) = (reason IS NULL))
);
CREATE INDEX mail_addresses_suspended ON mail_addresses (suspended_at)
    WHERE suspended_at IS NOT NULL;

-- Additional addresses from which players write to their seats.
CREATE TABLE reply_senders (
    player_id BIGINT NOT NULL REFERENCES players,
    -- A keyed hash of the address, as in `mail_addresses`.
    id TEXT NOT NULL,
    -- Only valid if a mail server vouches for the sender.
    proven BOOLEAN NOT NULL,
    -- Also valid if the mail server in front calls the mail a forgery: the player has confirmed
    -- one.
    forged BOOLEAN NOT NULL DEFAULT false,
    PRIMARY KEY (player_id, id)
);

-- Commands that wait until the player confirms that they are genuine.
CREATE TABLE mailed_commands (
    hash BYTEA PRIMARY KEY,
    player_id BIGINT NOT NULL REFERENCES players,
    lines JSONB NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    -- The mail (`inbound.id`) that confirms the commands. No other mail carries them out.
    claimed_by BIGINT,
    -- For commands for a seat: the board that they answer, and the sender whom the server accepts
    -- from then on, with the columns of `reply_senders`.
    game_id TEXT REFERENCES games,
    seat SMALLINT,
    seq INTEGER,
    sender TEXT,
    proven BOOLEAN NOT NULL DEFAULT false,
    forged BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT mailed_commands_seat CHECK ((game_id IS NULL) = (seat IS NULL))
);
CREATE INDEX mailed_commands_player ON mailed_commands (player_id);

-- People without an account who wrote to the server, or are invited by address. A reply with the
-- secret makes the account, once.
CREATE TABLE strangers (
    -- The hash of the secret.
    hash BYTEA PRIMARY KEY,
    -- NULL once there is an account. Then all personal data here is gone.
    email TEXT,
    name TEXT NOT NULL,
    lines JSONB NOT NULL,
    language TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    -- The mail (`inbound.id`) with the reply. No other mail makes the account.
    claimed_by BIGINT,
    player_id BIGINT REFERENCES players,
    -- The game of the invitation. NULL if the person wrote first.
    game_id TEXT REFERENCES games,
    CONSTRAINT strangers_begun CHECK ((email IS NULL) = (player_id IS NOT NULL))
);
CREATE INDEX strangers_expire ON strangers (expires_at);
CREATE INDEX strangers_player ON strangers (player_id);
CREATE INDEX strangers_game ON strangers (game_id) WHERE game_id IS NOT NULL;

-- When a mail asked the player in a seat whether to leave the game for good.
CREATE TABLE resignations (
    game_id TEXT NOT NULL REFERENCES games,
    seat SMALLINT NOT NULL,
    player_id BIGINT NOT NULL REFERENCES players,
    asked_at TIMESTAMPTZ NOT NULL,
    -- The mail (`inbound.id`) that the question answered. A bare “yes” counts for that question
    -- only.
    mail_id BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (game_id, seat)
);
CREATE INDEX resignations_asked ON resignations (asked_at);

-- # Feeds, notifications and webhooks

-- The secret addresses of a player's calendar and feed, which share a secret.
CREATE TABLE feeds (
    player_id BIGINT PRIMARY KEY REFERENCES players ON DELETE CASCADE,
    hash BYTEA NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    made_at TIMESTAMPTZ NOT NULL
);

-- Browsers and phones that get notifications by Web Push. A subscription ends with its session or
-- token.
CREATE TABLE push_subscriptions (
    player_id BIGINT NOT NULL REFERENCES players ON DELETE CASCADE,
    id TEXT NOT NULL,
    session_id TEXT REFERENCES sessions ON DELETE CASCADE,
    token_id TEXT REFERENCES tokens ON DELETE CASCADE,
    endpoint TEXT NOT NULL,
    public_key BYTEA NOT NULL CHECK (octet_length(public_key) = 65),
    auth BYTEA NOT NULL CHECK (octet_length(auth) = 16),
    device TEXT,
    -- Whether to send chat messages too.
    chat BOOLEAN NOT NULL,
    -- Consecutive failures.
    misses SMALLINT NOT NULL DEFAULT 0,
    created_at TIMESTAMPTZ NOT NULL,
    -- When the push service last took a notification.
    told_at TIMESTAMPTZ,
    -- The host and port of the endpoint. Receivers share the capacity by host.
    host TEXT NOT NULL
        GENERATED ALWAYS AS (COALESCE(substring(endpoint FROM '^[a-z]+://([^/?#]*)'), '')) STORED,
    PRIMARY KEY (player_id, id),
    UNIQUE (player_id, endpoint),
    CHECK (num_nonnulls(session_id, token_id) = 1)
);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);
CREATE INDEX push_subscriptions_token ON push_subscriptions (token_id);

-- Addresses to which the server reports events of a player's games.
CREATE TABLE webhooks (
    player_id BIGINT NOT NULL REFERENCES players ON DELETE CASCADE,
    id TEXT NOT NULL,
    -- NULL for all games of the player.
    game_id TEXT REFERENCES games,
    url TEXT NOT NULL,
    format TEXT NOT NULL,
    -- Separated by spaces.
    events TEXT NOT NULL CHECK (events <> ''),
    -- The signing secret. After a change, the old one also signs for a day.
    secret BYTEA NOT NULL CHECK (octet_length(secret) BETWEEN 24 AND 64),
    old_secret BYTEA,
    old_until TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    disabled_at TIMESTAMPTZ,
    disabled_by TEXT CHECK ((disabled_by IS NULL) = (disabled_at IS NULL)),
    -- The start of the current series of failures.
    failing_since TIMESTAMPTZ,
    -- The host and port of the URL. Receivers share the capacity by host.
    host TEXT NOT NULL
        GENERATED ALWAYS AS (COALESCE(substring(url FROM '^[a-z]+://([^/?#]*)'), '')) STORED,
    -- The last successful delivery.
    taken_at TIMESTAMPTZ,
    -- The token that made the webhook, which ends with it. NULL if a session made it.
    token_id TEXT REFERENCES tokens ON DELETE CASCADE,
    PRIMARY KEY (player_id, id)
);
CREATE INDEX webhooks_token ON webhooks (token_id);

-- Deliveries to webhooks and their outcome. With a foreign key, each move of a player with a
-- webhook would wait for changes of the webhook.
CREATE TABLE webhook_deliveries (
    player_id BIGINT NOT NULL,
    webhook_id TEXT NOT NULL,
    id TEXT NOT NULL DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', ''),
    event TEXT NOT NULL,
    game_id TEXT,
    facts JSONB NOT NULL DEFAULT '{}',
    body TEXT,
    status TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0,
    -- The HTTP status of the last response.
    code INTEGER,
    created_at TIMESTAMPTZ NOT NULL,
    due_at TIMESTAMPTZ NOT NULL,
    leased_until TIMESTAMPTZ,
    tried_at TIMESTAMPTZ,
    done_at TIMESTAMPTZ,
    PRIMARY KEY (player_id, webhook_id, id)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_done ON webhook_deliveries (done_at) WHERE status <> 'waiting';
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (player_id, webhook_id, created_at);

-- # Operation

-- Secrets that all nodes share.
CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);

-- Keys that sign receipts (Ed25519). The highest number is in use. Old keys stay for checking what
-- they signed. The first node draws the first key.
CREATE TABLE signing_keys (
    number INTEGER PRIMARY KEY,
    secret BYTEA NOT NULL CHECK (octet_length(secret) = 32),
    since TIMESTAMPTZ NOT NULL,
    -- Whether this key replaces one that somebody else may have.
    earlier_leaked BOOLEAN NOT NULL DEFAULT false
);

-- Players who may use `/v1/admin`. Only the owner of the tables appoints them, not the server.
CREATE TABLE admins (
    player_id BIGINT PRIMARY KEY REFERENCES players,
    since TIMESTAMPTZ NOT NULL
);

-- Players who may not sign in, and the reason that they are shown.
CREATE TABLE suspensions (
    player_id BIGINT PRIMARY KEY REFERENCES players,
    since TIMESTAMPTZ NOT NULL,
    reason TEXT NOT NULL
);

-- Acts of operators: a row before each act, and another one with the failure if it fails.
CREATE TABLE admin_acts (
    id BIGSERIAL PRIMARY KEY,
    at TIMESTAMPTZ NOT NULL,
    -- NULL for the command line.
    admin_id BIGINT REFERENCES players,
    -- The name at that time.
    who TEXT NOT NULL,
    act JSONB NOT NULL,
    reason TEXT NOT NULL,
    failure TEXT
);

-- When each node last proved that it can write.
CREATE TABLE heartbeats (
    node TEXT PRIMARY KEY,
    at TIMESTAMPTZ NOT NULL
);

-- When any node last served the clocks, could take mail in, and began the hourly jobs.
CREATE TABLE watches (
    what TEXT PRIMARY KEY CHECK (what IN ('clocks', 'mail', 'hourly')),
    seen_at TIMESTAMPTZ NOT NULL
);

-- Times without any such node. A deadline within one is extended by its length.
CREATE TABLE outages (
    what TEXT NOT NULL CHECK (what IN ('clocks', 'mail')),
    began_at TIMESTAMPTZ NOT NULL,
    ended_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (what, began_at),
    CHECK (began_at < ended_at)
);

-- # Guards

-- Logs only grow.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only';
END
$$;
CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER admin_acts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON admin_acts
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signing_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON signing_keys
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Replaces the foreign keys of `entries`, `snapshots` and `outbox`, which cost a third of a move.
CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% are not removed: logs and mails name them', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER games_stay BEFORE DELETE OR TRUNCATE ON games
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER players_stay BEFORE DELETE OR TRUNCATE ON players
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

-- The seed is written once, when the game begins.
CREATE FUNCTION refuse_other_seed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the seed of a game that has begun stays as it is';
END
$$;
CREATE TRIGGER games_seed_stays BEFORE UPDATE OF game_seed, start ON games
    FOR EACH ROW
    WHEN (OLD.game_seed IS DISTINCT FROM NEW.game_seed AND OLD.game_seed IS NOT NULL
        OR OLD.start IS DISTINCT FROM NEW.start AND OLD.start IS NOT NULL)
    EXECUTE FUNCTION refuse_other_seed();

-- Checks the columns that moves leave alone. Each move would check a constraint again.
CREATE FUNCTION refuse_unsound_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seat_count NOT BETWEEN 1 AND 12
        OR NEW.visibility NOT IN ('public', 'private')
        OR NEW.seed_source NOT IN ('secret', 'chosen', 'deal')
        OR (NEW.seed_source = 'deal') <> (NEW.deal_id IS NOT NULL)
        OR (NEW.closes_at IS NOT NULL) <> (NEW.deal_id IS NOT NULL)
        OR NEW.deal_id IS NOT NULL AND NEW.blinding_secret IS NULL
        OR octet_length(NEW.server_seed) <> 32
        OR octet_length(NEW.seed_commitment) <> 32
        OR octet_length(NEW.blinding_secret) <> 32
        OR octet_length(NEW.game_seed) <> 32
        OR octet_length(NEW.start) <> 32
    THEN
        RAISE EXCEPTION 'such a game cannot be' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER games_sound BEFORE INSERT OR UPDATE OF seat_count, visibility, seed_source,
    server_seed, seed_commitment, blinding_secret, game_seed, start, deal_id, closes_at ON games
    FOR EACH ROW EXECUTE FUNCTION refuse_unsound_game();

-- # Triggers for servers of the previous release
--
-- They record former sitters, queue deliveries to webhooks, and send the hints of streams. Current
-- servers do this themselves, and set `turnpike.follow_ups` so that the triggers skip their
-- sessions. The next release drops these triggers with their functions.

CREATE FUNCTION remember_sitter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('turnpike.follow_ups', true) = 'own' THEN
        RETURN NULL;
    END IF;
    INSERT INTO former_sitters (game_id, seat, player_id)
    VALUES (NEW.game_id, NEW.seat, NEW.former_id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER seats_remember_sitter AFTER UPDATE OF former_id ON seats
    FOR EACH ROW WHEN (NEW.former_id IS NOT NULL) EXECUTE FUNCTION remember_sitter();

-- Sends the hint that a game changed as a notice to the session. The node passes it on.
CREATE FUNCTION tell_streams(game TEXT, others BIGINT[] DEFAULT '{}') RETURNS VOID
    LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('turnpike.follow_ups', true) = 'own' THEN
        RETURN;
    END IF;
    RAISE NOTICE USING ERRCODE = 'TP070', MESSAGE = concat_ws(' ', game, (
        SELECT string_agg(DISTINCT player::text, ' ')
        FROM (SELECT unnest(ARRAY[player_id, invited_id]) AS player FROM seats WHERE game_id = game
            UNION SELECT unnest(others)) AS players
        WHERE player IS NOT NULL));
END
$$;

CREATE FUNCTION games_tell_streams() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    -- A rematch shows in the game that it is one of; the seats of a new game tell of it themselves.
    IF TG_OP = 'INSERT' THEN
        PERFORM tell_streams(NEW.rematch_of);
        RETURN NULL;
    END IF;
    PERFORM tell_streams(NEW.id);
    IF OLD.rematch_of IS DISTINCT FROM NEW.rematch_of THEN
        PERFORM tell_streams(OLD.rematch_of);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER games_tell_streams
    AFTER UPDATE OF game_seed, rematch_of, revision, paused_at ON games
    FOR EACH ROW EXECUTE FUNCTION games_tell_streams();
CREATE TRIGGER rematches_tell_streams AFTER INSERT ON games
    FOR EACH ROW WHEN (NEW.rematch_of IS NOT NULL) EXECUTE FUNCTION games_tell_streams();

CREATE FUNCTION seats_tell_streams() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        PERFORM tell_streams(NEW.game_id, ARRAY[OLD.player_id, OLD.invited_id]);
    ELSE
        PERFORM tell_streams(NEW.game_id);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER seats_tell_streams
    AFTER INSERT OR UPDATE OF player_id, invited_id, invited_email, bot ON seats
    FOR EACH ROW EXECUTE FUNCTION seats_tell_streams();

CREATE FUNCTION messages_tell_streams() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tell_streams(NEW.game_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER messages_tell_streams AFTER INSERT ON messages
    FOR EACH ROW EXECUTE FUNCTION messages_tell_streams();

-- The events that a mail of this kind about a game stands for.
CREATE FUNCTION webhook_events(kind TEXT, ply BIGINT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN kind = 'your_turn' AND ply = 0 THEN ARRAY['game.begun', 'game.turn']
        WHEN kind = 'your_turn' THEN ARRAY['game.turn']
        WHEN kind = 'game_started' THEN ARRAY['game.begun']
        WHEN kind = 'reminder' THEN ARRAY['game.reminder']
        WHEN kind IN ('game_over', 'game_cancelled') THEN ARRAY['game.over']
        WHEN kind IN ('invitation', 'seat_offered') THEN ARRAY['game.invitation']
        WHEN kind IN ('timed_out', 'orders_cancelled', 'extension', 'holiday', 'seat_taken', 'seat_declined')
            THEN ARRAY['game.changed']
    END
$$;

CREATE FUNCTION outbox_tells_webhooks() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('turnpike.follow_ups', true) = 'own' THEN
        RETURN NULL;
    END IF;
    INSERT INTO webhook_deliveries (player_id, webhook_id, event, game_id, facts, created_at, due_at)
    SELECT webhooks.player_id, webhooks.id, event, told.game_id,
        jsonb_build_object('status', games.status, 'ply', games.ply, 'acting', games.acting, 'seat', told.seat),
        told.created_at, told.created_at
    FROM told
    JOIN webhooks ON webhooks.player_id = told.player_id
    JOIN games ON games.id = told.game_id
    CROSS JOIN LATERAL unnest(webhook_events(told.kind, told.ply)) AS event
    WHERE webhooks.disabled_at IS NULL AND event = ANY (string_to_array(webhooks.events, ' '))
        AND (webhooks.game_id IS NULL OR webhooks.game_id = told.game_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER outbox_tells_webhooks AFTER INSERT ON outbox
    REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION outbox_tells_webhooks();

-- Mails collect the messages of half an hour. Webhooks get each message.
CREATE FUNCTION messages_tell_webhooks() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('turnpike.follow_ups', true) = 'own' THEN
        RETURN NULL;
    END IF;
    INSERT INTO webhook_deliveries (player_id, webhook_id, event, game_id, facts, created_at, due_at)
    SELECT webhooks.player_id, webhooks.id, 'chat.said', NEW.game_id,
        jsonb_build_object('status', games.status, 'ply', games.ply, 'acting', games.acting, 'seat', seats.seat,
            'message', NEW.n),
        NEW.at, NEW.at
    FROM seats
    JOIN webhooks ON webhooks.player_id = seats.player_id
    JOIN games ON games.id = seats.game_id
    WHERE seats.game_id = NEW.game_id AND seats.player_id <> NEW.author_id
        AND webhooks.disabled_at IS NULL AND 'chat.said' = ANY (string_to_array(webhooks.events, ' '))
        AND (webhooks.game_id IS NULL OR webhooks.game_id = NEW.game_id)
        AND NOT EXISTS (SELECT FROM avoided
            WHERE avoided.player_id = seats.player_id AND avoided.other_id = NEW.author_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER messages_tell_webhooks AFTER INSERT ON messages
    FOR EACH ROW WHEN (NEW.room = 'table') EXECUTE FUNCTION messages_tell_webhooks();

-- # Privileges
--
-- The server's role may do what its code does. `tests/api/rights.rs` has the list.

-- Only the owner of the database can revoke temporary tables, whose size is not limited. Large
-- objects take a superuser (docs/OPERATING.md).
DO $$
BEGIN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'not the owner of the database: the server may make temporary tables';
END
$$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

GRANT SELECT ON __diesel_schema_migrations, admins TO turnpike_app;
-- Rows that are only added.
GRANT SELECT, INSERT ON
    admin_acts, deals, entries, former_sitters, sent_away, settings, signing_keys, snapshots
    TO turnpike_app;
GRANT SELECT, INSERT, UPDATE ON messages, players, seats TO turnpike_app;
GRANT SELECT, INSERT, DELETE ON avoided, ceremonies, recovery_codes, reservations TO turnpike_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON
    answers, chat_marks, feeds, former_names, game_wishes, grants, heartbeats, holidays,
    idempotency_keys, inbound, mail_addresses, mail_codes, mailed_commands, notes, orders, outages,
    outbox, passkeys, presence, push_subscriptions, quotas, refresh_tokens, reply_senders, reports,
    resignations, sessions, strangers, suspensions, tokens, totp_secrets, watches,
    webhook_deliveries, webhooks
    TO turnpike_app;
-- The other columns of a game never change: its rules, its creator, its seed and commitment.
GRANT SELECT, INSERT, UPDATE (
    status, game_seed, start, ply, head, acting, result, rematch_of, started_at, changed_at,
    finished_at, bots, clocks, look_at, revision, paused_at
) ON games TO turnpike_app;
-- `pg_dump` reads sequences, and the server's role may make a complete dump (docs/OPERATING.md).
GRANT USAGE ON SEQUENCE players_id_seq, mail_codes_id_seq, admin_acts_id_seq TO turnpike_app;
GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO turnpike_app;

-- # Versions
--
-- The upgrade steps that this schema contains. Servers of the previous release look for all of
-- them.
INSERT INTO __diesel_schema_migrations (version) VALUES
    ('20261121000001'), ('20261121000005'), ('20261121000011'), ('20261121000021'),
    ('20261121000031'), ('20261121000041'), ('20261121000051'), ('20261121000061'),
    ('20261121000062'), ('20261122000011'), ('20261122000012'), ('20261122000022'),
    ('20261122000041'), ('20261122000051'), ('20261122000052'), ('20261122000061'),
    ('20261122000062'), ('20261122000063'), ('20261122000071'), ('20261122000102'),
    ('20261122000111'), ('20261122000112'), ('20261122000121'), ('20261122000122'),
    ('20261122000141'), ('20261122000142'), ('20261122000151'), ('20261123000111'),
    ('20261125000121'), ('20261125000122'), ('20261126000121'), ('20261126000123'),
    ('20261126000124'), ('20261126000125'), ('20261126000126'), ('20261126000127'),
    ('20261126000128'), ('20261127000129'), ('20261127000130'), ('20261127000131'),
    ('20261127000132'), ('20261127000133'), ('20261127000134'), ('20261129000230'),
    ('20261129000240'), ('20261129000241'), ('20261129000250'), ('20261129000260'),
    ('20261129000270'), ('20261129000271'), ('20261129000280'), ('20261129000281'),
    ('20261129000282'), ('20261129000283'), ('20261130000290');
