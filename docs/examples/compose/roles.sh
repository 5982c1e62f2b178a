# Creates the database and two logins: one owns the tables, the other owns nothing.
psql --username postgres --set ON_ERROR_STOP=1 \
  --set owner="$TURNPIKE_DB_OWNER" --set app="$TURNPIKE_DB_APP" <<'END'
CREATE ROLE turnpike_app LOGIN PASSWORD :'app';
CREATE ROLE turnpike LOGIN PASSWORD :'owner' IN ROLE turnpike_app;
CREATE DATABASE turnpike OWNER turnpike;
\connect turnpike
-- Nothing bounds large objects, and the server uses none.
REVOKE EXECUTE ON FUNCTION lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) FROM PUBLIC;
END
