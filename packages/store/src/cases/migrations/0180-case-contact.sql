-- Who meets a case that they may not see can write to its custodian. Each side sees its own half: the asker never learns which case
-- it is, and the custodian learns of the asking case only where its policy is open.
CREATE TABLE case_contact (
  id uuid PRIMARY KEY,
  -- The case of the asker.
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  asker_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  at timestamptz NOT NULL,
  UNIQUE (case_id, asker_id),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CALL protect_case_table('case_contact');
CREATE POLICY own ON case_contact AS RESTRICTIVE TO trailmark_app USING (current_scope() = 'system' OR asker_id = current_account());
GRANT SELECT, INSERT ON case_contact TO trailmark_app;

-- The same thread as the case that is asked about sees it.
CREATE TABLE case_contact_side (
  id uuid PRIMARY KEY,
  contact_id uuid NOT NULL REFERENCES case_contact ON DELETE CASCADE,
  -- The case that is asked about.
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  asker_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- What both cases name.
  keys jsonb NOT NULL,
  -- The asking case, where its policy is open.
  about jsonb,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'revealed', 'declined')),
  at timestamptz NOT NULL,
  UNIQUE (contact_id, case_id),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_contact_side_by_case ON case_contact_side (case_id, at DESC);
CALL protect_case_table('case_contact_side');
CREATE POLICY of_members ON case_contact_side AS RESTRICTIVE TO trailmark_app USING (current_scope() = 'system'
  OR EXISTS (SELECT 1 FROM agency_case c WHERE c.id = case_id AND current_account() = ANY (c.readers)));
GRANT SELECT, INSERT, UPDATE (state) ON case_contact_side TO trailmark_app;

CREATE TABLE case_contact_message (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  contact_id uuid NOT NULL REFERENCES case_contact ON DELETE CASCADE,
  -- Whose answer it is; null for what the asker wrote. Who answered is in the log of that case alone.
  side_id uuid REFERENCES case_contact_side ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('ask', 'reply', 'reveal', 'decline')),
  text text NOT NULL CHECK (char_length(text) <= 3000),
  at timestamptz NOT NULL,
  CHECK ((kind = 'ask') = (side_id IS NULL))
);
CREATE INDEX case_contact_message_by_contact ON case_contact_message (contact_id, at);
CALL protect_tenant_table('case_contact_message');
CREATE POLICY not_the_installation ON case_contact_message AS RESTRICTIVE TO trailmark_app
  USING (current_scope() IN ('agency', 'system'));
CREATE POLICY of_a_side ON case_contact_message AS RESTRICTIVE TO trailmark_app USING (
  current_scope() = 'system'
  OR EXISTS (SELECT 1 FROM case_contact t WHERE t.id = contact_id)
  OR EXISTS (SELECT 1 FROM case_contact_side s WHERE s.id = side_id)
  OR (side_id IS NULL AND EXISTS (
    SELECT 1 FROM case_contact_side s WHERE s.contact_id = case_contact_message.contact_id AND s.at <= case_contact_message.at)));
GRANT SELECT, INSERT ON case_contact_message TO trailmark_app;
