-- What the server's role may do is what its code does. A test has the list (tests/api/rights.rs).

-- It reads which migrations were run, and makes nothing of its own.
GRANT SELECT ON __diesel_schema_migrations TO turnpike_app;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- Snapshots and settings are only added.
REVOKE UPDATE, DELETE ON settings, snapshots FROM turnpike_app;
REVOKE DELETE ON players, games, seats, messages FROM turnpike_app;
REVOKE UPDATE ON avoided FROM turnpike_app;

-- What a game is does not change: its seed and what it is bound to, its rules, its maker. A column
-- that is added later and changes needs a grant of its own.
REVOKE UPDATE ON games FROM turnpike_app;
DO $$
BEGIN
    EXECUTE (
        SELECT format('GRANT UPDATE (%s) ON games TO turnpike_app',
            string_agg(quote_ident(attname), ', ' ORDER BY attnum))
        FROM pg_attribute
        WHERE attrelid = 'games'::regclass AND attnum > 0 AND NOT attisdropped
            AND attname NOT IN ('id', 'kind', 'rules', 'options', 'seat_count', 'visibility',
                'creator_id', 'server_seed', 'seed_source', 'seed_commitment', 'blinding_secret',
                'created_at', 'pace'));
END
$$;

-- What follows from the seed when the game begins is written once.
CREATE FUNCTION refuse_other_seed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the seed of a game that has begun stays as it is';
END
$$;
CREATE TRIGGER games_seed_stays BEFORE UPDATE OF game_seed, start ON games
    FOR EACH ROW
    WHEN (OLD.game_seed IS DISTINCT FROM NEW.game_seed AND OLD.game_seed IS NOT NULL
        OR OLD.start IS DISTINCT FROM NEW.start AND OLD.start IS NOT NULL)
    EXECUTE FUNCTION refuse_other_seed();
