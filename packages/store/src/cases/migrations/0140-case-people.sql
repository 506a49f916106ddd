-- People and entities of a case, what links them to addresses and to each other, and the case's own labels of addresses.
-- None of it is edited away: people have versions, links and labels are withdrawn with a reason.
CREATE TABLE case_person (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- `P-1`: given once, it stays when the kind changes.
  letter text NOT NULL CHECK (letter ~ '^[A-Z]$'),
  number integer NOT NULL CHECK (number > 0),
  kind text NOT NULL CHECK (kind IN ('suspect', 'victim', 'witness', 'company', 'exchange-account', 'device', 'domain', 'phone', 'handle')),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 160),
  -- A few words for lists: "not charged", "at Northgate".
  detail text NOT NULL DEFAULT '' CHECK (char_length(detail) <= 80),
  aliases text[] NOT NULL DEFAULT '{}',
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 4000),
  -- Type, service and value of each, in the spelling that people read.
  identifiers jsonb NOT NULL DEFAULT '[]',
  -- Birth date and documents as JSON, encrypted with the key of the case; null where none was entered.
  personal bytea,
  version integer NOT NULL DEFAULT 1,
  added_at timestamptz NOT NULL,
  added_by uuid NOT NULL REFERENCES account,
  changed_at timestamptz NOT NULL,
  changed_by uuid NOT NULL REFERENCES account,
  withdrawn_at timestamptz,
  withdrawn_by uuid REFERENCES account,
  withdrawn_why text CHECK (char_length(withdrawn_why) <= 500),
  UNIQUE (case_id, letter, number),
  UNIQUE (id, case_id),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CALL protect_case_table('case_person');
GRANT SELECT, INSERT, UPDATE, DELETE ON case_person TO trailmark_app;

-- Two links that contradict each other are two rows.
CREATE TABLE case_link (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  person_id uuid NOT NULL,
  -- Either an address or another person.
  chain text CHECK (char_length(chain) <= 40),
  address text CHECK (char_length(address) <= 200),
  other_id uuid,
  relation text NOT NULL CHECK (char_length(relation) BETWEEN 1 AND 200),
  basis text NOT NULL CHECK (basis IN ('seized-device', 'exchange-records', 'statement', 'inference')),
  explanation text NOT NULL DEFAULT '' CHECK (char_length(explanation) <= 1000),
  mark text NOT NULL CHECK (mark IN ('fact', 'inference', 'claim')),
  -- A rule with its number, or a person's word.
  rule text CHECK (char_length(rule) BETWEEN 1 AND 80),
  score smallint CHECK (score BETWEEN 0 AND 100),
  word text CHECK (word IN ('certain', 'likely', 'possible', 'unclear')),
  source text NOT NULL CHECK (char_length(source) BETWEEN 1 AND 300),
  position integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  added_at timestamptz NOT NULL,
  added_by uuid NOT NULL REFERENCES account,
  withdrawn_at timestamptz,
  withdrawn_by uuid REFERENCES account,
  withdrawn_why text CHECK (char_length(withdrawn_why) <= 500),
  CHECK ((address IS NULL) = (chain IS NULL) AND (address IS NULL) <> (other_id IS NULL)),
  CHECK (other_id IS DISTINCT FROM person_id),
  CHECK ((score IS NULL) = (rule IS NULL) AND (score IS NULL) <> (word IS NULL)),
  FOREIGN KEY (person_id, case_id) REFERENCES case_person (id, case_id) ON DELETE CASCADE,
  FOREIGN KEY (other_id, case_id) REFERENCES case_person (id, case_id) ON DELETE CASCADE,
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_link_by_case ON case_link (case_id, position);
CALL protect_case_table('case_link');
GRANT SELECT, INSERT, UPDATE (withdrawn_at, withdrawn_by, withdrawn_why), DELETE ON case_link TO trailmark_app;

-- What this case calls an address. It stays in the case: no look-up and no label pack ever reads it.
CREATE TABLE case_label (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  chain text NOT NULL CHECK (char_length(chain) <= 40),
  address text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 200),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 160),
  mark text NOT NULL CHECK (mark IN ('fact', 'inference', 'claim')),
  source text NOT NULL CHECK (char_length(source) BETWEEN 1 AND 300),
  position integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  added_at timestamptz NOT NULL,
  added_by uuid NOT NULL REFERENCES account,
  withdrawn_at timestamptz,
  withdrawn_by uuid REFERENCES account,
  withdrawn_why text CHECK (char_length(withdrawn_why) <= 500),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_label_by_case ON case_label (case_id, position);
CALL protect_case_table('case_label');
GRANT SELECT, INSERT, UPDATE (withdrawn_at, withdrawn_by, withdrawn_why), DELETE ON case_label TO trailmark_app;
