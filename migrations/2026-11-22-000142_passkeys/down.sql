DROP TABLE ceremonies;
DROP TABLE passkeys;
