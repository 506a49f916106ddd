-- Until when somebody sends it: a channel gets one delivery at a time, and a claim is no try.
ALTER TABLE alert_delivery ADD COLUMN leased_until timestamptz;
GRANT UPDATE (leased_until) ON alert_delivery TO trailmark_app;
CREATE INDEX alert_delivery_leased ON alert_delivery (leased_until) WHERE leased_until IS NOT NULL;
