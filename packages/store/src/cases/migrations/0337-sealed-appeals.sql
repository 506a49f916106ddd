-- An appeal is in the words of the reporter: it is sealed with what else they stated. Texts of before are erased with a withdrawal.
GRANT UPDATE (text) ON scam_report_step TO trailmark_app;
UPDATE scam_report_step s SET text = '' FROM scam_report r
  WHERE r.id = s.report_id AND r.sealed IS NULL AND s.kind = 'appeal' AND s.text <> '';
