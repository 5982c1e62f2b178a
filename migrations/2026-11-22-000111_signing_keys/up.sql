-- What receipts are signed with (Ed25519): the highest number is the one in use, and the others stay,
-- so that what they signed can be checked. All servers on a database share them; whoever starts first
-- draws the first.
CREATE TABLE signing_keys (
    number INTEGER PRIMARY KEY,
    secret BYTEA NOT NULL CHECK (octet_length(secret) = 32),
    since TIMESTAMPTZ NOT NULL
);
CREATE TRIGGER signing_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON signing_keys
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON signing_keys TO turnpike_app;
