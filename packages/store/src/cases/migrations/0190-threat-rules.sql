-- Rule sets of address threat analysis. A version is never changed: it is proposed, and another person decides.
CREATE TABLE threat_rule_set (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  number integer NOT NULL CHECK (number > 0),
  -- The set as JSON; null: back to the rules the software comes with.
  content text CHECK (char_length(content) BETWEEN 2 AND 500000),
  -- SHA-256 over its canonical form.
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  note text NOT NULL CHECK (char_length(note) BETWEEN 3 AND 1000),
  state text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'approved', 'refused', 'withdrawn')),
  proposed_at timestamptz NOT NULL,
  proposed_by uuid NOT NULL REFERENCES account,
  decided_at timestamptz,
  decided_by uuid REFERENCES account,
  decided_note text NOT NULL DEFAULT '' CHECK (char_length(decided_note) <= 1000),
  UNIQUE (agency_id, number),
  CHECK ((state = 'proposed') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  -- Four eyes: the author withdraws, and never approves or refuses.
  CHECK (state NOT IN ('approved', 'refused') OR decided_by <> proposed_by),
  CHECK (state <> 'withdrawn' OR decided_by = proposed_by)
);
-- One proposal at a time: two that are decided in either order would leave a set that nobody looked at.
CREATE UNIQUE INDEX threat_rule_set_open ON threat_rule_set (agency_id) WHERE state = 'proposed';
CREATE INDEX threat_rule_set_in_force ON threat_rule_set (agency_id, decided_at DESC) WHERE state = 'approved';
CALL protect_tenant_table('threat_rule_set');
CREATE POLICY not_the_installation ON threat_rule_set AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
GRANT SELECT, INSERT ON threat_rule_set TO trailmark_app;
GRANT UPDATE (state, decided_at, decided_by, decided_note) ON threat_rule_set TO trailmark_app;
