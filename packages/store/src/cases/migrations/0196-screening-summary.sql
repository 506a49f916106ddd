-- A screening can have a name. What a list shows of its answer is kept next to it, so that a page of ten thousand rows unpacks none;
-- null for those that were screened before.
ALTER TABLE screening ADD COLUMN name text CHECK (char_length(name) BETWEEN 1 AND 120);
ALTER TABLE screening ADD COLUMN summary jsonb;
CREATE INDEX screening_by_account ON screening (account_id, screened_at DESC, id) WHERE state IS NOT NULL;
GRANT UPDATE (name, summary) ON screening TO trailmark_app;
