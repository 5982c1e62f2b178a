-- The role belongs to the whole cluster and stays.
DROP TABLE outbox, snapshots, entries, seats, games, refresh_tokens, sessions, mail_codes, players,
    settings;
DROP FUNCTION refuse_change;
