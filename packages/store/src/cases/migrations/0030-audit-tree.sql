-- Roots of complete subtrees of the audit log's Merkle tree, so that a proof reads a few rows. Level 0 is audit_leaf.
CREATE TABLE audit_node (
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 52),
  index bigint NOT NULL CHECK (index >= 0),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (level, index)
);
GRANT SELECT, INSERT ON audit_node TO trailmark_app;

-- The transaction that wrote an event: whatever came before the oldest running one is settled and not looked at again.
ALTER TABLE audit_event ADD COLUMN xact xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX audit_event_by_xact ON audit_event (xact);
