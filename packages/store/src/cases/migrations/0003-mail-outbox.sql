-- Mail is written in the transaction of what it tells of, and sent from here: none is lost, none is sent for what was undone.
CREATE TABLE mail (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  agency_id uuid REFERENCES agency,
  recipient text NOT NULL CHECK (char_length(recipient) <= 254 AND recipient !~ '[\r\n]'),
  subject text NOT NULL CHECK (char_length(subject) <= 200 AND subject !~ '[\r\n]'),
  body text NOT NULL CHECK (char_length(body) <= 20000),
  created_at timestamptz NOT NULL DEFAULT now(),
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed', 'cancelled')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  last_error text
);
CREATE INDEX mail_due ON mail (next_attempt_at) WHERE status = 'queued';
ALTER TABLE mail ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail FORCE ROW LEVEL SECURITY;
-- Any act may queue a mail; links in it open accounts, so only the installation's own scopes read.
CREATE POLICY queue_any ON mail FOR INSERT TO trailmark_app WITH CHECK (true);
CREATE POLICY read_all ON mail FOR SELECT TO trailmark_app USING (current_scope() IN ('platform', 'system'));
CREATE POLICY update_all ON mail FOR UPDATE TO trailmark_app USING (current_scope() IN ('platform', 'system'));
GRANT SELECT, INSERT, UPDATE ON mail TO trailmark_app;
