-- A move in six round trips: each client plays games of its own.
\set id :client_id + 64 * random(0, :games - 1)
BEGIN;
SELECT ply AS ply, state AS was FROM jsonb.games WHERE id = :id FOR UPDATE \gset
INSERT INTO jsonb.entries VALUES (:id, :ply + 1, 0, :move, now(), :hash);
UPDATE jsonb.games SET ply = :ply + 1, acting = 1, head = :hash, changed_at = now(), state = :state WHERE id = :id;
INSERT INTO jsonb.outbox (game_id, kind, player_id, payload, due_at) VALUES (:id, 'your_turn', 1, '{}', now());
COMMIT;
