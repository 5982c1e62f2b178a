-- Whether a move that decides nothing is played at once in the games that the player begins from now on. Those
-- that run keep their orders.
ALTER TABLE players ADD forced boolean NOT NULL DEFAULT true;
