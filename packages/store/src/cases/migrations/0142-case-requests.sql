-- Requests to services, from the packet to the answer. A step that was taken is never taken back.
CREATE TABLE case_request (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  number integer NOT NULL CHECK (number > 0),
  -- The pinned packet that is sent.
  item_id uuid NOT NULL REFERENCES case_item ON DELETE CASCADE,
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('preservation', 'production', 'freeze', 'emergency', 'other')),
  basis text NOT NULL CHECK (char_length(basis) BETWEEN 1 AND 300),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 2000),
  state text NOT NULL DEFAULT 'drafted' CHECK (state IN ('drafted', 'approved', 'sent', 'acknowledged', 'answered', 'refused', 'withdrawn')),
  due_on date,
  remind_on date,
  -- Numbers of evidence with the answer: `EV-03`.
  files text[] NOT NULL DEFAULT '{}',
  -- Everybody who wrote the draft: none of them approves it.
  drafters uuid[] NOT NULL,
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL,
  changed_by uuid NOT NULL REFERENCES account,
  UNIQUE (case_id, number),
  UNIQUE (id, case_id),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CALL protect_case_table('case_request');
GRANT SELECT, INSERT, UPDATE, DELETE ON case_request TO trailmark_app;

CREATE TABLE case_request_step (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  state text NOT NULL CHECK (state IN ('drafted', 'approved', 'sent', 'acknowledged', 'answered', 'refused', 'withdrawn')),
  -- The day it happened, UTC, which may be before it was entered.
  on_day date NOT NULL,
  at timestamptz NOT NULL,
  by uuid NOT NULL REFERENCES account,
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 1000),
  -- What allowed it to be sent.
  authority_id uuid,
  position integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  UNIQUE (request_id, state),
  FOREIGN KEY (request_id, case_id) REFERENCES case_request (id, case_id) ON DELETE CASCADE,
  FOREIGN KEY (authority_id, case_id) REFERENCES case_authority (id, case_id),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_request_step_by_case ON case_request_step (case_id, position);
CALL protect_case_table('case_request_step');
GRANT SELECT, INSERT, DELETE ON case_request_step TO trailmark_app;

-- What a service froze or returned on a request. Amounts in the smallest unit of the asset.
CREATE TABLE case_request_asset (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  outcome text NOT NULL CHECK (outcome IN ('frozen', 'returned')),
  asset text NOT NULL CHECK (char_length(asset) BETWEEN 1 AND 120),
  symbol text NOT NULL CHECK (char_length(symbol) BETWEEN 1 AND 40),
  decimals smallint NOT NULL CHECK (decimals BETWEEN 0 AND 77),
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  day date NOT NULL,
  source text NOT NULL DEFAULT '' CHECK (char_length(source) <= 80),
  -- The line of the money table that was entered with it.
  money_id uuid,
  position integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  added_at timestamptz NOT NULL,
  added_by uuid NOT NULL REFERENCES account,
  withdrawn_at timestamptz,
  withdrawn_by uuid REFERENCES account,
  withdrawn_why text CHECK (char_length(withdrawn_why) <= 500),
  FOREIGN KEY (request_id, case_id) REFERENCES case_request (id, case_id) ON DELETE CASCADE,
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_request_asset_by_case ON case_request_asset (case_id, position);
CALL protect_case_table('case_request_asset');
GRANT SELECT, INSERT, UPDATE (withdrawn_at, withdrawn_by, withdrawn_why), DELETE ON case_request_asset TO trailmark_app;
