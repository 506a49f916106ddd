-- Notes of a case. Every save is a row of its own that nobody changes: the text of a note is its last version.
CREATE TABLE case_note (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- `N-2` is number 2: counted within the case.
  number integer NOT NULL CHECK (number > 0),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  -- Number of its last version.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES account,
  changed_at timestamptz NOT NULL,
  changed_by uuid NOT NULL REFERENCES account,
  UNIQUE (case_id, number),
  UNIQUE (id, case_id, agency_id),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_note_by_change ON case_note (case_id, changed_at DESC, id);
CALL protect_case_table('case_note');
GRANT SELECT, INSERT, UPDATE (title, version, changed_at, changed_by) ON case_note TO trailmark_app;

CREATE TABLE case_note_version (
  id uuid PRIMARY KEY,
  note_id uuid NOT NULL,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- Null for a text that somebody else's save came before: it is kept beside the versions until its writer has decided.
  number integer CHECK (number > 0),
  -- The version it was written from; null for the first.
  made_from integer CHECK (made_from > 0),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  text text NOT NULL CHECK (char_length(text) <= 200000),
  -- Addresses and transactions in the text: where they stand, on which chain, in one spelling.
  links jsonb NOT NULL DEFAULT '[]',
  saved_at timestamptz NOT NULL,
  saved_by uuid NOT NULL REFERENCES account,
  settled_at timestamptz,
  settled_by uuid REFERENCES account,
  UNIQUE (note_id, number),
  FOREIGN KEY (note_id, case_id, agency_id) REFERENCES case_note (id, case_id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_note_kept ON case_note_version (case_id, note_id, saved_at) WHERE number IS NULL AND settled_at IS NULL;
CALL protect_case_table('case_note_version');
GRANT SELECT, INSERT, UPDATE (settled_at, settled_by) ON case_note_version TO trailmark_app;
