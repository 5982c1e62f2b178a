DROP TRIGGER games_sound ON games;
DROP FUNCTION refuse_unsound_game();
ALTER TABLE games
    ADD CONSTRAINT games_seat_count_check CHECK (seat_count BETWEEN 1 AND 12),
    ADD CONSTRAINT games_visibility_check CHECK (visibility IN ('public', 'private')),
    ADD CONSTRAINT games_server_seed_check CHECK (octet_length(server_seed) = 32),
    ADD CONSTRAINT games_seed_source_check CHECK (seed_source IN ('secret', 'chosen')),
    ADD CONSTRAINT games_seed_commitment_check CHECK (octet_length(seed_commitment) = 32),
    ADD CONSTRAINT games_game_seed_check CHECK (octet_length(game_seed) = 32),
    ADD CONSTRAINT games_start_check CHECK (octet_length(start) = 32),
    ADD CONSTRAINT games_blinding_secret_check CHECK (octet_length(blinding_secret) = 32);
ALTER TABLE entries ADD CONSTRAINT entries_one_a_seq UNIQUE (game_id, seat, seq);
