-- Under which labels the past of a watch was last read, and what they said of its addresses.
CREATE TABLE watch_check (
  watch_id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- Version of the labels in force.
  labels text NOT NULL CHECK (char_length(labels) <= 200),
  -- Labels in words by chain and address, where the watch asks for their changes.
  known jsonb NOT NULL,
  at timestamptz NOT NULL,
  FOREIGN KEY (watch_id, case_id) REFERENCES watch (id, case_id) ON DELETE CASCADE
);
CALL protect_case_table('watch_check');
GRANT SELECT, INSERT, UPDATE, DELETE ON watch_check TO trailmark_app;
