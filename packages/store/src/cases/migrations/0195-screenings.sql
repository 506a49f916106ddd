-- Screenings of addresses and transactions. They say what somebody looked for, so they belong to the person who made them; a
-- case gets a copy when one is pinned there.
CREATE TABLE screening_batch (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  account_id uuid NOT NULL REFERENCES account,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  -- How each subject is asked, and the rules it is judged by: both stay what they were when the batch began.
  options jsonb NOT NULL,
  rule_set jsonb NOT NULL,
  rule_set_hash text NOT NULL CHECK (rule_set_hash ~ '^[0-9a-f]{64}$'),
  total integer NOT NULL CHECK (total BETWEEN 1 AND 10000),
  -- Lines of the input that were refused, with reasons.
  refused jsonb NOT NULL DEFAULT '[]',
  refused_count integer NOT NULL DEFAULT 0,
  job_id uuid,
  created_at timestamptz NOT NULL,
  UNIQUE (id, agency_id)
);
CREATE INDEX screening_batch_by_account ON screening_batch (account_id, created_at DESC, id);

CREATE TABLE screening (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  account_id uuid NOT NULL REFERENCES account,
  -- Null: asked for by itself.
  batch_id uuid,
  -- Place in the batch, from 1.
  number integer CHECK (number > 0),
  chain text NOT NULL CHECK (char_length(chain) <= 40),
  kind text NOT NULL CHECK (kind IN ('address', 'transaction')),
  subject text NOT NULL CHECK (char_length(subject) <= 200),
  -- Null until it is screened.
  state text CHECK (state IN ('unknown', 'none', 'zero', 'scored', 'failed')),
  level text CHECK (level IN ('unknown', 'low', 'medium', 'high', 'severe')),
  score integer CHECK (score BETWEEN 0 AND 100),
  reason text CHECK (char_length(reason) <= 1000),
  -- Largest share of each category over directions and assets, both rings together, in millionths.
  shares jsonb,
  labels text,
  hash text CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- The whole answer as JSON, compressed with gzip.
  answer bytea,
  screened_at timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (batch_id, number),
  FOREIGN KEY (batch_id, agency_id) REFERENCES screening_batch (id, agency_id) ON DELETE CASCADE,
  CHECK ((state IS NULL) = (screened_at IS NULL)),
  CHECK ((batch_id IS NULL) = (number IS NULL))
);
CREATE INDEX screening_by_subject ON screening (account_id, chain, subject, screened_at DESC);
CREATE INDEX screening_by_level ON screening (batch_id, level, score DESC, number);
CREATE INDEX screening_waiting ON screening (batch_id, number) WHERE state IS NULL;
-- Compressed already.
ALTER TABLE screening ALTER COLUMN answer SET STORAGE EXTERNAL;

CALL protect_tenant_table('screening_batch');
CALL protect_tenant_table('screening');
CREATE POLICY own ON screening_batch AS RESTRICTIVE TO trailmark_app
  USING (current_scope() = 'system' OR (current_scope() = 'agency' AND account_id = current_account()));
CREATE POLICY own ON screening AS RESTRICTIVE TO trailmark_app
  USING (current_scope() = 'system' OR (current_scope() = 'agency' AND account_id = current_account()));
GRANT SELECT, INSERT, UPDATE (name, job_id), DELETE ON screening_batch TO trailmark_app;
GRANT SELECT, INSERT, UPDATE (state, level, score, reason, shares, labels, hash, answer, screened_at), DELETE
  ON screening TO trailmark_app;
