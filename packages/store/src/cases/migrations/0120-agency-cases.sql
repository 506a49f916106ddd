-- Agency cases. Who may see a case is decided here: every table of a case asks agency_case, which shows an agency's rows to
-- members, and the open ones to everybody of the agency. Nothing a person types is unique across cases: a refusal would tell.
CREATE TABLE agency_case (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  -- Year and random digits, given by the server: numbers in a row would show where a sealed case is.
  number text NOT NULL CHECK (number ~ '^[0-9]{4}-[0-9]{5}$'),
  -- The agency's own file number.
  reference text CHECK (char_length(reference) BETWEEN 1 AND 80),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 160),
  -- Id of the template it was begun from.
  type text NOT NULL CHECK (type ~ '^[a-z][a-z0-9-]{0,59}$'),
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'active', 'waiting', 'review', 'closed')),
  priority text NOT NULL DEFAULT 'medium' CHECK (priority IN ('low', 'medium', 'high')),
  policy text NOT NULL DEFAULT 'open' CHECK (policy IN ('open', 'need-to-know', 'sealed')),
  unit text NOT NULL DEFAULT '' CHECK (char_length(unit) <= 120),
  lead_id uuid REFERENCES account,
  deadline date,
  -- What happened: statements with their marks and what shows each; and the fields of its template.
  statements jsonb NOT NULL DEFAULT '[]',
  fields jsonb NOT NULL DEFAULT '{}',
  -- The key of what is encrypted in this case, itself encrypted with a key outside the database. Destroyed by a purge.
  key bytea NOT NULL,
  -- Members, for the policy below; a trigger keeps it.
  readers uuid[] NOT NULL,
  -- Counted up with every change of the columns that people edit.
  version integer NOT NULL DEFAULT 1,
  last_item integer NOT NULL DEFAULT 0,
  -- Kept for lists: money of the day it happened, in millionths of a dollar; null where no price is known.
  loss_usd numeric, traced_usd numeric, secured_usd numeric DEFAULT 0,
  next_due_on date, next_due_what text,
  opened_at timestamptz NOT NULL,
  opened_by uuid NOT NULL REFERENCES account,
  changed_at timestamptz NOT NULL,
  closed_at timestamptz,
  UNIQUE (agency_id, number),
  UNIQUE (id, agency_id)
);
CREATE INDEX agency_case_by_change ON agency_case (agency_id, status, changed_at DESC, id);
CREATE INDEX agency_case_by_due ON agency_case (agency_id, status, next_due_on, id);
CREATE INDEX agency_case_by_lead ON agency_case (agency_id, lead_id);
CALL protect_tenant_table('agency_case');
CREATE POLICY not_the_installation ON agency_case AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
-- `trailmark.opened_case` names the one case that a transaction may read by a break-glass grant, which the server checked.
CREATE POLICY need_to_know ON agency_case AS RESTRICTIVE TO trailmark_app USING (
  current_scope() = 'system' OR policy = 'open' OR current_account() = ANY (readers)
  OR id = nullif(current_setting('trailmark.opened_case', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON agency_case TO trailmark_app;

-- Row-level security for a table with agency_id and case_id: what is in a case is seen where the case is.
CREATE PROCEDURE protect_case_table(name regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CALL protect_tenant_table(%L)', name);
  EXECUTE format('CREATE POLICY not_the_installation ON %s AS RESTRICTIVE TO trailmark_app USING (current_scope() IN (''agency'', ''system''))', name);
  EXECUTE format('CREATE POLICY of_the_case ON %s AS RESTRICTIVE TO trailmark_app
    USING (current_scope() = ''system'' OR EXISTS (SELECT 1 FROM agency_case c WHERE c.id = case_id))', name);
END $$;

CREATE TABLE case_member (
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  account_id uuid NOT NULL REFERENCES account,
  role text NOT NULL CHECK (role IN ('owner', 'editor', 'viewer', 'reviewer', 'legal')),
  added_at timestamptz NOT NULL,
  added_by uuid NOT NULL REFERENCES account,
  -- When they last looked at the overview: what changed since is told there.
  visited_at timestamptz,
  PRIMARY KEY (case_id, account_id),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_member_by_account ON case_member (account_id);
CALL protect_case_table('case_member');
GRANT SELECT, INSERT, UPDATE, DELETE ON case_member TO trailmark_app;

CREATE FUNCTION keep_case_readers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed uuid := coalesce(NEW.case_id, OLD.case_id);
BEGIN
  UPDATE agency_case SET readers = ARRAY(SELECT account_id FROM case_member WHERE case_id = changed ORDER BY account_id)
    WHERE id = changed;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_readers AFTER INSERT OR DELETE ON case_member FOR EACH ROW EXECUTE FUNCTION keep_case_readers();

-- A pinned result: what a tool answered, word for word, with what it needs to be made again.
CREATE TABLE case_item (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  number integer NOT NULL CHECK (number > 0),
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9-]{0,59}$'),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 300),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 2000),
  -- What the tool was asked, as its route takes it.
  input jsonb NOT NULL,
  call text NOT NULL,
  method text NOT NULL,
  software text NOT NULL,
  -- As-of of the answer; null for what has none, such as a flow.
  as_of jsonb,
  -- SHA-256 over the canonical JSON of the answer without the time it was given at.
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- That JSON, compressed and encrypted with the key of the case.
  content bytea NOT NULL,
  size integer NOT NULL,
  pinned_at timestamptz NOT NULL,
  pinned_by uuid NOT NULL REFERENCES account,
  -- The last comparison with what the tool answers now.
  checked_at timestamptz,
  checked_hash text,
  withdrawn_at timestamptz,
  withdrawn_by uuid REFERENCES account,
  withdrawn_why text CHECK (char_length(withdrawn_why) <= 500),
  UNIQUE (case_id, number),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_item_by_kind ON case_item (case_id, kind, number);
ALTER TABLE case_item ALTER COLUMN content SET STORAGE EXTERNAL;
CALL protect_case_table('case_item');
-- A pinned result is never edited and never deleted by the application, other than with its whole case.
GRANT SELECT, INSERT, UPDATE (checked_at, checked_hash, withdrawn_at, withdrawn_by, withdrawn_why), DELETE ON case_item TO trailmark_app;

-- What a case is about, in one spelling: `address:btc:1A1z…`. Two cases with the same one overlap.
CREATE TABLE case_identifier (
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 400),
  -- The row it comes from: an item, a person, a link.
  source uuid NOT NULL,
  PRIMARY KEY (case_id, key, source),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_identifier_by_key ON case_identifier (agency_id, key);
CALL protect_case_table('case_identifier');
GRANT SELECT, INSERT, DELETE ON case_identifier TO trailmark_app;

-- The loss, and where each part of it is now. Amounts in the smallest unit of the asset.
CREATE TABLE case_money (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  kind text NOT NULL CHECK (kind IN ('loss', 'place')),
  state text CHECK (state IN ('seized', 'frozen', 'returned', 'service', 'withdrawn', 'unspent', 'mixer', 'bridge', 'not-followed', 'fee')),
  asset text NOT NULL CHECK (char_length(asset) BETWEEN 1 AND 120),
  symbol text NOT NULL CHECK (char_length(symbol) BETWEEN 1 AND 40),
  decimals smallint NOT NULL CHECK (decimals BETWEEN 0 AND 77),
  amount numeric(78, 0) NOT NULL CHECK (amount >= 0),
  -- The day it happened, UTC, and what it was worth then, in millionths of a dollar; null without a price of that day.
  day date NOT NULL,
  usd numeric(90, 0),
  mark text NOT NULL CHECK (mark IN ('fact', 'inference', 'claim')),
  place text NOT NULL DEFAULT '' CHECK (char_length(place) <= 300),
  controller text NOT NULL DEFAULT '' CHECK (char_length(controller) <= 200),
  next text NOT NULL DEFAULT '' CHECK (char_length(next) <= 300),
  next_on date,
  -- Number of the item or exhibit that shows it.
  source text NOT NULL DEFAULT '' CHECK (char_length(source) <= 80),
  position integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL,
  changed_by uuid NOT NULL REFERENCES account,
  CHECK ((kind = 'place') = (state IS NOT NULL)),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_money_by_case ON case_money (case_id, position);
CALL protect_case_table('case_money');
GRANT SELECT, INSERT, UPDATE, DELETE ON case_money TO trailmark_app;

-- What full-text search reads: titles, identifiers, notes, file names.
CREATE TABLE case_text (
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- What it belongs to: `case`, `item`, `note`, `file`, `person`, `task`.
  kind text NOT NULL,
  source uuid NOT NULL,
  -- Words in lower case, one space between two: taken apart before, because the database's own parser reads signs and hosts into them.
  text text NOT NULL CHECK (char_length(text) <= 20000),
  words tsvector GENERATED ALWAYS AS (array_to_tsvector(string_to_array(text, ' '))) STORED,
  PRIMARY KEY (case_id, source, kind),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_text_by_word ON case_text USING gin (words);
CALL protect_case_table('case_text');
GRANT SELECT, INSERT, UPDATE, DELETE ON case_text TO trailmark_app;

-- Filters that a person keeps under a name.
CREATE TABLE case_saved_view (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  query text NOT NULL CHECK (char_length(query) <= 2000),
  created_at timestamptz NOT NULL
);
CREATE INDEX case_saved_view_by_account ON case_saved_view (account_id, created_at);
CALL protect_tenant_table('case_saved_view');
CREATE POLICY own ON case_saved_view AS RESTRICTIVE TO trailmark_app USING (current_scope() = 'system' OR account_id = current_account());
GRANT SELECT, INSERT, DELETE ON case_saved_view TO trailmark_app;

-- The log of what was done in a case is read by those who may see the case, and by the server itself.
CREATE POLICY of_a_case ON audit_event AS RESTRICTIVE FOR SELECT TO trailmark_app USING (
  object_kind IS DISTINCT FROM 'case' OR current_scope() = 'system'
  OR EXISTS (SELECT 1 FROM agency_case c WHERE c.id::text = object_id));
-- Its members read that log together, whoever wrote the line.
CREATE POLICY read_case ON audit_event FOR SELECT TO trailmark_app
  USING (current_scope() = 'agency' AND agency_id = current_agency() AND object_kind = 'case');

-- What the server tells the owners of a case, such as that another case names the same address.
CREATE TABLE case_notice (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('overlap', 'break-glass', 'custodian', 'retention')),
  -- Facts of the notice; the sentence is made when it is read.
  facts jsonb NOT NULL,
  seen_at timestamptz,
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_notice_by_account ON case_notice (account_id, case_id, at DESC);
CALL protect_case_table('case_notice');
CREATE POLICY own ON case_notice AS RESTRICTIVE TO trailmark_app USING (current_scope() = 'system' OR account_id = current_account());
GRANT SELECT, INSERT, UPDATE (seen_at) ON case_notice TO trailmark_app;
