DROP TABLE sent_away;
