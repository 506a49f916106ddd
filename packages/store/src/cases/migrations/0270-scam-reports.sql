-- Reports of scams, sent by members or by the public where an agency takes them. What a report says of the other side is in columns
-- that reviewers read; what it says of the victim is encrypted under a key outside the database, and is opened with a reason.
CREATE TABLE scam_intake (
  agency_id uuid PRIMARY KEY REFERENCES agency,
  -- Part of the public address of the form.
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9][a-z0-9-]{2,39}$'),
  is_open boolean NOT NULL,
  -- A question of the agency's own against programs; the answer is compared without letter case and spaces.
  question text NOT NULL DEFAULT '' CHECK (char_length(question) <= 200),
  answer_hash text CHECK (answer_hash ~ '^[0-9a-f]{64}$'),
  -- Text for the national portal, with fields in braces.
  portal_name text NOT NULL DEFAULT '' CHECK (char_length(portal_name) <= 120),
  portal_template text NOT NULL DEFAULT '' CHECK (char_length(portal_template) <= 10000),
  changed_at timestamptz NOT NULL,
  CHECK ((question = '') = (answer_hash IS NULL))
);
CALL protect_tenant_table('scam_intake');
GRANT SELECT, INSERT, UPDATE ON scam_intake TO trailmark_app;

CREATE TABLE scam_report (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  reference text NOT NULL UNIQUE CHECK (reference ~ '^SR-[0-9]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  -- A reference alone proves nothing: the status is shown to who has the code as well.
  secret_hash text NOT NULL CHECK (secret_hash ~ '^[0-9a-f]{64}$'),
  -- Of one submission: sent twice it is one report. For the public it is the proof of work, which is good for one report.
  key text NOT NULL UNIQUE CHECK (char_length(key) <= 120),
  channel text NOT NULL CHECK (channel IN ('member', 'public')),
  account_id uuid REFERENCES account,
  reporter text NOT NULL CHECK (reporter IN ('victim', 'for-another', 'officer', 'exchange', 'researcher')),
  trust smallint NOT NULL CHECK (trust BETWEEN 0 AND 3),
  -- Keyed digest of the network it came from: reports of one place are counted together, and the place is not kept.
  source_tag text CHECK (source_tag ~ '^[0-9a-f]{16}$'),
  category text NOT NULL CHECK (category ~ '^[a-z-]{2,30}$'),
  state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'verified', 'rejected', 'merged', 'appeal')),
  -- Payments with what the ledger says of each, and what is said of the other side.
  payments jsonb NOT NULL,
  suspects jsonb NOT NULL,
  -- Sizes and SHA-256 of evidence, calculated by the browser; the names of files are sealed.
  evidence jsonb NOT NULL,
  loss jsonb,
  -- Victim, story and names of files; null once consent was withdrawn.
  sealed bytea,
  -- SHA-256 over everything that was sent.
  receipt_hash text NOT NULL CHECK (receipt_hash ~ '^[0-9a-f]{64}$'),
  merged_into uuid REFERENCES scam_report,
  received_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by uuid REFERENCES account,
  reason text CHECK (char_length(reason) <= 1000),
  UNIQUE (id, agency_id),
  CHECK ((channel = 'member') = (account_id IS NOT NULL)),
  CHECK ((state = 'merged') = (merged_into IS NOT NULL))
);
CREATE INDEX scam_report_by_state ON scam_report (agency_id, state, received_at DESC, id);
CREATE INDEX scam_report_by_source ON scam_report (agency_id, source_tag, received_at);
CALL protect_tenant_table('scam_report');
CREATE POLICY not_the_installation ON scam_report AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
GRANT SELECT, INSERT, UPDATE (state, sealed, merged_into, decided_at, decided_by, reason, category) ON scam_report TO trailmark_app;

-- What a report names, each in one spelling: two reports with the same one are linked.
CREATE TABLE scam_report_key (
  report_id uuid NOT NULL,
  agency_id uuid NOT NULL,
  key text NOT NULL CHECK (char_length(key) <= 500),
  PRIMARY KEY (report_id, key),
  FOREIGN KEY (report_id, agency_id) REFERENCES scam_report (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX scam_report_key_by_key ON scam_report_key (agency_id, key);
CALL protect_tenant_table('scam_report_key');
CREATE POLICY not_the_installation ON scam_report_key AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
GRANT SELECT, INSERT ON scam_report_key TO trailmark_app;

-- What became of a report, as its reporter reads it.
CREATE TABLE scam_report_step (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  report_id uuid NOT NULL,
  agency_id uuid NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('received', 'verified', 'rejected', 'merged', 'appeal', 'reopened', 'withdrawn', 'case')),
  text text NOT NULL DEFAULT '' CHECK (char_length(text) <= 2000),
  FOREIGN KEY (report_id, agency_id) REFERENCES scam_report (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX scam_report_step_by_report ON scam_report_step (report_id, id);
CALL protect_tenant_table('scam_report_step');
CREATE POLICY not_the_installation ON scam_report_step AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
GRANT SELECT, INSERT ON scam_report_step TO trailmark_app;

-- A report becomes a label of the agency by a reviewer, never by itself. On the address of a service it waits for a second one.
CREATE TABLE agency_label (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  report_id uuid NOT NULL,
  chain text NOT NULL CHECK (char_length(chain) <= 40),
  address text NOT NULL CHECK (char_length(address) <= 200),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 200),
  category text NOT NULL CHECK (char_length(category) <= 40),
  confidence text NOT NULL CHECK (char_length(confidence) <= 40),
  source text NOT NULL CHECK (char_length(source) BETWEEN 1 AND 500),
  state text NOT NULL CHECK (state IN ('waiting', 'active', 'withdrawn')),
  -- Why a second reviewer is needed; null where none is.
  caution text CHECK (char_length(caution) <= 500),
  made_by uuid NOT NULL REFERENCES account,
  made_at timestamptz NOT NULL,
  confirmed_by uuid REFERENCES account,
  confirmed_at timestamptz,
  withdrawn_by uuid REFERENCES account,
  withdrawn_at timestamptz,
  withdrawn_why text CHECK (char_length(withdrawn_why) <= 500),
  FOREIGN KEY (report_id, agency_id) REFERENCES scam_report (id, agency_id)
);
CREATE UNIQUE INDEX agency_label_once ON agency_label (report_id, chain, address) WHERE state <> 'withdrawn';
CREATE INDEX agency_label_by_address ON agency_label (agency_id, chain, address);
CALL protect_tenant_table('agency_label');
CREATE POLICY not_the_installation ON agency_label AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
GRANT SELECT, INSERT, UPDATE (state, confirmed_by, confirmed_at, withdrawn_by, withdrawn_at, withdrawn_why) ON agency_label TO trailmark_app;
