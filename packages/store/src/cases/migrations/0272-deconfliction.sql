-- Who works on what, as a pointer index: an interest names identifiers by keyed digests alone. What they are is encrypted in the row of
-- the interest, and the key of the digests is no part of the database: every address is public, so that a plain digest of one would hide nothing.
CREATE TABLE interest (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  case_id uuid NOT NULL,
  -- Year and random digits.
  number text NOT NULL CHECK (number ~ '^I-[0-9]{4}-[0-9]{5}$'),
  account_id uuid NOT NULL REFERENCES account,
  legal_basis text NOT NULL CHECK (char_length(legal_basis) BETWEEN 1 AND 200),
  -- 28 CFR 23.20: reasonable suspicion of a crime, documented by who files it, from a lawful source, and reviewed.
  predicate text NOT NULL CHECK (char_length(predicate) BETWEEN 1 AND 120),
  suspicion bytea NOT NULL,
  confidence text NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
  sensitivity text NOT NULL CHECK (sensitivity IN ('open', 'restricted', 'silent')),
  radius text NOT NULL CHECK (radius IN ('exact', 'cluster', 'hops')),
  hops smallint NOT NULL DEFAULT 0 CHECK (hops BETWEEN 0 AND 2),
  -- Identifiers as filed, encrypted.
  identifiers bytea NOT NULL,
  identifier_count integer NOT NULL CHECK (identifier_count BETWEEN 1 AND 1000),
  contact text NOT NULL CHECK (char_length(contact) BETWEEN 1 AND 300),
  review_on date NOT NULL,
  filed_at timestamptz NOT NULL,
  reviewed_at timestamptz,
  closed_at timestamptz,
  UNIQUE (id, agency_id),
  UNIQUE (agency_id, number),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE,
  CHECK (review_on <= (filed_at + interval '5 years')::date OR reviewed_at IS NOT NULL)
);
CREATE INDEX interest_by_case ON interest (case_id, filed_at DESC);
CREATE INDEX interest_by_agency ON interest (agency_id, filed_at DESC);
CALL protect_case_table('interest');
GRANT SELECT, INSERT, UPDATE (review_on, reviewed_at, closed_at) ON interest TO trailmark_app;

-- Digests of identifiers under the key of the installation, and what each rests on.
CREATE TABLE interest_tag (
  interest_id uuid NOT NULL,
  agency_id uuid NOT NULL,
  tag bytea NOT NULL CHECK (octet_length(tag) = 16),
  grade text NOT NULL CHECK (grade IN ('exact', 'cluster', 'hop')),
  is_silent boolean NOT NULL,
  PRIMARY KEY (interest_id, tag),
  FOREIGN KEY (interest_id, agency_id) REFERENCES interest (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX interest_tag_by_tag ON interest_tag (tag) WHERE NOT is_silent;
CREATE INDEX interest_tag_silent ON interest_tag (tag) WHERE is_silent;
ALTER TABLE interest_tag ENABLE ROW LEVEL SECURITY;
ALTER TABLE interest_tag FORCE ROW LEVEL SECURITY;
CREATE POLICY server_alone ON interest_tag TO trailmark_app USING (current_scope() = 'system') WITH CHECK (current_scope() = 'system');
GRANT SELECT, INSERT, DELETE ON interest_tag TO trailmark_app;

-- Silent entries are compared later, by the server: who files an interest does the same work and reads the same answer with and without one.
CREATE TABLE interest_request (
  interest_id uuid PRIMARY KEY REFERENCES interest ON DELETE CASCADE,
  at timestamptz NOT NULL
);
GRANT SELECT, INSERT, DELETE ON interest_request TO trailmark_app;

-- Two interests of two agencies that name the same. Neither side reads a word of the other that was not released to it.
CREATE TABLE conflict (
  id uuid PRIMARY KEY,
  a_interest uuid NOT NULL REFERENCES interest ON DELETE CASCADE,
  a_agency uuid NOT NULL REFERENCES agency,
  b_interest uuid NOT NULL REFERENCES interest ON DELETE CASCADE,
  b_agency uuid NOT NULL REFERENCES agency,
  grade text NOT NULL CHECK (grade IN ('exact', 'cluster', 'hop')),
  count integer NOT NULL CHECK (count > 0),
  -- The step that each side has agreed to: 1 a match exists, 2 which agency, 3 officer and case, 4 material. What is shown is the lesser.
  a_step smallint NOT NULL CHECK (a_step BETWEEN 1 AND 4),
  b_step smallint NOT NULL CHECK (b_step BETWEEN 1 AND 4),
  a_outcome text CHECK (a_outcome IN ('coordinate', 'stand-down', 'no-conflict')),
  b_outcome text CHECK (b_outcome IN ('coordinate', 'stand-down', 'no-conflict')),
  -- The side that alone knows of it, where an entry is silent; null where both do.
  known_to text CHECK (known_to IN ('a', 'b')),
  at timestamptz NOT NULL,
  first_message_at timestamptz,
  UNIQUE (a_interest, b_interest),
  CHECK (a_agency <> b_agency)
);
CREATE INDEX conflict_by_a ON conflict (a_interest);
CREATE INDEX conflict_by_b ON conflict (b_interest);
ALTER TABLE conflict ENABLE ROW LEVEL SECURITY;
ALTER TABLE conflict FORCE ROW LEVEL SECURITY;
CREATE POLICY server_alone ON conflict TO trailmark_app USING (current_scope() = 'system') WITH CHECK (current_scope() = 'system');
GRANT SELECT, INSERT, UPDATE (a_step, b_step, a_outcome, b_outcome, first_message_at) ON conflict TO trailmark_app;

CREATE TABLE conflict_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conflict_id uuid NOT NULL REFERENCES conflict ON DELETE CASCADE,
  side text NOT NULL CHECK (side IN ('a', 'b', 'server')),
  sealed bytea NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX conflict_message_by_conflict ON conflict_message (conflict_id, id);
ALTER TABLE conflict_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE conflict_message FORCE ROW LEVEL SECURITY;
CREATE POLICY server_alone ON conflict_message TO trailmark_app USING (current_scope() = 'system') WITH CHECK (current_scope() = 'system');
GRANT SELECT, INSERT ON conflict_message TO trailmark_app;

-- 28 CFR 23.20(e): who received what, why and when, for each release outside the agency.
CREATE TABLE interest_release (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  interest_id uuid NOT NULL,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL,
  at timestamptz NOT NULL,
  to_whom text NOT NULL CHECK (char_length(to_whom) <= 200),
  what text NOT NULL CHECK (char_length(what) <= 500),
  why text NOT NULL CHECK (char_length(why) <= 500),
  FOREIGN KEY (interest_id, agency_id) REFERENCES interest (id, agency_id) ON DELETE CASCADE,
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX interest_release_by_interest ON interest_release (interest_id, id);
CALL protect_case_table('interest_release');
GRANT SELECT, INSERT ON interest_release TO trailmark_app;
