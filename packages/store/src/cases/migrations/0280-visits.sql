-- What a person opened last and keeps at hand: only what it is and when, never its title, which is read where they may still see it.
CREATE TABLE visit (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  agency_id uuid NOT NULL REFERENCES agency,
  kind text NOT NULL CHECK (kind IN ('address', 'transaction', 'entity', 'case', 'flow')),
  -- `btc:1A1z…` of what is on a chain, otherwise an id.
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 400),
  visited_at timestamptz NOT NULL,
  pinned_at timestamptz,
  PRIMARY KEY (account_id, kind, subject)
);
CREATE INDEX visit_by_time ON visit (account_id, visited_at DESC);
CALL protect_tenant_table('visit');
CREATE POLICY own ON visit AS RESTRICTIVE TO trailmark_app USING (current_scope() = 'system' OR account_id = current_account());
GRANT SELECT, INSERT, UPDATE (visited_at, pinned_at), DELETE ON visit TO trailmark_app;
