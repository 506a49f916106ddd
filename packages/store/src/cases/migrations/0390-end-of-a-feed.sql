-- The feed of somebody's alerts ends with their sessions or password, by whom those are ended: its rows are their own otherwise.
CREATE FUNCTION end_alert_feed(owner uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE alert_subscription SET feed_hash = NULL, feed_since = NULL, feed_read_at = NULL, feed_reads = 0
  WHERE account_id = owner AND (current_scope() IN ('platform', 'system') OR agency_id = current_agency())
$$;
REVOKE ALL ON FUNCTION end_alert_feed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_alert_feed TO trailmark_app;
