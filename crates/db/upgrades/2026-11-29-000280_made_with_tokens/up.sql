-- The `client_id` of the program that asked for a token, as it spelt it. NULL for tokens made by hand, and
-- for those from before.
ALTER TABLE tokens ADD COLUMN client_id TEXT;

-- The token that a webhook was made with: the webhook ends with it. NULL where a session made it.
ALTER TABLE webhooks ADD COLUMN token_id TEXT REFERENCES tokens ON DELETE CASCADE;
CREATE INDEX webhooks_token ON webhooks (token_id);
