DROP TRIGGER messages_tell_streams ON messages;
DROP TRIGGER seats_tell_streams ON seats;
DROP TRIGGER rematches_tell_streams ON games;
DROP TRIGGER games_tell_streams ON games;
DROP FUNCTION messages_tell_streams;
DROP FUNCTION seats_tell_streams;
DROP FUNCTION games_tell_streams;
DROP FUNCTION tell_streams;
