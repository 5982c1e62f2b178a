-- Creates the database with its two logins, and an empty one in which backups are tried. Run it once:
--   runuser -u postgres -- psql --set owner=PASSWORD --set app=PASSWORD --file=roles.sql
\set ON_ERROR_STOP on
CREATE ROLE turnpike_app LOGIN PASSWORD :'app';
CREATE ROLE turnpike LOGIN PASSWORD :'owner' IN ROLE turnpike_app;
CREATE DATABASE turnpike OWNER turnpike;
CREATE DATABASE turnpike_check OWNER turnpike;
\connect turnpike
-- Before PostgreSQL 15, the schema belongs to the superuser.
ALTER SCHEMA public OWNER TO turnpike;
-- Nothing bounds large objects, and the server uses none.
REVOKE EXECUTE ON FUNCTION lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) FROM PUBLIC;
-- Keep names and addresses out of PostgreSQL's log.
ALTER DATABASE turnpike SET log_error_verbosity = 'terse';
ALTER DATABASE turnpike SET log_min_error_statement = 'panic';
ALTER DATABASE turnpike SET log_parameter_max_length = 0;
ALTER DATABASE turnpike SET log_parameter_max_length_on_error = 0;
\connect turnpike_check
ALTER SCHEMA public OWNER TO turnpike;
