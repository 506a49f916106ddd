-- A visit is a sitting: it goes on while the case is read with short pauses. What changed is counted from the end of the one before.
ALTER TABLE case_member ADD COLUMN since_at timestamptz;
COMMENT ON COLUMN case_member.visited_at IS 'When they last read the overview.';
COMMENT ON COLUMN case_member.since_at IS 'The end of the sitting before the present one; null in the first.';
UPDATE case_member SET since_at = visited_at;

-- What the root of a tombstone is made of: the rows of the case, and its files of evidence with their ledgers. Tombstones from before
-- this have neither: their root is that of the rows.
ALTER TABLE case_tombstone
  ADD COLUMN content_root text CHECK (content_root ~ '^[0-9a-f]{64}$'),
  ADD COLUMN evidence_root text CHECK (evidence_root ~ '^[0-9a-f]{64}$'),
  ADD CHECK ((content_root IS NULL) = (evidence_root IS NULL));

-- Cases whose purge is kept and whose files may still be there: the server removes them, also after it was stopped in between.
CREATE TABLE case_purge_left (
  case_id uuid PRIMARY KEY,
  purged_at timestamptz NOT NULL
);
ALTER TABLE case_purge_left ENABLE ROW LEVEL SECURITY;
ALTER TABLE case_purge_left FORCE ROW LEVEL SECURITY;
CREATE POLICY write_any ON case_purge_left FOR INSERT TO trailmark_app WITH CHECK (true);
CREATE POLICY of_the_server ON case_purge_left TO trailmark_app USING (current_scope() = 'system');
GRANT SELECT, INSERT, DELETE ON case_purge_left TO trailmark_app;
