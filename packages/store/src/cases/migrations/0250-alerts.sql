-- The inbox: what the server noticed and somebody should look at. An alert belongs to a case, or to the whole agency.

-- Counted within each case, and apart from these within the agency: a gap would show that there is a case one may not see.
CREATE TABLE alert_counter (
  -- A case, or the agency.
  counted_in uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  last integer NOT NULL
);
CALL protect_tenant_table('alert_counter');
CREATE POLICY of_the_case ON alert_counter AS RESTRICTIVE TO trailmark_app
  USING (current_scope() = 'system' OR counted_in = agency_id OR EXISTS (SELECT 1 FROM agency_case c WHERE c.id = counted_in));
GRANT SELECT, INSERT, UPDATE ON alert_counter TO trailmark_app;

CREATE TABLE alert (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  -- Null: everybody of the agency who may use the tools.
  case_id uuid,
  -- `A-199` is number 199 of its case, or of the agency.
  number integer NOT NULL CHECK (number > 0),
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9-]{0,59}$'),
  -- What it is about, in one spelling: of two alerts with one key only one is valid at a time.
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 400),
  -- Alerts of one transaction, or of one change of a list, are shown together.
  group_key text NOT NULL CHECK (char_length(group_key) BETWEEN 1 AND 400),
  mark text NOT NULL CHECK (mark IN ('fact', 'inference', 'claim')),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 300),
  summary text NOT NULL DEFAULT '' CHECK (char_length(summary) <= 500),
  body jsonb NOT NULL,
  -- Where on a chain it happened; null for what happened on none. Without a height: seen unconfirmed.
  chain text CHECK (char_length(chain) <= 40),
  height bigint,
  block_hash text,
  txid text CHECK (char_length(txid) <= 80),
  happened_at timestamptz NOT NULL,
  raised_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'acknowledged', 'assigned', 'escalated', 'closed')),
  assignee_id uuid REFERENCES account,
  reason text CHECK (char_length(reason) <= 60),
  words text CHECK (char_length(words) <= 1000),
  -- An orphaned block takes back what it raised. The alert stays, and its twin in the new branch names it.
  retracted_at timestamptz,
  retracted_why text CHECK (char_length(retracted_why) <= 400),
  replaces uuid REFERENCES alert ON DELETE SET NULL,
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL,
  UNIQUE (id, agency_id),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
-- Two alerts about one thing are impossible while one is valid.
CREATE UNIQUE INDEX alert_once ON alert (agency_id, key) WHERE retracted_at IS NULL;
CREATE UNIQUE INDEX alert_by_number ON alert (coalesce(case_id, agency_id), number);
CREATE INDEX alert_by_key ON alert (agency_id, key);
CREATE INDEX alert_by_time ON alert (agency_id, raised_at DESC, number DESC);
CREATE INDEX alert_by_state ON alert (agency_id, state, raised_at DESC);
CREATE INDEX alert_by_case ON alert (case_id, raised_at DESC) WHERE case_id IS NOT NULL;
CREATE INDEX alert_by_group ON alert (agency_id, group_key);
CREATE INDEX alert_by_change ON alert (agency_id, changed_at);
CREATE INDEX alert_by_block ON alert (chain, height) WHERE retracted_at IS NULL AND height IS NOT NULL;
CALL protect_tenant_table('alert');
CREATE POLICY not_the_installation ON alert AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
CREATE POLICY of_the_case ON alert AS RESTRICTIVE TO trailmark_app
  USING (current_scope() = 'system' OR case_id IS NULL OR EXISTS (SELECT 1 FROM agency_case c WHERE c.id = case_id));
CALL only_read_in_emergency('alert');
-- An alert is never edited: people handle it, and a reorganisation retracts it.
GRANT SELECT, INSERT, UPDATE (height, block_hash, state, assignee_id, reason, words, retracted_at, retracted_why, version, changed_at), DELETE
  ON alert TO trailmark_app;

