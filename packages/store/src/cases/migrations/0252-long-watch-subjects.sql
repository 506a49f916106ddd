-- The frontier of a trace is stored as the whole request it is followed by.
ALTER TABLE watch DROP CONSTRAINT watch_subject_check;
ALTER TABLE watch ADD CONSTRAINT watch_subject_check CHECK (char_length(subject) <= 60000);
