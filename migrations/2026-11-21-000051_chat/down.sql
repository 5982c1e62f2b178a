DROP TABLE idempotency_keys;
DROP TABLE reports;
DROP TABLE avoided;
DROP TABLE notes;
DROP TABLE chat_marks;
DROP TABLE messages;
