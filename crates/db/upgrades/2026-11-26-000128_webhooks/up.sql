-- Webhooks: where players want to be told of their games. `secret` signs what is sent; for a day after it was
-- changed, `old_secret` does as well.
CREATE TABLE webhooks (
    player_id BIGINT NOT NULL REFERENCES players ON DELETE CASCADE,
    id TEXT NOT NULL,
    game_id TEXT REFERENCES games,
    url TEXT NOT NULL,
    format TEXT NOT NULL,
    events TEXT NOT NULL CHECK (events <> ''),
    secret BYTEA NOT NULL CHECK (octet_length(secret) BETWEEN 24 AND 64),
    old_secret BYTEA,
    old_until TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    disabled_at TIMESTAMPTZ,
    disabled_by TEXT CHECK ((disabled_by IS NULL) = (disabled_at IS NULL)),
    failing_since TIMESTAMPTZ,
    PRIMARY KEY (player_id, id)
);

-- What is to be told, and what came of it. No foreign key: each move of somebody who has a webhook would check it,
-- and wait for whoever changes the webhook just then.
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

-- What a mail of this kind, about a game, is to webhooks.
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

-- Every fact that players are told of is put into the outbox in the transaction that makes it. So one statement,
-- once for all that is put there together, finds the webhooks that want it.
CREATE FUNCTION outbox_tells_webhooks() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
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

-- Mails gather what is said in half an hour; webhooks are told each time.
CREATE FUNCTION messages_tell_webhooks() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
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

GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks, webhook_deliveries TO turnpike_app;
