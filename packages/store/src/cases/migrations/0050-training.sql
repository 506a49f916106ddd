-- Sessions are the installation's: every agency may send people to them, so they belong to none.
CREATE TABLE training_session (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  level text NOT NULL CHECK (level IN ('essentials', 'intermediate', 'advanced')),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- IANA name: what the dates are said in.
  zone text NOT NULL CHECK (char_length(zone) <= 60),
  mode text NOT NULL CHECK (mode IN ('in-person', 'online')),
  place text NOT NULL CHECK (char_length(place) BETWEEN 1 AND 300),
  language text NOT NULL CHECK (language ~ '^[a-z]{2}$'),
  trainer text NOT NULL DEFAULT '' CHECK (char_length(trainer) <= 200),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 2000),
  seats integer NOT NULL CHECK (seats BETWEEN 1 AND 1000),
  cancel_until timestamptz NOT NULL,
  is_cancelled boolean NOT NULL DEFAULT false,
  is_demo boolean NOT NULL DEFAULT false,
  -- Grows with every change, for calendars that hold an older one.
  sequence integer NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL,
  CHECK (ends_at > starts_at),
  CHECK (cancel_until <= starts_at)
);
CREATE INDEX training_session_by_time ON training_session (starts_at);
ALTER TABLE training_session ENABLE ROW LEVEL SECURITY;
ALTER TABLE training_session FORCE ROW LEVEL SECURITY;
CREATE POLICY read_all ON training_session FOR SELECT TO trailmark_app USING (current_scope() <> '');
CREATE POLICY add ON training_session FOR INSERT TO trailmark_app WITH CHECK (current_scope() IN ('platform', 'system'));
-- Enrolments lock the row of their session, which counts as an update.
CREATE POLICY change ON training_session FOR UPDATE TO trailmark_app USING (current_scope() IN ('platform', 'system'));
GRANT SELECT, INSERT, UPDATE ON training_session TO trailmark_app;

CREATE TABLE training_enrolment (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The order of the waiting list.
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
  session_id uuid NOT NULL REFERENCES training_session,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  agency_id uuid NOT NULL REFERENCES agency,
  state text NOT NULL CHECK (state IN ('requested', 'confirmed', 'waitlisted', 'attended', 'no-show', 'passed', 'failed', 'cancelled')),
  requested_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  consented_at timestamptz NOT NULL,
  accommodations text NOT NULL DEFAULT '' CHECK (char_length(accommodations) <= 2000),
  -- What stands in for the course that should have been passed first.
  experience text NOT NULL DEFAULT '' CHECK (char_length(experience) <= 2000),
  mark integer CHECK (mark BETWEEN 0 AND 100),
  remark text NOT NULL DEFAULT '' CHECK (char_length(remark) <= 2000),
  reminded_week_at timestamptz,
  reminded_day_at timestamptz
);
-- One place a person and session; whoever gave it up may ask again.
CREATE UNIQUE INDEX training_enrolment_once ON training_enrolment (session_id, account_id) WHERE state <> 'cancelled';
CREATE INDEX training_enrolment_by_account ON training_enrolment (account_id, requested_at DESC);
CREATE INDEX training_enrolment_by_session ON training_enrolment (session_id, state, number);
CALL protect_tenant_table('training_enrolment');
GRANT SELECT, INSERT, UPDATE ON training_enrolment TO trailmark_app;

-- Attempts are kept as they were made and marked.
CREATE TABLE training_attempt (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  lab text NOT NULL CHECK (lab ~ '^[a-z0-9-]{1,60}$'),
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  agency_id uuid NOT NULL REFERENCES agency,
  at timestamptz NOT NULL,
  points integer NOT NULL CHECK (points >= 0),
  of_points integer NOT NULL CHECK (of_points > 0 AND points <= of_points),
  -- Question, what was answered, whether it was right.
  marks jsonb NOT NULL,
  -- The tip and the versions of rules and labels it was marked against.
  marked_as_of text NOT NULL CHECK (char_length(marked_as_of) <= 500)
);
CREATE INDEX training_attempt_by_account ON training_attempt (account_id, lab, at DESC);
CALL protect_tenant_table('training_attempt');
GRANT SELECT, INSERT ON training_attempt TO trailmark_app;

CREATE TABLE training_certificate (
  id uuid PRIMARY KEY,
  enrolment_id uuid NOT NULL REFERENCES training_enrolment,
  account_id uuid NOT NULL REFERENCES account,
  agency_id uuid NOT NULL REFERENCES agency,
  level text NOT NULL CHECK (level IN ('essentials', 'intermediate', 'advanced')),
  issued_at timestamptz NOT NULL,
  valid_until date NOT NULL,
  -- The signed file, exactly as it was issued.
  file text NOT NULL CHECK (char_length(file) <= 32768),
  issued_by uuid REFERENCES account,
  revoked_at timestamptz,
  revoked_by uuid REFERENCES account,
  revoke_reason text CHECK (char_length(revoke_reason) <= 1000)
);
CREATE UNIQUE INDEX training_certificate_once ON training_certificate (enrolment_id) WHERE revoked_at IS NULL;
CREATE INDEX training_certificate_by_account ON training_certificate (account_id);
CALL protect_tenant_table('training_certificate');
GRANT SELECT, INSERT ON training_certificate TO trailmark_app;
GRANT UPDATE (revoked_at, revoked_by, revoke_reason) ON training_certificate TO trailmark_app;
