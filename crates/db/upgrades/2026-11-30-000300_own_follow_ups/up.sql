-- The server itself now remembers former sitters, queues deliveries to webhooks and sends the hints of streams.
-- It sets `turnpike.follow_ups` in its sessions. The triggers skip these sessions, and continue to work for
-- servers of the previous release, which may run beside it. Replacing a function takes no lock on a table.
-- The next release drops the triggers with their functions.
CREATE OR REPLACE FUNCTION remember_sitter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('turnpike.follow_ups', true) = 'own' THEN
        RETURN NULL;
    END IF;
    INSERT INTO former_sitters (game_id, seat, player_id)
    VALUES (NEW.game_id, NEW.seat, NEW.former_id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tell_streams(game TEXT, others BIGINT[] DEFAULT '{}') RETURNS VOID LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION outbox_tells_webhooks() RETURNS TRIGGER LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION messages_tell_webhooks() RETURNS TRIGGER LANGUAGE plpgsql AS $$
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
