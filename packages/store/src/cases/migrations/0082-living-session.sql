-- Every request asks who it is from before an agency is known: one statement that takes the server's own scope for itself
-- and gives it back, without a transaction around it. The token before a proof names its session for a moment longer,
-- with what was proven by then. (A SET clause of the function would do, but only superusers may declare one.)
CREATE FUNCTION living_session(wanted text, moment timestamptz) RETURNS TABLE (
  hash text, id uuid, account_id uuid, agency_id uuid, email text, name text, role text, is_allowed boolean,
  started_at timestamptz, active_at timestamptz, has_second_factor boolean, proven_at timestamptz,
  is_locked boolean, is_former boolean, password_set_at timestamptz
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE scope_before text := coalesce(current_setting('trailmark.scope', true), '');
BEGIN
  PERFORM set_config('trailmark.scope', 'system', true);
  RETURN QUERY
    SELECT wanted, s.id, a.id, a.agency_id, a.email, a.name, a.role, a.is_allowed, s.started_at, s.active_at,
           s.has_second_factor AND (s.hash = wanted OR s.previous_factor),
           CASE WHEN s.hash = wanted THEN s.proven_at ELSE s.previous_proven_at END,
           s.is_locked OR (s.hash <> wanted AND s.previous_locked), s.hash <> wanted, a.password_set_at
    FROM session s JOIN account a ON a.id = s.account_id JOIN agency g ON g.id = a.agency_id
    WHERE (s.hash = wanted OR (s.previous_hash = wanted AND s.previous_until > moment))
      AND s.ended_at IS NULL AND a.status = 'active' AND g.status = 'active';
  PERFORM set_config('trailmark.scope', scope_before, true);
END $$;
REVOKE ALL ON FUNCTION living_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION living_session TO trailmark_app;
