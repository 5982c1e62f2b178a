-- The server's role makes no temporary tables: nothing bounds them, and no code of ours uses them. Only the owner
-- of the database may revoke this. Large objects take a superuser: docs/OPERATING.md has that line, and the private
-- PostgreSQL is made with it.
DO $$
BEGIN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'not the owner of the database: the server may make temporary tables';
END
$$;
