ALTER TABLE signing_keys DROP COLUMN earlier_leaked;
DELETE FROM settings WHERE key = 'mail_link_key';
REVOKE SELECT ON ALL SEQUENCES IN SCHEMA public FROM turnpike_app;
-- This one had no rights of its own, and a right that is taken back leaves a list of those of its owner. So it is made anew.
DO $$
DECLARE
    next BIGINT := (SELECT last_value + is_called::int FROM inbound_id_seq);
BEGIN
    ALTER TABLE inbound ALTER COLUMN id DROP IDENTITY;
    EXECUTE format(
        'ALTER TABLE inbound ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (START WITH %s)', next);
END
$$;
