-- A move in one statement, with the state as bytes.
\set id :client_id + 64 * random(0, :games - 1)
WITH moved AS (
    UPDATE bytea.games
    SET ply = ply + 1, acting = 1, head = :hash, changed_at = now(), state = :bytes
    WHERE id = :id
    RETURNING id, ply
), logged AS (
    INSERT INTO bytea.entries SELECT id, ply, 0, :move, now(), :hash FROM moved
)
INSERT INTO bytea.outbox (game_id, kind, player_id, payload, due_at)
SELECT id, 'your_turn', 1, '{}', now() FROM moved;
