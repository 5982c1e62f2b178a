ALTER TABLE signing_keys DROP COLUMN earlier_leaked;
DELETE FROM settings WHERE key = 'mail_link_key';
REVOKE SELECT ON ALL SEQUENCES IN SCHEMA public FROM turnpike_app;
