-- Spreads the tables over the nodes of Citus. `turnpike migrate --distribute` runs this file once,
-- in one transaction, on a database with the current schema.
--
-- - Tables by game (`tests/api/operating/keys.rs`): each row is in the shard of its game.
-- - Tables that statements about a game join: a copy on every node.
-- - All other tables stay on the coordinator. Citus knows those that a transaction changes together
--   with a game, so that it commits in two phases.

SET LOCAL client_min_messages = warning;

-- Triggers for servers of the previous release, which cannot use distributed tables. The other
-- triggers are guards, which work on a shard as on a table.
DROP TRIGGER seats_remember_sitter ON seats;
DROP TRIGGER games_tell_streams ON games;
DROP TRIGGER rematches_tell_streams ON games;
DROP TRIGGER seats_tell_streams ON seats;
DROP TRIGGER messages_tell_streams ON messages;
DROP TRIGGER messages_tell_webhooks ON messages;
DROP TRIGGER outbox_tells_webhooks ON outbox;
SET LOCAL citus.enable_unsafe_triggers = on;

-- Citus enforces unique keys that contain the game. For these two, the lock of the finished game
-- and the 32 random bytes of a reply address must do.
ALTER TABLE games DROP CONSTRAINT games_one_rematch;
CREATE INDEX games_one_rematch ON games (rematch_of) WHERE rematch_of IS NOT NULL;
DROP INDEX seats_reply;
CREATE INDEX seats_reply ON seats (reply_hash) WHERE reply_hash IS NOT NULL;

-- A foreign key to a game must come from its shard. One to a player makes each new row wait for
-- everybody who changes any player. Neither games nor players are ever deleted.
DO $$
DECLARE
    key record;
BEGIN
    FOR key IN
        SELECT conrelid::regclass AS place, conname FROM pg_constraint
        WHERE contype = 'f' AND confrelid IN ('games'::regclass, 'players'::regclass)
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', key.place, key.conname);
    END LOOP;
END
$$;

SELECT create_reference_table(name)
FROM unnest(ARRAY['players', 'deals', 'avoided', 'holidays']) AS name;

SELECT create_distributed_table('games', 'id');
SELECT create_distributed_table(name, 'game_id', colocate_with := 'games')
FROM unnest(ARRAY[
    'chat_marks', 'entries', 'former_sitters', 'game_wishes', 'messages', 'notes', 'orders',
    'resignations', 'seats', 'sent_away', 'snapshots'
]) AS name;
DO $$
DECLARE
    place text;
BEGIN
    FOREACH place IN ARRAY ARRAY[
        'chat_marks', 'former_sitters', 'game_wishes', 'messages', 'notes', 'orders',
        'resignations', 'seats', 'sent_away'
    ] LOOP
        EXECUTE format('ALTER TABLE %I ADD FOREIGN KEY (game_id) REFERENCES games', place);
    END LOOP;
END
$$;

SELECT citus_add_local_table_to_metadata(oid, cascade_via_foreign_keys := true)
FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = pg_class.oid)
    AND relname NOT IN ('__diesel_schema_migrations', 'former_names', 'heartbeats',
        'mail_addresses', 'outages', 'quotas', 'settings', 'signing_keys', 'watches');

-- One connection to each node in a transaction, so that it reads one moment of the node, and so
-- that it may change a table after its copies elsewhere were read.
DO $$
BEGIN
    EXECUTE format('ALTER DATABASE %I SET citus.max_adaptive_executor_pool_size = 1',
        current_database());
    EXECUTE format('ALTER DATABASE %I SET citus.multi_shard_modify_mode = ''sequential''',
        current_database());
END
$$;
