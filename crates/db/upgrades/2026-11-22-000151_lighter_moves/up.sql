-- Who writes an entry or a snapshot has found and locked the row of its game by then, and whom a
-- notice is for sits at a table. To look both up once more for each row cost a third of what a move
-- costs the database, and locked the row of the player. What these keys kept is kept from the other
-- side: games and players are not removed.
ALTER TABLE entries DROP CONSTRAINT entries_game_id_fkey;
ALTER TABLE snapshots DROP CONSTRAINT snapshots_game_id_fkey;
ALTER TABLE outbox DROP CONSTRAINT outbox_player_id_fkey;

CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% are not removed: logs and mails name them', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER games_stay BEFORE DELETE OR TRUNCATE ON games
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER players_stay BEFORE DELETE OR TRUNCATE ON players
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
