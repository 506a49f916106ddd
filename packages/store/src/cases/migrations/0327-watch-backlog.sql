-- What was not read for a watch while others were: its blocks, labels or verdicts. Where that is a fault, it is tried again.
CREATE TABLE watch_backlog (
  watch_id uuid NOT NULL,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- `blocks` of a chain, `labels`, `verdicts`, or `growth`: addresses that it found and may not watch.
  part text NOT NULL CHECK (part IN ('blocks', 'labels', 'verdicts', 'growth')),
  -- Empty where the part is of no chain.
  chain text NOT NULL DEFAULT '' CHECK (char_length(chain) <= 40),
  -- The lowest block that it has not read.
  from_height bigint,
  -- Empty: nothing is wrong, and it is read soon.
  fault text NOT NULL DEFAULT '' CHECK (char_length(fault) <= 400),
  tries integer NOT NULL DEFAULT 0,
  since timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (watch_id, part, chain),
  FOREIGN KEY (watch_id, case_id) REFERENCES watch (id, case_id) ON DELETE CASCADE
);
CALL protect_case_table('watch_backlog');
GRANT SELECT, INSERT, UPDATE, DELETE ON watch_backlog TO trailmark_app;

-- Why no block of a chain is read for any watch; null while they are.
ALTER TABLE watch_cursor ADD COLUMN fault text CHECK (char_length(fault) <= 400);

-- Null for a block that came while nobody watched the chain: its hash is known, and it was not read.
ALTER TABLE watch_block ALTER COLUMN ms DROP NOT NULL;
