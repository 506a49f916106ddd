-- Jobs that people start. A finished one stays as a line of the ledger: who, what, when, and how it ended.
CREATE SEQUENCE job_change;
CREATE TABLE job (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  account_id uuid NOT NULL REFERENCES account,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9-]{0,59}$'),
  -- What it is about, in a few words, for lists.
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  input jsonb NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'finished', 'failed', 'cancelled')),
  -- Its place in the fair order: the lowest waiting turn, and one more for each job that its person has open.
  turn integer NOT NULL CHECK (turn >= 0),
  -- Among equal turns the one that was put in line first.
  queued bigint NOT NULL DEFAULT nextval('job_change'),
  -- Counts the times it was started: only the latest one may write.
  attempt integer NOT NULL DEFAULT 0,
  done bigint, total bigint CHECK (total > 0),
  sentence text NOT NULL DEFAULT '' CHECK (char_length(sentence) <= 500),
  -- Where it continues after a stop.
  checkpoint jsonb,
  -- A reference to what came of it, not the thing itself.
  result jsonb,
  failure text CHECK (char_length(failure) <= 1000),
  -- Where the request came from, for the audit log of what it does.
  source_address text NOT NULL DEFAULT '', source_agent text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  started_at timestamptz, ended_at timestamptz,
  -- After a failure that may pass: when it is tried again.
  next_at timestamptz,
  cancel_at timestamptz,
  cancelled_by uuid REFERENCES account,
  -- Set by a trigger, by the database's clock: what followers compare.
  change bigint NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((status IN ('finished', 'failed', 'cancelled')) = (ended_at IS NOT NULL))
);
CREATE INDEX job_by_account ON job (account_id, created_at DESC);
CREATE INDEX job_by_agency ON job (agency_id, created_at DESC);
CREATE INDEX job_open ON job (status, turn, queued) WHERE status IN ('waiting', 'running');
CREATE INDEX job_by_change ON job (changed_at);
CREATE INDEX job_by_end ON job (ended_at) WHERE ended_at IS NOT NULL;

CREATE FUNCTION note_job_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.change := nextval('job_change');
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER job_changes BEFORE INSERT OR UPDATE ON job FOR EACH ROW EXECUTE FUNCTION note_job_change();

CALL protect_tenant_table('job');
GRANT SELECT, INSERT, UPDATE, DELETE ON job TO trailmark_app;
GRANT USAGE ON SEQUENCE job_change TO trailmark_app;

-- What the server does at intervals, and how it last went. It belongs to the installation, not to an agency.
CREATE TABLE job_schedule (
  id text PRIMARY KEY,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  failure text,
  run_count bigint NOT NULL DEFAULT 0,
  failure_count bigint NOT NULL DEFAULT 0
);
GRANT SELECT, INSERT, UPDATE ON job_schedule TO trailmark_app;
