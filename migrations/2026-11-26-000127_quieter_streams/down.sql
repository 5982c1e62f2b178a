CREATE OR REPLACE FUNCTION tell_streams(game TEXT, others BIGINT[] DEFAULT '{}') RETURNS VOID LANGUAGE sql AS $$
    SELECT pg_notify('turnpike_streams', concat_ws(' ', game, (
        SELECT string_agg(DISTINCT player::text, ' ')
        FROM (SELECT unnest(ARRAY[player_id, invited_id]) AS player FROM seats WHERE game_id = game
            UNION SELECT unnest(others)) AS players
        WHERE player IS NOT NULL)))
$$;
