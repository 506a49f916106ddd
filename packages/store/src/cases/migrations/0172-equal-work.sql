-- A case that somebody may not see is not touched when they ask for it: what the database does for a sealed one is what it does for none.

-- The case of an id where the reader may see it, found among memberships and open cases alone; null for every other id.
CREATE UNIQUE INDEX agency_case_open ON agency_case (id) WHERE policy = 'open';
CREATE FUNCTION seen_case_id(wanted uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT wanted WHERE current_scope() = 'system' OR (current_scope() = 'agency' AND (
    EXISTS (SELECT FROM case_member m WHERE m.case_id = wanted AND m.account_id = current_account())
    OR EXISTS (SELECT FROM agency_case c WHERE c.id = wanted AND c.policy = 'open')
    OR (wanted = nullif(current_setting('trailmark.opened_case', true), '')::uuid AND has_emergency_access(wanted))))
$$;
REVOKE ALL ON FUNCTION seen_case_id FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seen_case_id TO trailmark_app;

-- Words of sealed cases are in no index that others search: members find them by their memberships.
ALTER TABLE case_text ADD COLUMN is_sealed boolean NOT NULL DEFAULT false;
UPDATE case_text t SET is_sealed = true FROM agency_case c WHERE c.id = t.case_id AND c.policy = 'sealed';
CREATE FUNCTION mark_sealed_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_sealed := EXISTS (SELECT FROM agency_case c WHERE c.id = NEW.case_id AND c.policy = 'sealed');
  RETURN NEW;
END $$;
CREATE TRIGGER mark_sealed BEFORE INSERT ON case_text FOR EACH ROW EXECUTE FUNCTION mark_sealed_text();
CREATE FUNCTION mark_sealed_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE case_text SET is_sealed = NEW.policy = 'sealed' WHERE case_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER mark_sealed AFTER UPDATE OF policy ON agency_case FOR EACH ROW
  WHEN ((OLD.policy = 'sealed') <> (NEW.policy = 'sealed')) EXECUTE FUNCTION mark_sealed_texts();
DROP INDEX case_text_by_word;
CREATE INDEX case_text_by_word ON case_text USING gin (words) WHERE NOT is_sealed;

CREATE OR REPLACE FUNCTION find_cases_by_words(asked tsquery) RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT seen.id), '{}') FROM (
    SELECT c.id FROM agency_case c
      JOIN (SELECT DISTINCT t.case_id FROM case_text t WHERE NOT t.is_sealed AND t.words @@ asked) AS found ON found.case_id = c.id
      WHERE (SELECT current_scope()) = 'system' OR (
        (SELECT current_scope()) = 'agency' AND c.agency_id = (SELECT current_agency()) AND (
          c.policy = 'open' OR (SELECT current_account()) = ANY (c.readers)))
    UNION ALL
    SELECT t.case_id FROM case_text t
      -- An array is read first: texts of other cases are not touched to find out whose they are.
      WHERE t.case_id = ANY (ARRAY(
          SELECT m.case_id FROM case_member m
          WHERE current_scope() = 'agency' AND m.account_id = current_account() AND m.agency_id = current_agency()))
        AND t.is_sealed AND t.words @@ asked) AS seen
$$;
