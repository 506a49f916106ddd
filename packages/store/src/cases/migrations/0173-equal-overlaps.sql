-- What is added to a case is compared with other cases in an index that has no sealed ones. Whether a sealed case names the same is
-- found out later by the server: until then every addition waits here, so that it is the same work with a sealed case and without.

ALTER TABLE case_identifier ADD COLUMN is_sealed boolean NOT NULL DEFAULT false;
UPDATE case_identifier i SET is_sealed = true FROM agency_case c WHERE c.id = i.case_id AND c.policy = 'sealed';
GRANT UPDATE (is_sealed) ON case_identifier TO trailmark_app;
CREATE TRIGGER mark_sealed BEFORE INSERT ON case_identifier FOR EACH ROW EXECUTE FUNCTION mark_sealed_text();
CREATE OR REPLACE FUNCTION mark_sealed_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE case_text SET is_sealed = NEW.policy = 'sealed' WHERE case_id = NEW.id;
  UPDATE case_identifier SET is_sealed = NEW.policy = 'sealed' WHERE case_id = NEW.id;
  RETURN NULL;
END $$;
DROP INDEX case_identifier_by_key;
CREATE INDEX case_identifier_by_key ON case_identifier (agency_id, key) WHERE NOT is_sealed;
CREATE INDEX case_identifier_by_sealed_key ON case_identifier (agency_id, key) WHERE is_sealed;

CREATE TABLE case_overlap_request (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The case that something was added to, and who added it.
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  keys text[] NOT NULL,
  at timestamptz NOT NULL,
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_overlap_request_by_case ON case_overlap_request (case_id);
CALL protect_case_table('case_overlap_request');
CREATE POLICY of_the_server ON case_overlap_request AS RESTRICTIVE TO trailmark_app USING ((SELECT current_scope()) = 'system');
GRANT SELECT, INSERT, DELETE ON case_overlap_request TO trailmark_app;
