-- What a person said of the agency when asking for an account; and when administrators were reminded of it.
ALTER TABLE account ADD COLUMN stated_agency text CHECK (char_length(stated_agency) <= 200),
  ADD COLUMN approval_reminded_at timestamptz;
CREATE INDEX mail_token_by_account ON mail_token (account_id, purpose) WHERE used_at IS NULL;
CREATE INDEX mail_by_recipient ON mail (recipient, created_at);

-- Messages of the public contact form: a stranger's text, shown as text and nothing else.
CREATE TABLE contact_message (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  received_at timestamptz NOT NULL,
  name text NOT NULL CHECK (char_length(name) <= 200),
  email text NOT NULL CHECK (char_length(email) <= 254),
  agency text NOT NULL CHECK (char_length(agency) <= 200),
  phone text NOT NULL CHECK (char_length(phone) <= 100),
  message text NOT NULL CHECK (char_length(message) <= 10000),
  -- The form it came from; LEPORTAL for the public one.
  origin text NOT NULL CHECK (char_length(origin) <= 40),
  source text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'open', 'done')),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 4000),
  handled_by uuid REFERENCES account,
  handled_at timestamptz
);
CREATE INDEX contact_message_by_time ON contact_message (received_at DESC, id);
ALTER TABLE contact_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_message FORCE ROW LEVEL SECURITY;
-- Anybody may write one; only the installation's own scopes read.
CREATE POLICY write_any ON contact_message FOR INSERT TO trailmark_app WITH CHECK (true);
CREATE POLICY read_all ON contact_message FOR SELECT TO trailmark_app USING (current_scope() IN ('platform', 'system'));
CREATE POLICY update_all ON contact_message FOR UPDATE TO trailmark_app USING (current_scope() IN ('platform', 'system'));
GRANT SELECT, INSERT ON contact_message TO trailmark_app;
GRANT UPDATE (status, note, handled_by, handled_at) ON contact_message TO trailmark_app;
