-- How a person follows alerts outside the page: a feed that a reader fetches by its token, and a summary by mail. Both without addresses.
CREATE TABLE alert_subscription (
  account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  agency_id uuid NOT NULL REFERENCES agency,
  -- SHA-256 of the token; null while there is no feed.
  feed_hash text UNIQUE CHECK (feed_hash ~ '^[0-9a-f]{64}$'),
  feed_since timestamptz,
  feed_read_at timestamptz,
  feed_reads integer NOT NULL DEFAULT 0,
  digest text NOT NULL DEFAULT 'off' CHECK (digest IN ('off', 'daily', 'weekly')),
  -- Alerts up to here are in a summary that was sent, or came before the first one.
  digest_to timestamptz,
  CHECK ((feed_hash IS NULL) = (feed_since IS NULL)),
  CHECK (digest = 'off' OR digest_to IS NOT NULL)
);
CREATE INDEX alert_subscription_by_digest ON alert_subscription (digest_to) WHERE digest <> 'off';
CALL protect_tenant_table('alert_subscription');
CREATE POLICY own ON alert_subscription AS RESTRICTIVE TO trailmark_app
  USING (current_scope() = 'system' OR account_id = current_account());
GRANT SELECT, INSERT, UPDATE (feed_hash, feed_since, feed_read_at, feed_reads, digest, digest_to), DELETE
  ON alert_subscription TO trailmark_app;
