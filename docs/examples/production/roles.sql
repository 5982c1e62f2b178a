-- Creates the database with its two logins, and an empty one in which backups are tried. Run it once:
--   runuser -u postgres -- psql --set owner=PASSWORD --set app=PASSWORD --file=roles.sql
\set ON_ERROR_STOP on
CREATE ROLE turnpike_app LOGIN PASSWORD :'app';
CREATE ROLE turnpike LOGIN PASSWORD :'owner' IN ROLE turnpike_app;
CREATE DATABASE turnpike_check OWNER turnpike;
\connect turnpike_check
ALTER SCHEMA public OWNER TO turnpike;
\ir database.sql
