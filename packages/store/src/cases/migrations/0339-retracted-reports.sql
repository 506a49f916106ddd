-- Reports that were verified once, and whose alerts are to be taken back.
CREATE INDEX scam_report_to_retract ON scam_report (id) WHERE state <> 'verified' AND alerted_at IS NOT NULL;
