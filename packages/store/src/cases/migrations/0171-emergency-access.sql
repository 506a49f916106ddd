-- Emergency access: a supervisor of the agency reads a need-to-know case for some hours without being a member. It is never given to a
-- sealed case. A review of each stays open until somebody else closes it.
CREATE TABLE case_emergency (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  number text NOT NULL,
  account_id uuid NOT NULL REFERENCES account,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 20 AND 1000),
  opened_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at >= opened_at AND ends_at <= opened_at + interval '24 hours'),
  -- The review is to be closed by this day.
  due_on date NOT NULL,
  outcome text CHECK (outcome IN ('justified', 'unjustified', 'unclear')),
  words text CHECK (char_length(words) BETWEEN 3 AND 1000),
  reviewed_at timestamptz,
  -- Nobody reviews what they did.
  reviewed_by uuid REFERENCES account CHECK (reviewed_by <> account_id),
  CHECK (num_nulls(outcome, words, reviewed_at, reviewed_by) IN (0, 4)),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_emergency_by_case ON case_emergency (case_id, opened_at);
CREATE INDEX case_emergency_by_account ON case_emergency (account_id, case_id, ends_at);
CREATE INDEX case_emergency_open ON case_emergency (agency_id, due_on) WHERE outcome IS NULL;

-- Whether the reader has emergency access to a case now. `trailmark.at` is the time of the server; without it there is none.
CREATE FUNCTION has_emergency_access(wanted uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM case_emergency e
    WHERE e.case_id = wanted AND e.account_id = current_account() AND e.agency_id = current_agency()
      AND e.ends_at > nullif(current_setting('trailmark.at', true), '')::timestamptz)
$$;

-- Whether the reader may know of emergency access to a case they are no member of: supervisors, and never of a sealed one.
CREATE FUNCTION supervises_case(wanted uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM agency_case c WHERE c.id = wanted AND c.agency_id = current_agency() AND c.policy <> 'sealed')
    AND EXISTS (SELECT FROM account a WHERE a.id = current_account() AND a.agency_id = current_agency()
      AND a.role = 'agency-admin' AND a.status = 'active')
$$;
CREATE FUNCTION owns_case(wanted uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM case_member m WHERE m.case_id = wanted AND m.account_id = current_account() AND m.role = 'owner')
$$;
REVOKE ALL ON FUNCTION has_emergency_access, supervises_case, owns_case FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_emergency_access, supervises_case, owns_case TO trailmark_app;

CALL protect_tenant_table('case_emergency');
CREATE POLICY not_the_installation ON case_emergency AS RESTRICTIVE TO trailmark_app
  USING ((SELECT current_scope()) IN ('agency', 'system'));
CREATE POLICY of_those_who_may_know ON case_emergency AS RESTRICTIVE TO trailmark_app USING (
  (SELECT current_scope()) = 'system' OR supervises_case(case_id) OR EXISTS (SELECT 1 FROM agency_case c WHERE c.id = case_id));
CREATE POLICY by_the_server ON case_emergency AS RESTRICTIVE FOR INSERT TO trailmark_app WITH CHECK (current_scope() = 'system');
CREATE POLICY by_another_person ON case_emergency AS RESTRICTIVE FOR UPDATE TO trailmark_app USING (
  account_id <> current_account() AND (owns_case(case_id) OR supervises_case(case_id)));
GRANT SELECT, INSERT, UPDATE (outcome, words, reviewed_at, reviewed_by, ends_at) ON case_emergency TO trailmark_app;

-- Every request for emergency access that opened nothing, until the server has looked whether it named a sealed case: who asked is
-- answered before that, so the answer is the same.
CREATE TABLE case_emergency_request (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  number text NOT NULL CHECK (char_length(number) <= 20),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 20 AND 1000),
  at timestamptz NOT NULL
);
CALL protect_tenant_table('case_emergency_request');
CREATE POLICY of_the_server ON case_emergency_request AS RESTRICTIVE TO trailmark_app USING ((SELECT current_scope()) = 'system');
GRANT SELECT, INSERT, DELETE ON case_emergency_request TO trailmark_app;

