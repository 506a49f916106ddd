-- What a case watches on chains, and when it is alerted. Reading ends with the watch's own day or with its legal authority.
CREATE TABLE watch (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- `W-31`: counted within the case.
  number integer NOT NULL CHECK (number > 0),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  subject_kind text NOT NULL CHECK (subject_kind ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- Null: every chain, as of the set of a case.
  chain text CHECK (char_length(chain) <= 40),
  -- As it was entered.
  subject text NOT NULL CHECK (char_length(subject) <= 4000),
  -- Rules with their settings; all of them are to be met.
  conditions jsonb NOT NULL,
  -- 0: already unconfirmed.
  confirmations integer NOT NULL CHECK (confirmations BETWEEN 0 AND 1000),
  -- What is counted and not alerted.
  folds text[] NOT NULL DEFAULT '{}',
  -- Hours in which nothing is sent, and their time zone; null for none.
  quiet jsonb,
  channels uuid[] NOT NULL DEFAULT '{}',
  recipients uuid[] NOT NULL DEFAULT '{}',
  authority_id uuid,
  -- Last day, UTC.
  expires_on date,
  state text NOT NULL DEFAULT 'watching' CHECK (state IN ('watching', 'paused', 'ended')),
  state_why text NOT NULL DEFAULT '' CHECK (char_length(state_why) <= 300),
  state_at timestamptz NOT NULL,
  -- Null: the server.
  state_by uuid REFERENCES account,
  -- What moved in blocks below is not alerted, by chain.
  from_heights jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES account,
  changed_at timestamptz NOT NULL,
  UNIQUE (case_id, number),
  UNIQUE (id, case_id),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE,
  FOREIGN KEY (authority_id, case_id) REFERENCES case_authority (id, case_id) ON DELETE CASCADE
);
CREATE INDEX watch_by_agency ON watch (agency_id, state);
CREATE INDEX watch_reading ON watch (state) WHERE state = 'watching';
CALL protect_case_table('watch');
GRANT SELECT, INSERT, UPDATE, DELETE ON watch TO trailmark_app;

-- What a watch reads: addresses, assets and outputs by chain, as keys of the ledger.
CREATE TABLE watch_target (
  watch_id uuid NOT NULL,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  chain text NOT NULL CHECK (char_length(chain) <= 40),
  kind text NOT NULL CHECK (kind IN ('address', 'asset')),
  key text NOT NULL CHECK (char_length(key) <= 200),
  PRIMARY KEY (watch_id, chain, kind, key),
  FOREIGN KEY (watch_id, case_id) REFERENCES watch (id, case_id) ON DELETE CASCADE
);
CALL protect_case_table('watch_target');
GRANT SELECT, INSERT, DELETE ON watch_target TO trailmark_app;

-- Payments that were counted and not alerted, by day and reason.
CREATE TABLE watch_fold (
  watch_id uuid NOT NULL,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  chain text NOT NULL CHECK (char_length(chain) <= 40),
  height bigint NOT NULL,
  reason text NOT NULL CHECK (reason ~ '^[a-z][a-z-]{0,39}$'),
  count integer NOT NULL CHECK (count > 0),
  at timestamptz NOT NULL,
  PRIMARY KEY (watch_id, chain, height, reason),
  FOREIGN KEY (watch_id, case_id) REFERENCES watch (id, case_id) ON DELETE CASCADE
);
CALL protect_case_table('watch_fold');
GRANT SELECT, INSERT, UPDATE, DELETE ON watch_fold TO trailmark_app;

-- How far each chain was read for all watches. Alerts are written in the transaction that moves it: that makes each of them one.
CREATE TABLE watch_cursor (
  chain text PRIMARY KEY CHECK (char_length(chain) <= 40),
  height bigint NOT NULL,
  hash text NOT NULL,
  -- When the server saw that block, and when it was done with it.
  seen_at timestamptz NOT NULL,
  moved_at timestamptz NOT NULL
);
-- The blocks below it: a block that is another one now was replaced.
CREATE TABLE watch_block (
  chain text NOT NULL CHECK (char_length(chain) <= 40),
  height bigint NOT NULL,
  hash text NOT NULL,
  -- From seeing the block to storing its alerts.
  ms integer NOT NULL,
  alerts integer NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (chain, height)
);
-- Forks that were undone.
CREATE TABLE watch_fork (
  chain text NOT NULL CHECK (char_length(chain) <= 40),
  height bigint NOT NULL,
  depth integer NOT NULL,
  retracted integer NOT NULL,
  at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON watch_cursor, watch_block, watch_fork TO trailmark_app;

-- Counted up by every change of what is watched: whoever reads blocks loads it again.
CREATE TABLE watch_revision (only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), value bigint NOT NULL);
GRANT SELECT ON watch_revision TO trailmark_app;
CREATE FUNCTION count_watch_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO watch_revision (value) VALUES (1) ON CONFLICT (only_one) DO UPDATE SET value = watch_revision.value + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER watch_changed AFTER INSERT OR UPDATE OR DELETE ON watch FOR EACH STATEMENT EXECUTE FUNCTION count_watch_change();
CREATE TRIGGER watch_changed AFTER INSERT OR UPDATE OR DELETE ON case_authority FOR EACH STATEMENT EXECUTE FUNCTION count_watch_change();
CREATE TRIGGER watch_changed AFTER INSERT OR UPDATE OR DELETE ON case_authority_need FOR EACH STATEMENT EXECUTE FUNCTION count_watch_change();
CREATE TRIGGER watch_changed AFTER UPDATE OF status OR DELETE ON agency_case FOR EACH STATEMENT EXECUTE FUNCTION count_watch_change();
