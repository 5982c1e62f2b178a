-- The end of a game withdraws offers of its seats.
UPDATE seats
SET invited_id = NULL
FROM games
WHERE games.id = seats.game_id AND games.status = 'finished' AND seats.invited_id IS NOT NULL;
