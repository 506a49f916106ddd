-- Texts of the site that an administrator wrote. A version is never changed or removed: what was published can be shown.
CREATE TABLE content_version (
  kind text NOT NULL CHECK (kind IN ('publication', 'case-study', 'portal')),
  slug text NOT NULL CHECK (slug ~ '^[a-z0-9-]{1,80}$'),
  version integer NOT NULL CHECK (version > 0),
  status text NOT NULL CHECK (status IN ('draft', 'published', 'withdrawn')),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 300),
  summary text NOT NULL CHECK (char_length(summary) BETWEEN 1 AND 1000),
  body text NOT NULL CHECK (char_length(body) <= 60000),
  facts jsonb NOT NULL,
  account_id uuid NOT NULL REFERENCES account,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (kind, slug, version)
);
ALTER TABLE content_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE content_version FORCE ROW LEVEL SECURITY;
-- It belongs to the installation: everybody reads what the server shows them, only its administrators write.
CREATE POLICY read_all ON content_version FOR SELECT TO trailmark_app USING (current_scope() <> '');
CREATE POLICY add ON content_version FOR INSERT TO trailmark_app
  WITH CHECK (current_scope() = 'platform' AND account_id = current_account());
GRANT SELECT, INSERT ON content_version TO trailmark_app;
