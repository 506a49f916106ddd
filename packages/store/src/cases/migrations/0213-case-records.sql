-- Signed records of closed cases: everything that a case held on the day, under one root. While a record is in force, what it has does
-- not change; an owner reopens the case with a reason, and the record stays as it was.
ALTER TABLE agency_case ADD COLUMN record_number integer;

CREATE TABLE case_record (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- `F-1` is number 1: counted within the case.
  number integer NOT NULL CHECK (number > 0),
  why text NOT NULL CHECK (char_length(why) BETWEEN 1 AND 500),
  root text NOT NULL CHECK (root ~ '^[0-9a-f]{64}$'),
  -- The file as it was signed, compressed and encrypted with the key of the case.
  content bytea NOT NULL,
  size integer NOT NULL CHECK (size >= 0),
  leaves integer NOT NULL CHECK (leaves > 0),
  -- Exhibits whose files are in it: id, number, bytes and SHA-256 of each.
  files jsonb NOT NULL DEFAULT '[]',
  -- Accounts of its people in the order in which it names them: later changes of their names and addresses move nothing.
  people uuid[] NOT NULL DEFAULT '{}',
  made_at timestamptz NOT NULL,
  made_by uuid NOT NULL REFERENCES account,
  reopened_at timestamptz,
  reopened_by uuid REFERENCES account,
  reopened_why text CHECK (char_length(reopened_why) <= 500),
  UNIQUE (case_id, number),
  CHECK ((reopened_at IS NULL) = (reopened_why IS NULL)),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
ALTER TABLE case_record ALTER COLUMN content SET STORAGE EXTERNAL;
CALL protect_case_table('case_record');
GRANT SELECT, INSERT, UPDATE (reopened_at, reopened_by, reopened_why), DELETE ON case_record TO trailmark_app;
