-- When the first and the last ledger event of a case are. Under the policies of the table the planner sorts every row of the case;
-- here it reads both ends of the index.
CREATE FUNCTION case_ledger_extent(wanted uuid) RETURNS TABLE (first bigint, last bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT may_see_case(wanted) THEN RETURN; END IF;
  RETURN QUERY SELECT
    (SELECT e.at FROM case_ledger_event e WHERE e.case_id = wanted ORDER BY e.at LIMIT 1),
    (SELECT e.at FROM case_ledger_event e WHERE e.case_id = wanted ORDER BY e.at DESC LIMIT 1);
END $$;
REVOKE ALL ON FUNCTION case_ledger_extent FROM PUBLIC;
GRANT EXECUTE ON FUNCTION case_ledger_extent TO trailmark_app;

-- The same counts as before. A day that lies within one part of the window is taken from the counts that are kept of each day; only
-- the days that a part begins or ends in are counted event by event.
CREATE OR REPLACE FUNCTION case_ledger_bins(wanted uuid, from_at bigint, to_at bigint, parts integer)
RETURNS TABLE (part integer, count bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT may_see_case(wanted) THEN RETURN; END IF;
  RETURN QUERY
    WITH days AS MATERIALIZED (
      SELECT d.day * 86400 AS begins, (d.day + 1) * 86400 AS ends, d.count AS events,
             d.day * 86400 >= from_at AND (d.day + 1) * 86400 <= to_at
               AND (d.day * 86400 - from_at) * parts / (to_at - from_at)
                 = ((d.day + 1) * 86400 - 1 - from_at) * parts / (to_at - from_at) AS is_whole
      FROM case_ledger_day d
      WHERE d.case_id = wanted AND d.count > 0
        AND d.day >= floor(from_at::numeric / 86400) AND d.day <= floor((to_at - 1)::numeric / 86400)),
    counted AS (
      SELECT (days.begins - from_at) * parts / (to_at - from_at) AS place, days.events FROM days WHERE days.is_whole
      UNION ALL
      SELECT (one.at - from_at) * parts / (to_at - from_at), 1
      FROM days CROSS JOIN LATERAL (
        SELECT e.at FROM case_ledger_event e
        WHERE e.case_id = wanted AND e.at >= greatest(days.begins, from_at) AND e.at < least(days.ends, to_at)) AS one
      WHERE NOT days.is_whole)
    SELECT counted.place::integer, sum(counted.events)::bigint FROM counted GROUP BY 1;
END $$;