-- What raised it: one transaction may concern several watches, and is one alert.
CREATE TABLE alert_origin (
  alert_id uuid NOT NULL,
  agency_id uuid NOT NULL,
  -- `watch:` and its id; another tool has its own prefix.
  origin text NOT NULL CHECK (char_length(origin) <= 120),
  name text NOT NULL CHECK (char_length(name) <= 200),
  words text NOT NULL DEFAULT '' CHECK (char_length(words) <= 500),
  at timestamptz NOT NULL,
  PRIMARY KEY (alert_id, origin),
  FOREIGN KEY (alert_id, agency_id) REFERENCES alert (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX alert_origin_by_origin ON alert_origin (origin, at DESC);
CALL protect_tenant_table('alert_origin');
CREATE POLICY of_the_alert ON alert_origin AS RESTRICTIVE TO trailmark_app
  USING (current_scope() = 'system' OR EXISTS (SELECT 1 FROM alert a WHERE a.id = alert_id));
GRANT SELECT, INSERT, DELETE ON alert_origin TO trailmark_app;

-- What happened to an alert, in order.
CREATE TABLE alert_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id uuid NOT NULL,
  agency_id uuid NOT NULL,
  at timestamptz NOT NULL,
  -- Null: the server itself.
  account_id uuid REFERENCES account,
  what text NOT NULL CHECK (what ~ '^[a-z][a-z-]{0,39}$'),
  words text NOT NULL DEFAULT '' CHECK (char_length(words) <= 1000),
  FOREIGN KEY (alert_id, agency_id) REFERENCES alert (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX alert_event_by_alert ON alert_event (alert_id, id);
CALL protect_tenant_table('alert_event');
CREATE POLICY of_the_alert ON alert_event AS RESTRICTIVE TO trailmark_app
  USING (current_scope() = 'system' OR EXISTS (SELECT 1 FROM alert a WHERE a.id = alert_id));
GRANT SELECT, INSERT, DELETE ON alert_event TO trailmark_app;

-- Where alerts are sent. An administrator of the agency adds one; until then nothing leaves the server.
CREATE TABLE alert_channel (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9-]{0,39}$'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  -- Encrypted: addresses of chat rooms are secrets.
  target text NOT NULL CHECK (char_length(target) <= 4000),
  -- The host as it is shown.
  host text NOT NULL CHECK (char_length(host) <= 300),
  -- Set by an administrator of the installation: it may be in the own network.
  is_own boolean NOT NULL DEFAULT false,
  -- Kinds of alerts it always gets; others only where a watch names it.
  kinds text[] NOT NULL DEFAULT '{}',
  secret_version integer NOT NULL DEFAULT 1,
  -- While it lasts, deliveries are signed with the secret before, too.
  rotated_at timestamptz,
  -- Null while it works; otherwise why nothing is sent.
  disabled_why text CHECK (char_length(disabled_why) <= 300),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES account,
  version integer NOT NULL DEFAULT 1,
  removed_at timestamptz,
  UNIQUE (id, agency_id)
);
CREATE INDEX alert_channel_by_agency ON alert_channel (agency_id, name);
CALL protect_tenant_table('alert_channel');
GRANT SELECT, INSERT, UPDATE (name, target, host, kinds, secret_version, rotated_at, disabled_why, version, removed_at) ON alert_channel TO trailmark_app;

-- One row for each alert, revision and receiver. It is written in the transaction of the alert and sent afterwards, at least once.
CREATE TABLE alert_delivery (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  -- Null: a test.
  alert_id uuid,
  -- 1: raised, 2: retracted.
  revision smallint NOT NULL CHECK (revision IN (1, 2)),
  channel_id uuid,
  -- An account that gets a mail instead.
  recipient_id uuid REFERENCES account,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  sent_at timestamptz,
  CHECK ((channel_id IS NULL) <> (recipient_id IS NULL)),
  FOREIGN KEY (alert_id, agency_id) REFERENCES alert (id, agency_id) ON DELETE CASCADE,
  FOREIGN KEY (channel_id, agency_id) REFERENCES alert_channel (id, agency_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX alert_delivery_once ON alert_delivery (alert_id, revision, channel_id, recipient_id) NULLS NOT DISTINCT
  WHERE alert_id IS NOT NULL;
CREATE INDEX alert_delivery_due ON alert_delivery (next_at) WHERE state = 'queued';
CREATE INDEX alert_delivery_by_channel ON alert_delivery (channel_id, created_at DESC);
CREATE INDEX alert_delivery_failed ON alert_delivery (agency_id, created_at DESC) WHERE state = 'failed';
CALL protect_tenant_table('alert_delivery');
CREATE POLICY of_the_alert ON alert_delivery AS RESTRICTIVE TO trailmark_app
  USING (current_scope() = 'system' OR alert_id IS NULL OR EXISTS (SELECT 1 FROM alert a WHERE a.id = alert_id));
GRANT SELECT, INSERT, UPDATE (state, attempts, next_at, sent_at), DELETE ON alert_delivery TO trailmark_app;

-- Each try, with what the receiver answered.
CREATE TABLE alert_attempt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id uuid NOT NULL REFERENCES alert_delivery ON DELETE CASCADE,
  agency_id uuid NOT NULL REFERENCES agency,
  number integer NOT NULL,
  at timestamptz NOT NULL,
  -- HTTP status; null where there was none.
  status integer,
  fault text CHECK (char_length(fault) <= 400),
  ms integer
);
CREATE INDEX alert_attempt_by_delivery ON alert_attempt (delivery_id, id);
CALL protect_tenant_table('alert_attempt');
CREATE POLICY of_the_delivery ON alert_attempt AS RESTRICTIVE TO trailmark_app
  USING (current_scope() = 'system' OR EXISTS (SELECT 1 FROM alert_delivery d WHERE d.id = delivery_id));
GRANT SELECT, INSERT, DELETE ON alert_attempt TO trailmark_app;
