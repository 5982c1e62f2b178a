-- Orders that are followed where something holds, as the game says them: a list of texts.
ALTER TABLE orders ADD conditional jsonb NOT NULL DEFAULT '[]';
