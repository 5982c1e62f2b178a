-- The same shuffles and dice for many games, each of which is played for itself. What a deal is does not
-- change, and it is told when it closes.
CREATE TABLE deals (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    rules TEXT NOT NULL,
    options JSONB NOT NULL,
    seat_count SMALLINT NOT NULL CHECK (seat_count BETWEEN 1 AND 12),
    server_seed BYTEA NOT NULL CHECK (octet_length(server_seed) = 32),
    seed_commitment BYTEA NOT NULL CHECK (seed_commitment = sha256(server_seed)),
    creator_id BIGINT NOT NULL REFERENCES players,
    created_at TIMESTAMPTZ NOT NULL,
    closes_at TIMESTAMPTZ NOT NULL CHECK (closes_at > created_at),
    UNIQUE (id, closes_at, seed_commitment)
);
GRANT SELECT, INSERT ON deals TO turnpike_app;

-- The deal that a game is on, whose seed it has, and when that closes: until then others see nothing of
-- the game. Neither changes, and no move touches them.
ALTER TABLE games
    ADD COLUMN deal_id TEXT,
    ADD COLUMN closes_at TIMESTAMPTZ,
    ADD CONSTRAINT games_deal FOREIGN KEY (deal_id, closes_at, seed_commitment)
        REFERENCES deals (id, closes_at, seed_commitment);
CREATE INDEX games_deal ON games (deal_id) WHERE deal_id IS NOT NULL;

ALTER TABLE idempotency_keys ADD COLUMN deal_id TEXT REFERENCES deals;

-- The seed of a game on a deal is the deal's, so it has a blinding of its own.
DROP TRIGGER games_sound ON games;
CREATE OR REPLACE FUNCTION refuse_unsound_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seat_count NOT BETWEEN 1 AND 12
        OR NEW.visibility NOT IN ('public', 'private')
        OR NEW.seed_source NOT IN ('secret', 'chosen', 'deal')
        OR (NEW.seed_source = 'deal') <> (NEW.deal_id IS NOT NULL)
        OR (NEW.closes_at IS NOT NULL) <> (NEW.deal_id IS NOT NULL)
        OR NEW.deal_id IS NOT NULL AND NEW.blinding_secret IS NULL
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
    server_seed, seed_commitment, blinding_secret, game_seed, start, deal_id, closes_at ON games
    FOR EACH ROW EXECUTE FUNCTION refuse_unsound_game();
