-- Whoever plays without having signed up: known by a session alone, until they sign up or are gone for a month.
ALTER TABLE players
    ADD COLUMN guest BOOLEAN NOT NULL DEFAULT false,
    ADD CONSTRAINT players_guests
        CHECK (NOT guest OR num_nonnulls(email, pending_email, password_hash, deleted_at) = 0);
CREATE INDEX players_guests_created ON players (created_at) WHERE guest;
