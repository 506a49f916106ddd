-- What a passkey has to sign is made by the server, signed by it and kept nowhere; that it was used is.
CREATE TABLE used_challenge (
  hash text PRIMARY KEY,
  at timestamptz NOT NULL
);
GRANT SELECT, INSERT, DELETE ON used_challenge TO trailmark_app;
ALTER TABLE session DROP COLUMN challenge, DROP COLUMN challenge_at;

-- The sign-in before this one, and how many tries failed since: shown after signing in.
ALTER TABLE account ADD COLUMN failed_tries integer NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN previous_at timestamptz, ADD COLUMN previous_from text,
  ADD COLUMN failed_tries integer NOT NULL DEFAULT 0;
CREATE INDEX passkey_by_account ON passkey (account_id);
CREATE INDEX api_token_by_account ON api_token (account_id);
