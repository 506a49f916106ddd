-- An agency's administrators read what its people did, and what was done to them. Nobody there reads another agency's, or a visitor's.
CREATE POLICY read_agency ON audit_event FOR SELECT TO trailmark_app
  USING (current_scope() = 'agency' AND agency_id = current_agency() AND EXISTS (
    SELECT 1 FROM account WHERE id = current_account() AND role = 'agency-admin' AND status = 'active'));
