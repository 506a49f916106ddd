-- Saved coin flows: what examiners drew, its branches and its versions. They belong to the agency.
CREATE TABLE coin_flow (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The order where two were saved in the same millisecond.
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
  agency_id uuid NOT NULL REFERENCES agency,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 120),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES account,
  -- Last save on any branch.
  saved_at timestamptz NOT NULL,
  saved_by uuid NOT NULL REFERENCES account,
  -- Number given last; numbers are never given twice, also where a version was thinned out.
  last_version integer NOT NULL DEFAULT 0,
  removed_at timestamptz,
  removed_by uuid REFERENCES account,
  CHECK ((removed_at IS NULL) = (removed_by IS NULL)),
  UNIQUE (id, agency_id)
);
CREATE INDEX coin_flow_by_agency ON coin_flow (agency_id, saved_at DESC, number DESC);

-- A branch and its draft. Documents are JSON compressed with gzip: they are opened whole, never asked about in part.
CREATE TABLE coin_flow_branch (
  flow_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  position integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  document bytea NOT NULL,
  history bytea NOT NULL,
  -- SHA-256 over document and history as they were sent: tells a repeated save from another one.
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  chains text[] NOT NULL,
  node_count integer NOT NULL,
  edge_count integer NOT NULL,
  saved_at timestamptz NOT NULL,
  saved_by uuid NOT NULL REFERENCES account,
  -- The version that the draft came from, when that was, and how often it was saved since.
  version integer,
  version_at timestamptz NOT NULL,
  saves integer NOT NULL CHECK (saves >= 0),
  reason text CHECK (char_length(reason) <= 500),
  PRIMARY KEY (flow_id, name),
  FOREIGN KEY (flow_id, agency_id) REFERENCES coin_flow (id, agency_id)
);
CREATE INDEX coin_flow_branch_by_digest ON coin_flow_branch (flow_id, digest);

CREATE TABLE coin_flow_version (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  flow_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  number integer NOT NULL CHECK (number > 0),
  branch text NOT NULL CHECK (char_length(branch) BETWEEN 1 AND 60),
  -- Null: kept by itself, and thinned out when there are many.
  name text CHECK (char_length(name) BETWEEN 1 AND 120),
  reason text CHECK (char_length(reason) <= 500),
  parent integer,
  at timestamptz NOT NULL,
  by uuid NOT NULL REFERENCES account,
  document bytea NOT NULL,
  -- SHA-256 over the canonical JSON of the document.
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  node_count integer NOT NULL,
  edge_count integer NOT NULL,
  UNIQUE (flow_id, number),
  FOREIGN KEY (flow_id, agency_id) REFERENCES coin_flow (id, agency_id)
);

-- Compressed already: compressing again would only cost time.
ALTER TABLE coin_flow_branch ALTER COLUMN document SET STORAGE EXTERNAL, ALTER COLUMN history SET STORAGE EXTERNAL;
ALTER TABLE coin_flow_version ALTER COLUMN document SET STORAGE EXTERNAL;

CALL protect_tenant_table('coin_flow');
CALL protect_tenant_table('coin_flow_branch');
CALL protect_tenant_table('coin_flow_version');
-- Whoever administers the installation reads no investigation of another agency by that.
CREATE POLICY not_the_installation ON coin_flow AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
CREATE POLICY not_the_installation ON coin_flow_branch AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
CREATE POLICY not_the_installation ON coin_flow_version AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
-- Versions with a name stay, whatever the software believes.
CREATE POLICY named_ones_stay ON coin_flow_version AS RESTRICTIVE FOR DELETE TO trailmark_app USING (name IS NULL);

GRANT SELECT, INSERT, UPDATE (title, saved_at, saved_by, last_version, removed_at, removed_by) ON coin_flow TO trailmark_app;
GRANT SELECT, INSERT, UPDATE (revision, document, history, digest, chains, node_count, edge_count, saved_at, saved_by,
  version, version_at, saves) ON coin_flow_branch TO trailmark_app;
GRANT SELECT, INSERT, UPDATE (parent), DELETE ON coin_flow_version TO trailmark_app;
