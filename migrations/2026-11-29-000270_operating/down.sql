ALTER TABLE signing_keys DROP COLUMN earlier_leaked;
DELETE FROM settings WHERE key = 'mail_link_key';
REVOKE SELECT ON ALL SEQUENCES IN SCHEMA public FROM turnpike_app;
-- It had the right before.
GRANT SELECT ON SEQUENCE inbound_id_seq TO turnpike_app;
