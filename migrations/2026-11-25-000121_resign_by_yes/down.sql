ALTER TABLE resignations DROP mail_id;
