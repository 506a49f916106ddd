-- A source outside the building may be limited to cases that allow it.
ALTER TABLE outbound_source ADD only_for_cases boolean NOT NULL DEFAULT false;

-- The case that a request was made for: a reader of the log learns it only where they may see the case.
ALTER TABLE outbound_request ADD case_id uuid REFERENCES agency_case ON DELETE SET NULL;
CREATE INDEX outbound_request_by_case ON outbound_request (case_id) WHERE case_id IS NOT NULL;

-- Sources that a case allows, each with the reason; what was ended stays readable.
CREATE TABLE case_source (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  source_id text NOT NULL CHECK (source_id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  why text NOT NULL CHECK (char_length(why) BETWEEN 3 AND 500),
  -- The authority it was allowed under; null where the case needed none and had none.
  authority_id uuid,
  allowed_at timestamptz NOT NULL,
  allowed_by uuid NOT NULL REFERENCES account,
  ended_at timestamptz,
  ended_by uuid REFERENCES account,
  ended_why text CHECK (char_length(ended_why) <= 500),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE,
  FOREIGN KEY (authority_id, case_id) REFERENCES case_authority (id, case_id)
);
CREATE UNIQUE INDEX case_source_in_force ON case_source (case_id, source_id) WHERE ended_at IS NULL;
CALL protect_case_table('case_source');
GRANT SELECT, INSERT, UPDATE, DELETE ON case_source TO trailmark_app;
