-- What a case may do by law: orders and requests of courts and prosecutors, each with its term and its scope.
CREATE TABLE case_authority (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  type text NOT NULL CHECK (char_length(type) BETWEEN 1 AND 80),
  number text NOT NULL CHECK (char_length(number) BETWEEN 1 AND 80),
  issuer text NOT NULL CHECK (char_length(issuer) BETWEEN 1 AND 160),
  -- First and last day, UTC; no last day: until it is ended.
  from_day date NOT NULL,
  to_day date CHECK (to_day >= from_day),
  acts text[] NOT NULL CHECK (cardinality(acts) > 0),
  -- Empty: everything of the kind.
  chains text[] NOT NULL DEFAULT '{}',
  addresses jsonb NOT NULL DEFAULT '[]',
  people uuid[] NOT NULL DEFAULT '{}',
  scope text NOT NULL DEFAULT '' CHECK (char_length(scope) <= 1000),
  -- Who can extend it, in words.
  extender text NOT NULL DEFAULT '' CHECK (char_length(extender) <= 160),
  version integer NOT NULL DEFAULT 1,
  added_at timestamptz NOT NULL,
  added_by uuid NOT NULL REFERENCES account,
  changed_at timestamptz NOT NULL,
  changed_by uuid NOT NULL REFERENCES account,
  -- Ended before its time.
  ended_at timestamptz,
  ended_by uuid REFERENCES account,
  ended_why text CHECK (char_length(ended_why) <= 500),
  UNIQUE (id, case_id),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_authority_by_case ON case_authority (case_id, to_day);
CALL protect_case_table('case_authority');
GRANT SELECT, INSERT, UPDATE, DELETE ON case_authority TO trailmark_app;

-- Which acts need an authority in a case; without a row, those of the program.
CREATE TABLE case_authority_need (
  case_id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  acts text[] NOT NULL,
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL,
  changed_by uuid NOT NULL REFERENCES account,
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CALL protect_case_table('case_authority_need');
GRANT SELECT, INSERT, UPDATE, DELETE ON case_authority_need TO trailmark_app;

-- The latest moment at which authorities were judged, in seconds: a clock that is turned back reopens none. A sequence, because
-- it keeps its value when the act that was refused then is rolled back, and nobody waits for it.
CREATE SEQUENCE case_clock AS bigint MINVALUE 0 START 0;
GRANT SELECT, UPDATE ON SEQUENCE case_clock TO trailmark_app;
