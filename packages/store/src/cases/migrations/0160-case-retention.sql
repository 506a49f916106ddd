-- How long a case is kept, what holds it longer, and what stays of one that was purged.
ALTER TABLE agency_case ADD COLUMN retain_until date;

CREATE TABLE case_hold (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 3 AND 500),
  -- Number of the order, as the authority writes it.
  authority text NOT NULL DEFAULT '' CHECK (char_length(authority) <= 120),
  placed_at timestamptz NOT NULL,
  placed_by uuid NOT NULL REFERENCES account,
  released_at timestamptz,
  released_by uuid REFERENCES account,
  released_why text CHECK (char_length(released_why) <= 500),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_hold_by_case ON case_hold (case_id, placed_at);
CALL protect_case_table('case_hold');
GRANT SELECT, INSERT, UPDATE (released_at, released_by, released_why) ON case_hold TO trailmark_app;

-- A purge that one person asked for and another one has not decided yet.
CREATE TABLE case_purge (
  case_id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 3 AND 500),
  asked_at timestamptz NOT NULL,
  asked_by uuid NOT NULL REFERENCES account,
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CALL protect_case_table('case_purge');
GRANT SELECT, INSERT, DELETE ON case_purge TO trailmark_app;

-- What stays: that there was a case, who ended it and why, and the hash of what it held. No title, no name, no address.
CREATE TABLE case_tombstone (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  -- Those who were members: others learn of no tombstone either.
  readers uuid[] NOT NULL,
  root text NOT NULL CHECK (root ~ '^[0-9a-f]{64}$'),
  reason text NOT NULL,
  asked_at timestamptz NOT NULL, asked_by uuid NOT NULL REFERENCES account,
  purged_at timestamptz NOT NULL, purged_by uuid NOT NULL REFERENCES account,
  -- How much it held, in words such as “10 to 99”.
  size text NOT NULL,
  -- The line of the audit log that proves it.
  event_id uuid NOT NULL
);
CREATE INDEX case_tombstone_by_agency ON case_tombstone (agency_id, purged_at DESC);
CALL protect_tenant_table('case_tombstone');
CREATE POLICY not_the_installation ON case_tombstone AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
CREATE POLICY of_members ON case_tombstone AS RESTRICTIVE TO trailmark_app
  USING (current_scope() = 'system' OR current_account() = ANY (readers));
GRANT SELECT, INSERT ON case_tombstone TO trailmark_app;

-- The line of the log about a tombstone is read by those who may see the tombstone.
CREATE POLICY of_a_tombstone ON audit_event AS RESTRICTIVE FOR SELECT TO trailmark_app USING (
  object_kind IS DISTINCT FROM 'case-tombstone' OR current_scope() = 'system'
  OR EXISTS (SELECT 1 FROM case_tombstone t WHERE t.id::text = object_id));
CREATE POLICY read_tombstone ON audit_event FOR SELECT TO trailmark_app
  USING (current_scope() = 'agency' AND agency_id = current_agency() AND object_kind = 'case-tombstone');
