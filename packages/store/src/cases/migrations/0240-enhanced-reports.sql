-- Enhanced reports: a draft that is saved while it is written, and versions that are frozen, reviewed and signed.
CREATE TABLE case_report (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  -- What the form holds.
  draft jsonb NOT NULL,
  -- Counted up with every save.
  version integer NOT NULL DEFAULT 1,
  last_number integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES account,
  changed_at timestamptz NOT NULL,
  changed_by uuid NOT NULL REFERENCES account,
  UNIQUE (id, case_id),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_report_by_change ON case_report (agency_id, changed_at DESC);
CREATE INDEX case_report_by_case ON case_report (case_id, changed_at DESC);
CALL protect_case_table('case_report');
GRANT SELECT, INSERT, UPDATE, DELETE ON case_report TO trailmark_app;

-- A version is never edited: it is signed by a second person, or returned with the reason.
CREATE TABLE case_report_version (
  report_id uuid NOT NULL,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  number integer NOT NULL CHECK (number > 0),
  state text NOT NULL DEFAULT 'review' CHECK (state IN ('review', 'signed', 'returned')),
  draft jsonb NOT NULL,
  -- SHA-256 of the manifest of what the report rests on.
  core_digest text NOT NULL CHECK (core_digest ~ '^[0-9a-f]{64}$'),
  claims integer NOT NULL,
  made_at timestamptz NOT NULL,
  made_by uuid NOT NULL REFERENCES account,
  decided_at timestamptz,
  decided_by uuid REFERENCES account,
  why text CHECK (char_length(why) <= 1000),
  PRIMARY KEY (report_id, number),
  FOREIGN KEY (report_id, case_id) REFERENCES case_report (id, case_id) ON DELETE CASCADE,
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE,
  CHECK ((state = 'review') = (decided_at IS NULL)),
  -- Nobody reviews what they wrote.
  CHECK (decided_by IS NULL OR state = 'returned' OR decided_by <> made_by)
);
CREATE INDEX case_report_version_by_case ON case_report_version (case_id);
CALL protect_case_table('case_report_version');
GRANT SELECT, INSERT, UPDATE (state, decided_at, decided_by, why), DELETE ON case_report_version TO trailmark_app;

-- Files of a version, encrypted with the key of the case: what was reviewed is what is handed out.
CREATE TABLE case_report_file (
  report_id uuid NOT NULL,
  number integer NOT NULL,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9.-]{0,39}$'),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  size integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (report_id, number, name),
  FOREIGN KEY (report_id, number) REFERENCES case_report_version (report_id, number) ON DELETE CASCADE,
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_report_file_by_case ON case_report_file (case_id);
ALTER TABLE case_report_file ALTER COLUMN content SET STORAGE EXTERNAL;
CALL protect_case_table('case_report_file');
GRANT SELECT, INSERT, DELETE ON case_report_file TO trailmark_app;
