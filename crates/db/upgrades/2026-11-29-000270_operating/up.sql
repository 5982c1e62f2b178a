-- `pg_dump` reads sequences, and the server's login may make a complete dump (docs/OPERATING.md).
GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO turnpike_app;

-- Links and addresses in mails get a key of their own, which can be replaced. `mail_token_key` stays: addresses are stored
-- under its hash.
INSERT INTO settings (key, value)
    SELECT 'mail_link_key', value FROM settings WHERE key = 'mail_token_key'
    ON CONFLICT DO NOTHING;

-- Whether this key was drawn because somebody else may have the ones before it.
ALTER TABLE signing_keys ADD COLUMN earlier_leaked BOOLEAN NOT NULL DEFAULT false;
