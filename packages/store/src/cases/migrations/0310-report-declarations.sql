-- Wording of the declarations of reports, as an agency has it. A version is never changed: the next one follows it.
CREATE TABLE report_declaration (
  agency_id uuid NOT NULL REFERENCES agency,
  jurisdiction text NOT NULL CHECK (jurisdiction ~ '^[a-z]{2,10}$'),
  number integer NOT NULL CHECK (number > 0),
  -- Title and paragraphs; null: back to the wording the software comes with.
  wording jsonb,
  note text NOT NULL CHECK (char_length(note) BETWEEN 3 AND 1000),
  saved_at timestamptz NOT NULL,
  saved_by uuid NOT NULL REFERENCES account,
  PRIMARY KEY (agency_id, jurisdiction, number)
);
CALL protect_tenant_table('report_declaration');
CREATE POLICY not_the_installation ON report_declaration AS RESTRICTIVE TO trailmark_app USING (current_scope() IN ('agency', 'system'));
GRANT SELECT, INSERT ON report_declaration TO trailmark_app;
