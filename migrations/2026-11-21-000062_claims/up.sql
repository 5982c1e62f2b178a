-- The mail (`inbound.id`) that confirms the commands: no other one carries them out.
ALTER TABLE mailed_commands ADD COLUMN claimed_by BIGINT;
