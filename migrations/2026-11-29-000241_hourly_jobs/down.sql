DELETE FROM watches WHERE what = 'hourly';
ALTER TABLE watches DROP CONSTRAINT watches_what_check;
ALTER TABLE watches ADD CONSTRAINT watches_what_check CHECK (what IN ('clocks', 'mail'));
