-- Requests that programs signed instead of sending their token: each is taken once, and remembered while its time is near.
CREATE TABLE signed_request (
  digest text PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'),
  at timestamptz NOT NULL
);
CREATE INDEX signed_request_by_time ON signed_request (at);
GRANT SELECT, INSERT, DELETE ON signed_request TO trailmark_app;