-- Numbers are looked up here: a sealed case is not in it, so a search for its number does what one for no number does.
CREATE UNIQUE INDEX agency_case_unsealed_number ON agency_case (agency_id, number) WHERE policy <> 'sealed';

-- The one case of `trailmark.opened_case` is seen by who has emergency access to it, while it is need-to-know.
ALTER POLICY need_to_know ON agency_case USING (
  (SELECT current_scope()) = 'system' OR policy = 'open' OR (SELECT current_account()) = ANY (readers)
  OR (policy = 'need-to-know' AND id = (SELECT nullif(current_setting('trailmark.opened_case', true), '')::uuid)
      AND has_emergency_access(id)));
CREATE OR REPLACE FUNCTION may_see_case(wanted uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT 1 FROM agency_case c WHERE c.id = wanted AND (current_scope() = 'system' OR (
      current_scope() = 'agency' AND c.agency_id = current_agency() AND (
        c.policy = 'open' OR current_account() = ANY (c.readers)
        OR (c.policy = 'need-to-know' AND c.id = nullif(current_setting('trailmark.opened_case', true), '')::uuid
            AND has_emergency_access(c.id))))))
$$;
CREATE OR REPLACE FUNCTION find_cases_by_words(asked tsquery) RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(c.id), '{}') FROM agency_case c
  JOIN (SELECT DISTINCT t.case_id FROM case_text t WHERE t.words @@ asked) AS found ON found.case_id = c.id
  WHERE (SELECT current_scope()) = 'system' OR (
    (SELECT current_scope()) = 'agency' AND c.agency_id = (SELECT current_agency()) AND (
      c.policy = 'open' OR (SELECT current_account()) = ANY (c.readers)))
$$;

-- A transaction that opened a case this way changes nothing in any case.
CREATE PROCEDURE only_read_in_emergency(name regclass) LANGUAGE plpgsql AS $$
DECLARE is_usual text := '(SELECT nullif(current_setting(''trailmark.opened_case'', true), '''')) IS NULL';
BEGIN
  EXECUTE format('CREATE POLICY no_emergency_insert ON %s AS RESTRICTIVE FOR INSERT TO trailmark_app WITH CHECK (%s)', name, is_usual);
  EXECUTE format('CREATE POLICY no_emergency_update ON %s AS RESTRICTIVE FOR UPDATE TO trailmark_app USING (%s)', name, is_usual);
  EXECUTE format('CREATE POLICY no_emergency_delete ON %s AS RESTRICTIVE FOR DELETE TO trailmark_app USING (%s)', name, is_usual);
END $$;
DO $$
DECLARE known text;
BEGIN
  FOR known IN SELECT tablename FROM pg_policies WHERE schemaname = 'public' AND policyname = 'of_the_case' ORDER BY 1 LOOP
    CALL only_read_in_emergency(known::regclass);
  END LOOP;
END $$;
CALL only_read_in_emergency('agency_case');
CREATE OR REPLACE PROCEDURE protect_case_table(name regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CALL protect_tenant_table(%L)', name);
  EXECUTE format('CREATE POLICY not_the_installation ON %s AS RESTRICTIVE TO trailmark_app USING (current_scope() IN (''agency'', ''system''))', name);
  EXECUTE format('CREATE POLICY of_the_case ON %s AS RESTRICTIVE TO trailmark_app
    USING (current_scope() = ''system'' OR EXISTS (SELECT 1 FROM agency_case c WHERE c.id = case_id))', name);
  CALL only_read_in_emergency(name);
END $$;

-- The line of the agency's log about an emergency access is read by those who may know of it.
CREATE POLICY of_an_emergency ON audit_event AS RESTRICTIVE FOR SELECT TO trailmark_app USING (
  object_kind IS DISTINCT FROM 'case-emergency' OR (SELECT current_scope()) = 'system'
  OR EXISTS (SELECT 1 FROM case_emergency e WHERE e.id::text = object_id));
