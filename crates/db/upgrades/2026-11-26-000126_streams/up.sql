-- What tells streams on all nodes that a game may look different: a notification names the game and the
-- players who have to do with it. It is a hint to look and nothing else. Moves are told by the node that
-- has written them (`store::signals`), after the commit: no trigger here fires for one, because a
-- transaction that notifies commits alone.
CREATE FUNCTION tell_streams(game TEXT, others BIGINT[] DEFAULT '{}') RETURNS VOID LANGUAGE sql AS $$
    SELECT pg_notify('turnpike_streams', concat_ws(' ', game, (
        SELECT string_agg(DISTINCT player::text, ' ')
        FROM (SELECT unnest(ARRAY[player_id, invited_id]) AS player FROM seats WHERE game_id = game
            UNION SELECT unnest(others)) AS players
        WHERE player IS NOT NULL)))
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

CREATE TRIGGER games_tell_streams AFTER UPDATE OF game_seed, rematch_of, revision, paused_at ON games
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

CREATE TRIGGER seats_tell_streams AFTER INSERT OR UPDATE OF player_id, invited_id, invited_email, bot ON seats
    FOR EACH ROW EXECUTE FUNCTION seats_tell_streams();

CREATE FUNCTION messages_tell_streams() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tell_streams(NEW.game_id);
    RETURN NULL;
END
$$;

CREATE TRIGGER messages_tell_streams AFTER INSERT ON messages
    FOR EACH ROW EXECUTE FUNCTION messages_tell_streams();
