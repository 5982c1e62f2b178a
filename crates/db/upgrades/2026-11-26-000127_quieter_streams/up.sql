-- A transaction that notifies commits alone in the whole cluster, and holds up all others that notify while
-- a standby is away. So a trigger says its hint to the session that made the change, as a notice; the node
-- passes it on when the session is done with it (`store::pool`), as it does for moves.
CREATE OR REPLACE FUNCTION tell_streams(game TEXT, others BIGINT[] DEFAULT '{}') RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    RAISE NOTICE USING ERRCODE = 'TP070', MESSAGE = concat_ws(' ', game, (
        SELECT string_agg(DISTINCT player::text, ' ')
        FROM (SELECT unnest(ARRAY[player_id, invited_id]) AS player FROM seats WHERE game_id = game
            UNION SELECT unnest(others)) AS players
        WHERE player IS NOT NULL));
END
$$;
