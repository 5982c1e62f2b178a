-- What a session runs on, for the list that its owner sees: `Firefox on Linux`.
ALTER TABLE sessions ADD COLUMN device TEXT;

-- When the password was last set anew by mail, until somebody signs in after it.
ALTER TABLE players ADD COLUMN reset_at TIMESTAMPTZ;

-- Besides the code a mail has a link with a long secret, which no wrong tries use up. `attempts`
-- counts what anybody tries by name, `own_attempts` what the player tries who is signed in; the
-- code, though not the link, is void once another one was sent (`replaced_at`).
ALTER TABLE mail_codes ADD COLUMN link_hash BYTEA;
ALTER TABLE mail_codes ADD COLUMN own_attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mail_codes ADD COLUMN replaced_at TIMESTAMPTZ;
CREATE UNIQUE INDEX mail_codes_link ON mail_codes (link_hash) WHERE link_hash IS NOT NULL;

-- A code for a new address is not one for the address that stands. Those that are on their way
-- are void: the player asks for another.
ALTER TABLE mail_codes DROP CONSTRAINT mail_codes_purpose_check;
ALTER TABLE mail_codes ADD CONSTRAINT mail_codes_purpose_check
    CHECK (purpose IN ('confirm', 'new_address', 'sign_in', 'reset'));
UPDATE mail_codes SET used_at = mail_codes.created_at
    FROM players
    WHERE players.id = mail_codes.player_id AND mail_codes.purpose = 'confirm'
        AND mail_codes.used_at IS NULL AND mail_codes.email IS DISTINCT FROM players.email;

-- How often somebody may try, where all nodes must count together: until when what was tried is
-- spent. The key is a hash: it tells nothing of who tried what.
CREATE TABLE quotas (
    key BYTEA PRIMARY KEY,
    spent_until TIMESTAMPTZ NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON quotas TO turnpike_app;
