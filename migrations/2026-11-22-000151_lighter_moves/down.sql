DROP TRIGGER players_stay ON players;
DROP TRIGGER games_stay ON games;
DROP FUNCTION refuse_removal();
ALTER TABLE outbox ADD FOREIGN KEY (player_id) REFERENCES players;
ALTER TABLE snapshots ADD FOREIGN KEY (game_id) REFERENCES games;
ALTER TABLE entries ADD FOREIGN KEY (game_id) REFERENCES games;
