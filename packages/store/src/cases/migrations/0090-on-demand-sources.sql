-- Sources outside the building that may be asked on demand. No row: as it comes along, and off.
CREATE TABLE outbound_source (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  is_on boolean NOT NULL DEFAULT false,
  -- Where it is asked, as an administrator set it; null: the usual place.
  endpoint text CHECK (char_length(endpoint) BETWEEN 1 AND 300),
  -- Encrypted with a key outside the database, and bound to the row.
  key_box text CHECK (char_length(key_box) <= 1000),
  pin text CHECK (pin ~ '^[0-9a-f]{64}$'),
  changed_by uuid NOT NULL REFERENCES account,
  changed_at timestamptz NOT NULL
);
ALTER TABLE outbound_source ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbound_source FORCE ROW LEVEL SECURITY;
-- It belongs to the installation: everybody may know what is on, only its administrators change it.
CREATE POLICY read_all ON outbound_source FOR SELECT TO trailmark_app USING (current_scope() <> '');
CREATE POLICY add ON outbound_source FOR INSERT TO trailmark_app
  WITH CHECK (current_scope() = 'platform' AND changed_by = current_account());
CREATE POLICY change ON outbound_source FOR UPDATE TO trailmark_app USING (current_scope() = 'platform')
  WITH CHECK (current_scope() = 'platform' AND changed_by = current_account());
GRANT SELECT, INSERT, UPDATE ON outbound_source TO trailmark_app;

-- Every request that leaves the building for somebody, written before it does. What came of it is added; nothing is removed.
CREATE TABLE outbound_request (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  agency_id uuid NOT NULL REFERENCES agency,
  account_id uuid NOT NULL REFERENCES account,
  source_id text NOT NULL CHECK (char_length(source_id) <= 40),
  chain text NOT NULL CHECK (char_length(chain) <= 40),
  asked_at timestamptz NOT NULL,
  -- What it names of an investigation; empty for questions about the chain alone.
  revealed text NOT NULL CHECK (char_length(revealed) <= 400),
  -- Without the key.
  url text NOT NULL CHECK (char_length(url) <= 2000),
  status integer,
  bytes bigint,
  fault text CHECK (char_length(fault) <= 400)
);
CREATE INDEX outbound_request_by_time ON outbound_request (asked_at DESC, id);
CREATE INDEX outbound_request_by_source ON outbound_request (source_id, asked_at DESC);
CREATE INDEX outbound_request_by_account ON outbound_request (account_id, asked_at);
CALL protect_tenant_table('outbound_request');
GRANT SELECT, INSERT, UPDATE (status, bytes, fault) ON outbound_request TO trailmark_app;
