-- The application may add to the log and read it, and nothing else: no UPDATE, DELETE or TRUNCATE is granted.

CREATE TABLE audit_event (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  agency_id uuid,
  account_id uuid,
  action text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('success', 'denied', 'failed')),
  object_kind text,
  object_id text,
  -- The event's canonical JSON, exactly as it was hashed.
  body text NOT NULL
);
CREATE INDEX audit_event_by_time ON audit_event (at DESC, id);
CREATE INDEX audit_event_by_account ON audit_event (account_id, at DESC);
CREATE INDEX audit_event_by_object ON audit_event (object_id, at DESC) WHERE object_id IS NOT NULL;

-- An event's place in the Merkle tree, given in a second step so that writers never wait for each other.
CREATE TABLE audit_leaf (
  index bigint PRIMARY KEY,
  event_id uuid NOT NULL UNIQUE REFERENCES audit_event,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);

CREATE TABLE audit_checkpoint (
  size bigint PRIMARY KEY,
  root bytea NOT NULL,
  at timestamptz NOT NULL,
  -- The signed note, as text.
  note text NOT NULL
);

ALTER TABLE audit_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_event FORCE ROW LEVEL SECURITY;
-- Whoever acts may write what was done; only the installation's own scopes read.
CREATE POLICY write_any ON audit_event FOR INSERT TO trailmark_app WITH CHECK (true);
CREATE POLICY read_all ON audit_event FOR SELECT TO trailmark_app USING (current_scope() IN ('platform', 'system'));
CREATE POLICY read_own ON audit_event FOR SELECT TO trailmark_app
  USING (current_scope() = 'agency' AND agency_id = current_agency() AND account_id = current_account());
GRANT SELECT, INSERT ON audit_event, audit_leaf, audit_checkpoint TO trailmark_app;
