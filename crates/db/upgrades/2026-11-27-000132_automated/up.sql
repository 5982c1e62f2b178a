-- Accounts that programs play with. Everybody sees it.
ALTER TABLE players ADD COLUMN automated BOOLEAN NOT NULL DEFAULT false;
