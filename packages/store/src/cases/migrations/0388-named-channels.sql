-- An alert of a sealed case leaves the server only through channels that its watch names. Of older rows it is not known: false.
ALTER TABLE alert_delivery ADD COLUMN is_named boolean NOT NULL DEFAULT false;
GRANT UPDATE (is_named) ON alert_delivery TO trailmark_app;
