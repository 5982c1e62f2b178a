DROP TRIGGER games_sound ON games;
CREATE OR REPLACE FUNCTION refuse_unsound_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seat_count NOT BETWEEN 1 AND 12
        OR NEW.visibility NOT IN ('public', 'private')
        OR NEW.seed_source NOT IN ('secret', 'chosen')
        OR octet_length(NEW.server_seed) <> 32
        OR octet_length(NEW.seed_commitment) <> 32
        OR octet_length(NEW.blinding_secret) <> 32
        OR octet_length(NEW.game_seed) <> 32
        OR octet_length(NEW.start) <> 32
    THEN
        RAISE EXCEPTION 'such a game cannot be' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER games_sound BEFORE INSERT OR UPDATE OF seat_count, visibility, seed_source,
    server_seed, seed_commitment, blinding_secret, game_seed, start ON games
    FOR EACH ROW EXECUTE FUNCTION refuse_unsound_game();
ALTER TABLE idempotency_keys DROP COLUMN deal_id;
DROP INDEX games_deal;
ALTER TABLE games DROP CONSTRAINT games_deal, DROP COLUMN deal_id, DROP COLUMN closes_at;
DROP TABLE deals;
