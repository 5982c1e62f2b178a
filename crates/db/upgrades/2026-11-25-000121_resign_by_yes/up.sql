-- In answer to which mail somebody was asked, so that a bare “yes” counts as an answer to that question alone.
ALTER TABLE resignations ADD mail_id bigint NOT NULL DEFAULT 0;
