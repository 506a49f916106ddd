-- Appeals against labels: what somebody says is wrong with a claim of a source, and what another person of the agency decided.
-- A label itself is never changed by it: packs are the evidence of what their source states.
CREATE TABLE label_appeal (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  -- The claim: its id is the same in every version of its pack.
  label text NOT NULL CHECK (label ~ '^[0-9a-f]{16}$'),
  chain text NOT NULL CHECK (char_length(chain) BETWEEN 1 AND 40),
  address text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 200),
  -- What the source stated when the appeal was made.
  claim text NOT NULL CHECK (char_length(claim) <= 200),
  category text NOT NULL CHECK (char_length(category) <= 60),
  source text NOT NULL CHECK (char_length(source) <= 500),
  pack text NOT NULL CHECK (char_length(pack) <= 120),
  statement text NOT NULL CHECK (char_length(statement) BETWEEN 10 AND 2000),
  -- Where what is said can be looked up.
  evidence text NOT NULL DEFAULT '' CHECK (char_length(evidence) <= 1000),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'rejected', 'withdrawn')),
  opened_at timestamptz NOT NULL,
  opened_by uuid NOT NULL REFERENCES account,
  decided_at timestamptz,
  decided_by uuid REFERENCES account,
  decided_note text NOT NULL DEFAULT '' CHECK (char_length(decided_note) <= 1000),
  CHECK ((state = 'open') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  -- Four eyes: who appealed withdraws, and never decides.
  CHECK (state NOT IN ('accepted', 'rejected') OR decided_by <> opened_by),
  CHECK (state <> 'withdrawn' OR decided_by = opened_by)
);
-- One open appeal a claim: two decisions on the same question could contradict each other.
CREATE UNIQUE INDEX label_appeal_open ON label_appeal (agency_id, label) WHERE state = 'open';
CREATE INDEX label_appeal_newest ON label_appeal (agency_id, opened_at DESC);
CREATE INDEX label_appeal_of_label ON label_appeal (agency_id, label);
CALL protect_tenant_table('label_appeal');
CREATE POLICY not_the_installation ON label_appeal AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
GRANT SELECT, INSERT ON label_appeal TO trailmark_app;
GRANT UPDATE (state, decided_at, decided_by, decided_note) ON label_appeal TO trailmark_app;
