-- The players whom the maker of a game sent away before it began: they come back only to a seat that is kept for
-- them.
CREATE TABLE sent_away (
    game_id TEXT NOT NULL REFERENCES games,
    player_id BIGINT NOT NULL REFERENCES players,
    PRIMARY KEY (game_id, player_id)
);
CREATE INDEX sent_away_player ON sent_away (player_id);
GRANT SELECT, INSERT ON sent_away TO turnpike_app;
