CREATE INDEX games_created ON games (created_at DESC, id DESC);
DROP INDEX games_creator;
DROP INDEX games_listed_kind_status;
DROP INDEX games_listed_kind;
DROP INDEX games_listed_status;
DROP INDEX games_listed;
