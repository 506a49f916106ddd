-- The planner knows nothing of how many rows a policy lets through, and reads every result of a case, with its content, to count them or
-- to find the last hundred: these ask once whether the case may be seen, and then follow an index.
CREATE INDEX case_item_in_force ON case_item (case_id, kind) WHERE withdrawn_at IS NULL;

CREATE FUNCTION count_case_items(wanted uuid) RETURNS TABLE (kind text, count bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT may_see_case(wanted) THEN RETURN; END IF;
  RETURN QUERY SELECT i.kind, count(*) FROM case_item i WHERE i.case_id = wanted AND i.withdrawn_at IS NULL GROUP BY i.kind ORDER BY i.kind;
END $$;
REVOKE ALL ON FUNCTION count_case_items FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_case_items TO trailmark_app;

-- Ids of a page of results, the last pinned first; `kinds` null for all of them, `before` null from the last, `asked` null whatever
-- their texts say.
CREATE FUNCTION case_item_page(wanted uuid, kinds text[], before integer, asked tsquery, most integer) RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT may_see_case(wanted) THEN RETURN '{}'; END IF;
  RETURN ARRAY(SELECT i.id FROM case_item i
    WHERE i.case_id = wanted AND (before IS NULL OR i.number < before) AND (kinds IS NULL OR i.kind = ANY (kinds))
      AND (asked IS NULL OR i.id IN (SELECT t.source FROM case_text t WHERE t.case_id = wanted AND t.kind = 'item' AND t.words @@ asked))
    ORDER BY i.number DESC LIMIT most);
END $$;
REVOKE ALL ON FUNCTION case_item_page FROM PUBLIC;
GRANT EXECUTE ON FUNCTION case_item_page TO trailmark_app;
