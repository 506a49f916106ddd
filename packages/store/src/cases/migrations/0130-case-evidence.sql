-- Files of evidence in a case, and the ledger of custody of each. The bytes are files below the data folder, encrypted with the
-- key of the case; here is what is said of them.
CREATE TABLE case_evidence (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- EV-01, EV-02 … given when an upload begins. One that is given up stays, withdrawn: no number is missing.
  number integer NOT NULL CHECK (number > 0),
  -- The name as it was sent, byte for byte. It is never part of a path.
  name bytea NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 4096),
  size bigint NOT NULL CHECK (size >= 0),
  state text NOT NULL DEFAULT 'arriving' CHECK (state IN ('arriving', 'good', 'damaged', 'withdrawn')),
  -- Bytes that are on the disk for good, and when the last of them came.
  arrived bigint NOT NULL DEFAULT 0 CHECK (arrived BETWEEN 0 AND size),
  arrived_at timestamptz NOT NULL,
  -- Told from the content; null until all of it is here.
  kind text CHECK (kind ~ '^[a-z0-9-]{1,40}$'),
  -- SHA-256 as who sent it counted, as it was read from the disk when it had arrived, and as it was last read.
  client_hash text CHECK (client_hash ~ '^[0-9a-f]{64}$'),
  arrival_hash text CHECK (arrival_hash ~ '^[0-9a-f]{64}$'),
  checked_hash text CHECK (checked_hash ~ '^[0-9a-f]{64}$'),
  checked_at timestamptz,
  -- What is wrong, in a sentence.
  finding text CHECK (char_length(finding) <= 500),
  -- Where the bytes are: HMAC of the SHA-256 with a key of the case. The same content in another case is elsewhere.
  address text CHECK (address ~ '^[0-9a-f]{64}$'),
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 2000),
  source text NOT NULL DEFAULT '' CHECK (char_length(source) <= 300),
  acquired_at timestamptz,
  acquired_by text NOT NULL DEFAULT '' CHECK (char_length(acquired_by) <= 200),
  acquired_where text NOT NULL DEFAULT '' CHECK (char_length(acquired_where) <= 300),
  -- Counted up with every change of the five columns above.
  version integer NOT NULL DEFAULT 1,
  added_at timestamptz NOT NULL,
  added_by uuid NOT NULL REFERENCES account,
  withdrawn_at timestamptz,
  withdrawn_by uuid REFERENCES account,
  withdrawn_why text CHECK (char_length(withdrawn_why) <= 500),
  -- The ledger of custody: how many rows, the hash of the last, and what keeps the leaf in the daily root from being guessed.
  custody_count integer NOT NULL DEFAULT 0 CHECK (custody_count >= 0),
  custody_head text CHECK (custody_head ~ '^[0-9a-f]{64}$'),
  salt bytea NOT NULL CHECK (octet_length(salt) = 32),
  UNIQUE (case_id, number),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_evidence_by_check ON case_evidence (state, checked_at);
CALL protect_case_table('case_evidence');
GRANT SELECT, INSERT, UPDATE (state, arrived, arrived_at, kind, client_hash, arrival_hash, checked_hash, checked_at, finding, address,
  description, source, acquired_at, acquired_by, acquired_where, version, withdrawn_at, withdrawn_by, withdrawn_why,
  custody_count, custody_head) ON case_evidence TO trailmark_app;

-- One row an act. The application adds rows and can neither change nor remove one; each carries the hash of the one before.
CREATE TABLE case_custody (
  evidence_id uuid NOT NULL REFERENCES case_evidence ON DELETE CASCADE,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  seq integer NOT NULL CHECK (seq > 0),
  act text NOT NULL CHECK (act IN ('collect', 'view', 'copy', 'transfer', 'export', 'verify')),
  -- Null for the server itself. The name is as it was then.
  who_id uuid REFERENCES account,
  who text NOT NULL CHECK (char_length(who) BETWEEN 1 AND 200),
  role text NOT NULL CHECK (char_length(role) <= 40),
  at timestamptz NOT NULL,
  -- When it was done, where that is said by a person; null where it was done as it was written.
  done_at timestamptz,
  why text NOT NULL CHECK (char_length(why) BETWEEN 1 AND 500),
  -- The legal authority it rests on, as its register names it.
  authority text CHECK (char_length(authority) BETWEEN 1 AND 80),
  machine text NOT NULL DEFAULT '' CHECK (char_length(machine) <= 200),
  software text NOT NULL CHECK (char_length(software) <= 100),
  from_whom text NOT NULL DEFAULT '' CHECK (char_length(from_whom) <= 200),
  to_whom text NOT NULL DEFAULT '' CHECK (char_length(to_whom) <= 200),
  input_hash text CHECK (input_hash ~ '^[0-9a-f]{64}$'),
  output_hash text CHECK (output_hash ~ '^[0-9a-f]{64}$'),
  result text NOT NULL CHECK (char_length(result) <= 500),
  previous_hash text CHECK (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (evidence_id, seq),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_custody_by_case ON case_custody (case_id, at DESC);
CALL protect_case_table('case_custody');
GRANT SELECT, INSERT ON case_custody TO trailmark_app;

-- The root over the heads of all ledgers of an agency, once a day. It stands in the audit log too.
CREATE TABLE custody_root (
  agency_id uuid NOT NULL REFERENCES agency,
  day date NOT NULL,
  root text NOT NULL CHECK (root ~ '^[0-9a-f]{64}$'),
  at timestamptz NOT NULL,
  PRIMARY KEY (agency_id, day)
);
CALL protect_tenant_table('custody_root');
GRANT SELECT, INSERT ON custody_root TO trailmark_app;

-- The way from a ledger to the root of a day, kept where the ledger has grown since the last one.
CREATE TABLE case_custody_proof (
  evidence_id uuid NOT NULL REFERENCES case_evidence ON DELETE CASCADE,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  day date NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  head text NOT NULL CHECK (head ~ '^[0-9a-f]{64}$'),
  place integer NOT NULL CHECK (place >= 0),
  leaves integer NOT NULL CHECK (leaves > place),
  -- Hashes of 32 bytes, one after the other.
  path bytea NOT NULL,
  PRIMARY KEY (evidence_id, day),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CALL protect_case_table('case_custody_proof');
GRANT SELECT, INSERT ON case_custody_proof TO trailmark_app;
