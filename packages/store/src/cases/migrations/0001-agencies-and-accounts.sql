-- Agencies are tenants. Every table with agency_id is held to the agency of the transaction by row-level security.

CREATE FUNCTION current_scope() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT coalesce(current_setting('trailmark.scope', true), '') $$;
CREATE FUNCTION current_agency() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('trailmark.agency', true), '')::uuid $$;
CREATE FUNCTION current_account() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('trailmark.account', true), '')::uuid $$;

-- Row-level security for a table with agency_id: an agency sees and writes its own rows, the installation all.
CREATE PROCEDURE protect_tenant_table(name regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY tenant ON %s TO trailmark_app
    USING (current_scope() IN (''platform'', ''system'') OR (current_scope() = ''agency'' AND agency_id = current_agency()))
    WITH CHECK (current_scope() IN (''platform'', ''system'') OR (current_scope() = ''agency'' AND agency_id = current_agency()))', name);
END $$;

CREATE TABLE agency (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  agency_id uuid GENERATED ALWAYS AS (id) STORED,
  name text NOT NULL UNIQUE CHECK (char_length(name) BETWEEN 1 AND 200),
  kind text NOT NULL DEFAULT 'police' CHECK (kind IN ('police', 'prosecution', 'tax', 'financial-intelligence', 'customs', 'regulator', 'court', 'other')),
  country text CHECK (country ~ '^[A-Z]{2}$'),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  seats integer CHECK (seats > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CALL protect_tenant_table('agency');
GRANT SELECT, INSERT, UPDATE ON agency TO trailmark_app;

-- Mail domains whose addresses may ask for an account of the agency.
CREATE TABLE agency_domain (
  domain text PRIMARY KEY CHECK (domain = lower(domain) AND char_length(domain) <= 253),
  agency_id uuid NOT NULL REFERENCES agency ON DELETE CASCADE,
  has_subdomains boolean NOT NULL DEFAULT false
);
CALL protect_tenant_table('agency_domain');
GRANT SELECT, INSERT, UPDATE, DELETE ON agency_domain TO trailmark_app;

CREATE TABLE account (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  agency_id uuid NOT NULL REFERENCES agency,
  -- As typed, and folded for comparison.
  email text NOT NULL CHECK (char_length(email) <= 254),
  email_key text NOT NULL UNIQUE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'agency-admin', 'platform-admin', 'auditor')),
  is_allowed boolean NOT NULL DEFAULT false,
  -- registered: e-mail not verified; awaiting-approval: verified, a person decides; active; denied; suspended; inactive: unused too long.
  status text NOT NULL DEFAULT 'registered' CHECK (status IN ('registered', 'awaiting-approval', 'active', 'denied', 'suspended', 'inactive')),
  status_reason text,
  -- By when a person should have decided: one business day after the e-mail was verified.
  approval_due_at timestamptz,
  decided_by uuid REFERENCES account,
  decided_at timestamptz,
  email_verified_at timestamptz,
  password_hash text,
  password_set_at timestamptz,
  failed_count integer NOT NULL DEFAULT 0,
  failed_since timestamptz,
  locked_at timestamptz,
  phone text, title text, unit text, badge text, supervisor text, public_key text,
  photo text,
  language text NOT NULL DEFAULT 'en', time_zone text NOT NULL DEFAULT 'UTC', currency text NOT NULL DEFAULT 'USD',
  has_single_keys boolean NOT NULL DEFAULT true,
  is_demo boolean NOT NULL DEFAULT false,
  last_sign_in_at timestamptz, last_sign_in_from text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX account_by_agency ON account (agency_id, status);
CALL protect_tenant_table('account');
GRANT SELECT, INSERT, UPDATE ON account TO trailmark_app;

-- Second factors. A TOTP secret is encrypted with a key outside the database.
CREATE TABLE totp_factor (
  account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  agency_id uuid NOT NULL REFERENCES agency,
  secret text NOT NULL,
  confirmed_at timestamptz,
  -- A time step is used once.
  last_step bigint NOT NULL DEFAULT 0
);
CREATE TABLE passkey (
  id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  agency_id uuid NOT NULL REFERENCES agency,
  public_key bytea NOT NULL,
  counter bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE TABLE recovery_code (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  agency_id uuid NOT NULL REFERENCES agency,
  hash text NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (account_id, hash)
);

-- A session is found by the SHA-256 of its token; the token itself is stored nowhere.
CREATE TABLE session (
  hash text PRIMARY KEY,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  agency_id uuid NOT NULL REFERENCES agency,
  -- Password given; and when a factor was last proven, for steps that ask for a fresh one.
  has_second_factor boolean NOT NULL DEFAULT false,
  proven_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz NOT NULL DEFAULT now(),
  active_at timestamptz NOT NULL DEFAULT now(),
  is_locked boolean NOT NULL DEFAULT false,
  ended_at timestamptz,
  source text NOT NULL DEFAULT '',
  agent text NOT NULL DEFAULT '',
  challenge text, challenge_at timestamptz
);
CREATE INDEX session_by_account ON session (account_id) WHERE ended_at IS NULL;

-- Links sent by mail: one purpose, one use.
CREATE TABLE mail_token (
  hash text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  agency_id uuid NOT NULL REFERENCES agency,
  purpose text NOT NULL CHECK (purpose IN ('verify-email', 'reset-password')),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- For programs: found by the SHA-256 of the token.
CREATE TABLE api_token (
  hash text PRIMARY KEY,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  agency_id uuid NOT NULL REFERENCES agency,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  ended_at timestamptz
);

CALL protect_tenant_table('totp_factor');
CALL protect_tenant_table('passkey');
CALL protect_tenant_table('recovery_code');
CALL protect_tenant_table('session');
CALL protect_tenant_table('mail_token');
CALL protect_tenant_table('api_token');
GRANT SELECT, INSERT, UPDATE, DELETE ON totp_factor, passkey, recovery_code, session, mail_token, api_token TO trailmark_app;

-- Attempts that are counted to slow guessing down, by a key such as an address or an account.
CREATE TABLE attempt (
  key text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX attempt_by_key ON attempt (key, at);
GRANT SELECT, INSERT, DELETE ON attempt TO trailmark_app;

-- The installation's own facts, such as whether it was claimed.
CREATE TABLE installation (
  name text PRIMARY KEY,
  value jsonb NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON installation TO trailmark_app;
