DROP TRIGGER games_seed_stays ON games;
DROP FUNCTION refuse_other_seed();
REVOKE UPDATE ON games FROM turnpike_app;
GRANT UPDATE ON games TO turnpike_app;
GRANT UPDATE ON avoided TO turnpike_app;
GRANT DELETE ON players, games, seats, messages TO turnpike_app;
GRANT UPDATE, DELETE ON settings, snapshots TO turnpike_app;
REVOKE SELECT ON __diesel_schema_migrations FROM turnpike_app;
