-- Public keys of other agencies that packages of cases are signed with. A key is entered by one administrator and confirmed by
-- another; who received a package then knows whose it is. A row is never removed.
CREATE TABLE trusted_case_key (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  -- The agency whose key it is, in the words of those who entered it.
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  -- The 32 bytes of an Ed25519 key.
  public_key text NOT NULL CHECK (public_key ~ '^[0-9a-f]{64}$'),
  -- How its fingerprint was compared with the agency.
  compared text NOT NULL CHECK (char_length(compared) BETWEEN 3 AND 500),
  state text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'trusted', 'refused', 'withdrawn', 'revoked')),
  proposed_at timestamptz NOT NULL,
  proposed_by uuid NOT NULL REFERENCES account,
  decided_at timestamptz,
  decided_by uuid REFERENCES account,
  revoked_at timestamptz,
  revoked_by uuid REFERENCES account,
  -- First day (UTC) whose packages are no longer good.
  revoked_from date,
  revoked_why text CHECK (char_length(revoked_why) BETWEEN 3 AND 500),
  CHECK ((state = 'proposed') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CHECK (state NOT IN ('trusted', 'refused', 'revoked') OR decided_by <> proposed_by),
  CHECK (state <> 'withdrawn' OR decided_by = proposed_by),
  CHECK ((state = 'revoked') = (revoked_at IS NOT NULL)),
  CHECK (num_nulls(revoked_at, revoked_by, revoked_from, revoked_why) IN (0, 4))
);
CREATE UNIQUE INDEX trusted_case_key_once ON trusted_case_key (agency_id, public_key) WHERE state IN ('proposed', 'trusted');
CALL protect_tenant_table('trusted_case_key');
CREATE POLICY not_the_installation ON trusted_case_key AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
GRANT SELECT, INSERT ON trusted_case_key TO trailmark_app;
GRANT UPDATE (state, decided_at, decided_by, revoked_at, revoked_by, revoked_from, revoked_why) ON trusted_case_key TO trailmark_app;
