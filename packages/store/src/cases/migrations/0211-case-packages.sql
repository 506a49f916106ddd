-- Packages that were signed for other agencies: what was sent, to whom, and whether it was revoked.
CREATE TABLE case_package (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- `G-2` is number 2: counted within the case.
  number integer NOT NULL CHECK (number > 0),
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 200),
  purpose text NOT NULL CHECK (char_length(purpose) BETWEEN 1 AND 500),
  expires date,
  root text NOT NULL CHECK (root ~ '^[0-9a-f]{64}$'),
  -- The file as it was signed, compressed and encrypted with the key of the case.
  content bytea NOT NULL,
  size integer NOT NULL CHECK (size >= 0),
  -- Exhibits whose files are in it: id, number, bytes and SHA-256 of each; and whether their ledgers of custody are.
  files jsonb NOT NULL DEFAULT '[]',
  has_custody boolean NOT NULL DEFAULT false,
  made_at timestamptz NOT NULL,
  made_by uuid NOT NULL REFERENCES account,
  revoked_at timestamptz,
  revoked_by uuid REFERENCES account,
  revoked_why text CHECK (char_length(revoked_why) <= 500),
  -- The signed notice, as it is sent.
  notice text CHECK (char_length(notice) <= 10000),
  UNIQUE (case_id, number),
  CHECK ((revoked_at IS NULL) = (notice IS NULL)),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
ALTER TABLE case_package ALTER COLUMN content SET STORAGE EXTERNAL;
CALL protect_case_table('case_package');
GRANT SELECT, INSERT, UPDATE (revoked_at, revoked_by, revoked_why, notice), DELETE ON case_package TO trailmark_app;

-- The package that a case was imported from.
CREATE TABLE case_origin (
  case_id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  package_id uuid NOT NULL,
  root text NOT NULL CHECK (root ~ '^[0-9a-f]{64}$'),
  public_key text NOT NULL CHECK (public_key ~ '^[0-9a-f]{64}$'),
  sender text NOT NULL CHECK (char_length(sender) <= 2000),
  sender_number text NOT NULL CHECK (char_length(sender_number) <= 2000),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CALL protect_case_table('case_origin');
GRANT SELECT, INSERT ON case_origin TO trailmark_app;

-- Notices of other agencies that a package is revoked. They say nothing of whether a case here was made of it.
CREATE TABLE package_revocation (
  agency_id uuid NOT NULL REFERENCES agency,
  package_id uuid NOT NULL,
  -- Only who signed the package revokes it.
  public_key text NOT NULL CHECK (public_key ~ '^[0-9a-f]{64}$'),
  root text NOT NULL CHECK (root ~ '^[0-9a-f]{64}$'),
  why text NOT NULL CHECK (char_length(why) <= 500),
  revoked_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  received_by uuid NOT NULL REFERENCES account,
  PRIMARY KEY (agency_id, package_id, public_key)
);
CALL protect_tenant_table('package_revocation');
GRANT SELECT, INSERT ON package_revocation TO trailmark_app;
