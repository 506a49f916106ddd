-- The same policies, asked once for a statement instead of once for a row: a subquery without outer references is evaluated once.
ALTER POLICY tenant ON agency_case
  USING ((SELECT current_scope()) IN ('platform', 'system')
    OR ((SELECT current_scope()) = 'agency' AND agency_id = (SELECT current_agency())))
  WITH CHECK ((SELECT current_scope()) IN ('platform', 'system')
    OR ((SELECT current_scope()) = 'agency' AND agency_id = (SELECT current_agency())));
ALTER POLICY not_the_installation ON agency_case USING ((SELECT current_scope()) IN ('agency', 'system'));
ALTER POLICY need_to_know ON agency_case USING (
  (SELECT current_scope()) = 'system' OR policy = 'open' OR (SELECT current_account()) = ANY (readers)
  OR id = (SELECT nullif(current_setting('trailmark.opened_case', true), '')::uuid));

-- For tables of which a case holds many rows. `trailmark.seen_case` names the case that this transaction has found under the
-- policies of agency_case: its rows need not ask again, one by one.
CREATE PROCEDURE hasten_case_table(name regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER POLICY tenant ON %s
    USING ((SELECT current_scope()) IN (''platform'', ''system'')
      OR ((SELECT current_scope()) = ''agency'' AND agency_id = (SELECT current_agency())))
    WITH CHECK ((SELECT current_scope()) IN (''platform'', ''system'')
      OR ((SELECT current_scope()) = ''agency'' AND agency_id = (SELECT current_agency())))', name);
  EXECUTE format('ALTER POLICY not_the_installation ON %s USING ((SELECT current_scope()) IN (''agency'', ''system''))', name);
  EXECUTE format('ALTER POLICY of_the_case ON %s USING ((SELECT current_scope()) = ''system''
    OR case_id = (SELECT nullif(current_setting(''trailmark.seen_case'', true), '''')::uuid)
    OR EXISTS (SELECT 1 FROM agency_case c WHERE c.id = case_id))', name);
END $$;
CALL hasten_case_table('case_item');
CALL hasten_case_table('case_text');
CALL hasten_case_table('case_money');
CALL hasten_case_table('case_identifier');
CALL hasten_case_table('case_task');
CALL hasten_case_table('case_reported_event');
CALL hasten_case_table('case_ledger_event');
CALL hasten_case_table('case_ledger_read');
CALL hasten_case_table('case_custody');

-- The log of one case is read without asking every case whether its id is that text.
ALTER POLICY of_a_case ON audit_event USING (
  object_kind IS DISTINCT FROM 'case' OR (SELECT current_scope()) = 'system'
  OR object_id = (SELECT nullif(current_setting('trailmark.seen_case', true), ''))
  OR EXISTS (SELECT 1 FROM agency_case c WHERE c.id = CASE
    WHEN object_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' THEN object_id::uuid END));

CREATE INDEX case_item_by_pinned_address ON case_item (case_id, (input #>> '{params,chain}'), title, number)
  WHERE kind = 'address' AND withdrawn_at IS NULL;

-- Search uses its index only where no policy stands before the operator: `@@` may not be asked of rows that are not the reader's.
-- So the policies are repeated here, after the words were found.
CREATE FUNCTION find_cases_by_words(asked tsquery) RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(c.id), '{}') FROM agency_case c
  JOIN (SELECT DISTINCT t.case_id FROM case_text t WHERE t.words @@ asked) AS found ON found.case_id = c.id
  WHERE (SELECT current_scope()) = 'system' OR (
    (SELECT current_scope()) = 'agency' AND c.agency_id = (SELECT current_agency()) AND (
      c.policy = 'open' OR (SELECT current_account()) = ANY (c.readers)
      OR c.id = (SELECT nullif(current_setting('trailmark.opened_case', true), '')::uuid)))
$$;
REVOKE ALL ON FUNCTION find_cases_by_words FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_cases_by_words TO trailmark_app;

-- A page of the ledger events of a case, those after a place in their order. The planner knows nothing of how many rows a policy
-- lets through: it would read all of them.
CREATE FUNCTION case_ledger_page(wanted uuid, from_at bigint, to_at bigint, after_at bigint, after_id text, most integer)
RETURNS SETOF case_ledger_event LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT may_see_case(wanted) THEN RETURN; END IF;
  RETURN QUERY SELECT e.* FROM case_ledger_event e
    WHERE e.case_id = wanted AND e.at >= greatest(from_at, after_at) AND e.at < to_at
      AND (after_at IS NULL OR (e.at, concat_ws(' ', e.chain, e.txid, e.address, e.asset)) > (after_at, after_id))
    ORDER BY e.at, concat_ws(' ', e.chain, e.txid, e.address, e.asset) LIMIT most;
END $$;
REVOKE ALL ON FUNCTION case_ledger_page FROM PUBLIC;
GRANT EXECUTE ON FUNCTION case_ledger_page TO trailmark_app;

-- How many ledger events each day of a case has, UTC, for the overview over years; the triggers keep it.
CREATE TABLE case_ledger_day (
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- Days since 1970-01-01.
  day bigint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (case_id, day),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CALL protect_case_table('case_ledger_day');
CALL hasten_case_table('case_ledger_day');
GRANT SELECT, INSERT, UPDATE, DELETE ON case_ledger_day TO trailmark_app;

CREATE FUNCTION add_ledger_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO case_ledger_day AS d (case_id, agency_id, day, count)
    SELECT case_id, agency_id, at / 86400, count(*) FROM added GROUP BY 1, 2, 3
    ON CONFLICT (case_id, day) DO UPDATE SET count = d.count + excluded.count;
  RETURN NULL;
END $$;
CREATE TRIGGER add_days AFTER INSERT ON case_ledger_event REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_ledger_days();
CREATE FUNCTION take_ledger_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE case_ledger_day d SET count = d.count - r.count
    FROM (SELECT case_id, at / 86400 AS day, count(*) AS count FROM removed GROUP BY 1, 2) AS r
    WHERE d.case_id = r.case_id AND d.day = r.day;
  RETURN NULL;
END $$;
CREATE TRIGGER take_days AFTER DELETE ON case_ledger_event REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION take_ledger_days();
INSERT INTO case_ledger_day (case_id, agency_id, day, count)
  SELECT case_id, agency_id, at / 86400, count(*) FROM case_ledger_event GROUP BY 1, 2, 3;
