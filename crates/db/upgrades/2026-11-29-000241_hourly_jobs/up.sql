-- When the hourly jobs of the workers were last begun (`hourly`): a server that is restarted every hour does
-- them as well.
ALTER TABLE watches DROP CONSTRAINT watches_what_check;
ALTER TABLE watches ADD CONSTRAINT watches_what_check CHECK (what IN ('clocks', 'mail', 'hourly'));
