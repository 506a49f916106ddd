-- The yearly review of who still needs access; and a reset of second factors, after which identity is proven again.
ALTER TABLE account
  ADD COLUMN reviewed_at timestamptz,
  ADD COLUMN reviewed_by uuid REFERENCES account,
  ADD COLUMN factors_reset_at timestamptz,
  ADD COLUMN factors_reset_by uuid REFERENCES account;
CREATE INDEX account_waiting ON account (approval_due_at) WHERE status = 'awaiting-approval';

-- A role with rights over others is proposed by one administrator and confirmed by another.
CREATE TABLE role_grant (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  agency_id uuid NOT NULL REFERENCES agency,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  from_role text NOT NULL CHECK (from_role IN ('member', 'agency-admin', 'platform-admin', 'auditor')),
  role text NOT NULL CHECK (role IN ('agency-admin', 'platform-admin', 'auditor')),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 1000),
  proposed_by uuid NOT NULL REFERENCES account,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'confirmed', 'refused', 'expired')),
  decided_by uuid REFERENCES account,
  decided_at timestamptz,
  -- Confirmed by the proposer after a day, because nobody else could.
  is_alone boolean NOT NULL DEFAULT false,
  CHECK (proposed_by <> account_id AND decided_by IS DISTINCT FROM account_id),
  CHECK (status <> 'confirmed' OR is_alone OR decided_by <> proposed_by)
);
CREATE UNIQUE INDEX role_grant_open ON role_grant (account_id) WHERE status = 'open';
CREATE INDEX role_grant_by_agency ON role_grant (agency_id, status);
CALL protect_tenant_table('role_grant');
GRANT SELECT, INSERT ON role_grant TO trailmark_app;
GRANT UPDATE (status, decided_by, decided_at, is_alone) ON role_grant TO trailmark_app;
