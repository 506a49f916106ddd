-- Which copy of each list was compared with the cases last: what changes after it is an alert once.
CREATE TABLE list_seen (
  pack text PRIMARY KEY CHECK (char_length(pack) <= 64),
  version text NOT NULL CHECK (version ~ '^[0-9a-f]{16}$'),
  at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON list_seen TO trailmark_app;

-- Reports of which the cases that name the same were told.
ALTER TABLE scam_report ADD COLUMN alerted_at timestamptz;
GRANT UPDATE (alerted_at) ON scam_report TO trailmark_app;
CREATE INDEX scam_report_to_alert ON scam_report (decided_at) WHERE state = 'verified' AND alerted_at IS NULL;

-- Changes of lists are looked for by what cases name.
CREATE INDEX case_identifier_by_plain_key ON case_identifier (key);
