-- What a name looks like (`service::identity`), so that no two look alike. Of names that do so
-- already the oldest has it; they all stay.
ALTER TABLE players ADD COLUMN looks TEXT CONSTRAINT players_looks UNIQUE;
WITH alike AS (
    SELECT id, lower(replace(translate(name, '1I0', 'llO'), 'm', 'rn')) AS looks,
        row_number() OVER (
            PARTITION BY lower(replace(translate(name, '1I0', 'llO'), 'm', 'rn')) ORDER BY id
        ) AS place
    FROM players WHERE deleted_at IS NULL
)
UPDATE players SET looks = alike.looks FROM alike WHERE alike.id = players.id AND alike.place = 1;

-- Names of players who are gone, as hashes of what they look like: nobody has them until then.
CREATE TABLE former_names (
    hash BYTEA PRIMARY KEY,
    until TIMESTAMPTZ NOT NULL
);

-- Who had a seat before, which `seats.former_id` tells of the last one alone.
CREATE TABLE former_sitters (
    game_id TEXT NOT NULL REFERENCES games,
    seat SMALLINT NOT NULL,
    player_id BIGINT NOT NULL REFERENCES players,
    PRIMARY KEY (game_id, seat, player_id)
);
CREATE INDEX former_sitters_player ON former_sitters (player_id);
INSERT INTO former_sitters (game_id, seat, player_id)
    SELECT game_id, seat, former_id FROM seats WHERE former_id IS NOT NULL;

-- Written down by the database itself, so that no way of changing hands forgets it.
CREATE FUNCTION remember_sitter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO former_sitters (game_id, seat, player_id)
    VALUES (NEW.game_id, NEW.seat, NEW.former_id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER seats_remember_sitter AFTER UPDATE OF former_id ON seats
    FOR EACH ROW WHEN (NEW.former_id IS NOT NULL) EXECUTE FUNCTION remember_sitter();

GRANT SELECT, INSERT, UPDATE, DELETE ON former_names TO turnpike_app;
GRANT SELECT, INSERT ON former_sitters TO turnpike_app;
