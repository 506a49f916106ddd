-- Questions to the administrators, and their threads. What was written stays as it was written.
CREATE TABLE support_ticket (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  agency_id uuid NOT NULL REFERENCES agency,
  account_id uuid NOT NULL REFERENCES account,
  -- Made by the browser for one submission.
  key uuid NOT NULL,
  category text NOT NULL CHECK (category IN ('question', 'fault', 'data', 'access', 'wish')),
  severity text NOT NULL CHECK (severity IN ('low', 'normal', 'high', 'blocking')),
  tool text CHECK (char_length(tool) <= 60),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 200),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'waiting', 'solved')),
  diagnostics text CHECK (char_length(diagnostics) <= 60000),
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (account_id, key)
);
CREATE INDEX support_ticket_by_agency ON support_ticket (agency_id, status, changed_at DESC);
CREATE INDEX support_ticket_by_account ON support_ticket (account_id, changed_at DESC);

CREATE TABLE support_message (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  ticket_id uuid NOT NULL REFERENCES support_ticket,
  -- The agency of the ticket, also where somebody of another one answers.
  agency_id uuid NOT NULL REFERENCES agency,
  account_id uuid NOT NULL REFERENCES account,
  key uuid NOT NULL,
  is_admin boolean NOT NULL,
  at timestamptz NOT NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 10000),
  UNIQUE (ticket_id, account_id, key)
);
CREATE INDEX support_message_by_account ON support_message (account_id, at);

CALL protect_tenant_table('support_ticket');
CALL protect_tenant_table('support_message');
GRANT SELECT, INSERT, UPDATE (status, changed_at) ON support_ticket TO trailmark_app;
GRANT SELECT, INSERT ON support_message TO trailmark_app;

-- Usage is counted by what a person did and when.
CREATE INDEX audit_event_by_account_action ON audit_event (account_id, at, action) WHERE outcome = 'success';
