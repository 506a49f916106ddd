-- The time stamp authority (RFC 3161) that the daily roots of custody are sent to. No row: none, and nothing leaves.
CREATE TABLE stamp_authority (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  is_on boolean NOT NULL DEFAULT false,
  endpoint text NOT NULL CHECK (char_length(endpoint) <= 300),
  -- Certificates that a signer must lead to, PEM.
  trusted text NOT NULL CHECK (char_length(trusted) <= 20000),
  changed_by uuid NOT NULL REFERENCES account,
  changed_at timestamptz NOT NULL,
  CHECK (NOT is_on OR (endpoint <> '' AND trusted <> ''))
);
ALTER TABLE stamp_authority ENABLE ROW LEVEL SECURITY;
ALTER TABLE stamp_authority FORCE ROW LEVEL SECURITY;
-- It belongs to the installation, as outbound_source does.
CREATE POLICY read_all ON stamp_authority FOR SELECT TO trailmark_app USING (current_scope() <> '');
CREATE POLICY add ON stamp_authority FOR INSERT TO trailmark_app
  WITH CHECK (current_scope() = 'platform' AND changed_by = current_account());
CREATE POLICY change ON stamp_authority FOR UPDATE TO trailmark_app USING (current_scope() = 'platform')
  WITH CHECK (current_scope() = 'platform' AND changed_by = current_account());
GRANT SELECT, INSERT, UPDATE ON stamp_authority TO trailmark_app;

-- Stamps of daily roots. The application adds rows and can neither change nor remove one.
CREATE TABLE custody_stamp (
  agency_id uuid NOT NULL REFERENCES agency,
  day date NOT NULL,
  -- TimeStampToken (RFC 3161, 2.4.2), DER.
  token bytea NOT NULL CHECK (octet_length(token) BETWEEN 1 AND 65536),
  -- The certificates it was verified against, PEM: the authority may change later.
  trusted text NOT NULL CHECK (char_length(trusted) <= 20000),
  at timestamptz NOT NULL,
  PRIMARY KEY (agency_id, day),
  FOREIGN KEY (agency_id, day) REFERENCES custody_root
);
CALL protect_tenant_table('custody_stamp');
GRANT SELECT, INSERT ON custody_stamp TO trailmark_app;

-- A request of the server itself is for no person.
ALTER TABLE outbound_request ALTER account_id DROP NOT NULL;
