-- Whether a player said yes to a mail that the mail server in front called a forgery. Only then may it
-- call later ones so.
ALTER TABLE mailed_commands ADD COLUMN forged BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE reply_senders ADD COLUMN forged BOOLEAN NOT NULL DEFAULT false;
