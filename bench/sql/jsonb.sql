-- A move in one statement, with the state as jsonb.
\set id :client_id + 64 * random(0, :games - 1)
WITH moved AS (
    UPDATE jsonb.games
    SET ply = ply + 1, acting = 1, head = :hash, changed_at = now(), state = :state
    WHERE id = :id
    RETURNING id, ply
), logged AS (
    INSERT INTO jsonb.entries SELECT id, ply, 0, :move, now(), :hash FROM moved
)
INSERT INTO jsonb.outbox (game_id, kind, player_id, payload, due_at)
SELECT id, 'your_turn', 1, '{}', now() FROM moved;
