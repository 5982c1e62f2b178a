-- A look at a game.
\set id :client_id + 64 * random(0, :games - 1)
SELECT id, kind, status, ply, acting, head, changed_at, state FROM jsonb.games WHERE id = :id;
