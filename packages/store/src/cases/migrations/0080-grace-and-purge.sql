-- A proof puts a session under a new token while requests with the old one are still on their way. For a moment the old
-- one still names the session, with what it had before the proof and nothing more.
ALTER TABLE session ADD COLUMN previous_hash text,
  ADD COLUMN previous_until timestamptz,
  ADD COLUMN previous_factor boolean,
  ADD COLUMN previous_proven_at timestamptz,
  ADD COLUMN previous_locked boolean;
CREATE UNIQUE INDEX session_by_previous ON session (previous_hash) WHERE previous_hash IS NOT NULL;

-- Requests for an account whose address nobody verified are forgotten after a while. Every other account stays.
CREATE POLICY purge_unverified ON account AS RESTRICTIVE FOR DELETE TO trailmark_app
  USING (current_scope() = 'system' AND status = 'registered' AND email_verified_at IS NULL AND last_sign_in_at IS NULL);
GRANT DELETE ON account TO trailmark_app;
