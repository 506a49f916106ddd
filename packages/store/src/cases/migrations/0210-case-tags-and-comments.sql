-- Words that an agency groups its cases by, in lower case.
ALTER TABLE agency_case ADD COLUMN tags text[] NOT NULL DEFAULT '{}'
  CHECK (cardinality(tags) <= 20 AND char_length(array_to_string(tags, '')) <= 800);

-- What people say about a case, or about one thing in it. A comment is never changed and never deleted: its author withdraws it.
CREATE TABLE case_comment (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- `K-4` is number 4: counted within the case.
  number integer NOT NULL CHECK (number > 0),
  about text NOT NULL CHECK (about IN ('case', 'item', 'file', 'person', 'task', 'note', 'request')),
  -- The number of the thing as people read it, such as `A-3`; empty for the case. It says the same wherever the case is imported.
  about_number text NOT NULL CHECK (about_number ~ '^([A-Z]{1,2}-[0-9]{1,9})?$'),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 4000),
  at timestamptz NOT NULL,
  by_id uuid NOT NULL REFERENCES account,
  withdrawn_at timestamptz,
  withdrawn_by uuid REFERENCES account,
  withdrawn_why text CHECK (char_length(withdrawn_why) <= 500),
  UNIQUE (case_id, number),
  CHECK ((about = 'case') = (about_number = '')),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_comment_by_thing ON case_comment (case_id, about, about_number, number);
CALL protect_case_table('case_comment');
CALL hasten_case_table('case_comment');
GRANT SELECT, INSERT, UPDATE (withdrawn_at, withdrawn_by, withdrawn_why), DELETE ON case_comment TO trailmark_app;
