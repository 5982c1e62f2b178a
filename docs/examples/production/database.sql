-- Creates the database. roles.sql includes this file; before a restore, run it alone.
\set ON_ERROR_STOP on
CREATE DATABASE turnpike OWNER turnpike;
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
