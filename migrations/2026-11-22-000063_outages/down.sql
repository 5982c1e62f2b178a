DROP TABLE outages;
DROP TABLE watches;
