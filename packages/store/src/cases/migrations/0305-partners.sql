-- Deconfliction between installations: agencies of other servers, what was exchanged with them, and what came of it. Keys of the
-- pseudorandom function are no part of the database: they are derived from the key of the installation, the partner and the epoch.
CREATE TABLE partner (
  id uuid PRIMARY KEY,
  agency_id uuid NOT NULL REFERENCES agency,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  -- Ed25519: what they sign with, and what is sealed for them.
  key bytea NOT NULL CHECK (octet_length(key) = 32),
  -- Null: reached by files alone.
  endpoint text CHECK (char_length(endpoint) <= 400),
  -- Named by an administrator of the installation: it may be in the own network.
  is_own boolean NOT NULL,
  -- Nothing is sent before an administrator turned it on, and requests are answered only then.
  is_on boolean NOT NULL DEFAULT false,
  epoch integer NOT NULL DEFAULT 1 CHECK (epoch > 0),
  -- The public key of theirs that was shown for an epoch of theirs: another one for the same epoch is refused.
  their_epoch integer CHECK (their_epoch > 0),
  their_public_key bytea CHECK (octet_length(their_public_key) = 32),
  their_key_at timestamptz,
  -- The commitment to their log that came last.
  their_count integer NOT NULL DEFAULT 0,
  their_head bytea CHECK (octet_length(their_head) = 32),
  -- The own log.
  log_count integer NOT NULL DEFAULT 0,
  log_head bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000' CHECK (octet_length(log_head) = 32),
  round_on date,
  created_by uuid NOT NULL REFERENCES account,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (id, agency_id)
);
CREATE UNIQUE INDEX partner_by_key ON partner (agency_id, key) WHERE removed_at IS NULL;
CALL protect_tenant_table('partner');
GRANT SELECT, INSERT, UPDATE (name, endpoint, is_own, is_on, epoch, their_epoch, their_public_key, their_key_at, their_count, their_head,
  log_count, log_head, round_on, removed_at, version) ON partner TO trailmark_app;

-- Each frame that was sent or received, as a digest in a chain. Rows are only ever added.
CREATE TABLE partner_log (
  partner_id uuid NOT NULL,
  seq integer NOT NULL CHECK (seq > 0),
  agency_id uuid NOT NULL,
  direction text NOT NULL CHECK (direction IN ('sent', 'received')),
  kind text NOT NULL CHECK (kind IN ('query', 'answer', 'notice', 'receipt', 'refusal')),
  way text NOT NULL CHECK (way IN ('network', 'file')),
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  head bytea NOT NULL CHECK (octet_length(head) = 32),
  -- Blinded values in it, and the handle of the case that it is bound to for a day.
  elements integer NOT NULL DEFAULT 0,
  handle bytea CHECK (octet_length(handle) = 16),
  bytes integer NOT NULL,
  -- The interest that was asked for, where it was one's own; null for rounds and for what others asked.
  interest_id uuid,
  -- The frame that it answers.
  reply_to uuid,
  frame_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, seq),
  FOREIGN KEY (partner_id, agency_id) REFERENCES partner (id, agency_id)
);
CREATE INDEX partner_log_by_time ON partner_log (partner_id, at);
CREATE INDEX partner_log_by_interest ON partner_log (interest_id) WHERE interest_id IS NOT NULL;
CALL protect_tenant_table('partner_log');
GRANT SELECT, INSERT ON partner_log TO trailmark_app;

-- What of a partner was taken already: frames and events, each once.
CREATE TABLE partner_nonce (
  partner_id uuid NOT NULL REFERENCES partner,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX partner_nonce_by_time ON partner_nonce (at);
ALTER TABLE partner_nonce ENABLE ROW LEVEL SECURITY;
ALTER TABLE partner_nonce FORCE ROW LEVEL SECURITY;
CREATE POLICY server_alone ON partner_nonce TO trailmark_app USING (current_scope() = 'system') WITH CHECK (current_scope() = 'system');
GRANT SELECT, INSERT, DELETE ON partner_nonce TO trailmark_app;

-- Whether an interest was compared with a partner. An entry that is silent is compared in the daily round alone.
CREATE TABLE partner_check (
  interest_id uuid NOT NULL REFERENCES interest ON DELETE CASCADE,
  partner_id uuid NOT NULL REFERENCES partner,
  tag_epoch integer NOT NULL DEFAULT 0,
  state text NOT NULL CHECK (state IN ('waiting', 'answered', 'no-answer', 'refused')),
  reason text CHECK (char_length(reason) <= 400),
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  -- Identifiers that were asked, and those that the batch had no room for.
  asked integer NOT NULL DEFAULT 0,
  left_out integer NOT NULL DEFAULT 0,
  answered_at timestamptz,
  PRIMARY KEY (interest_id, partner_id)
);
CREATE INDEX partner_check_due ON partner_check (partner_id, next_at) WHERE state <> 'answered';
ALTER TABLE partner_check ENABLE ROW LEVEL SECURITY;
ALTER TABLE partner_check FORCE ROW LEVEL SECURITY;
CREATE POLICY server_alone ON partner_check TO trailmark_app USING (current_scope() = 'system') WITH CHECK (current_scope() = 'system');
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_check TO trailmark_app;

-- What a partner may compare with: outputs under the key for this partner, of entries that are not silent.
CREATE TABLE partner_tag (
  partner_id uuid NOT NULL REFERENCES partner,
  interest_id uuid NOT NULL REFERENCES interest ON DELETE CASCADE,
  epoch integer NOT NULL,
  tag bytea NOT NULL CHECK (octet_length(tag) = 16),
  -- The same identifier under the key of the installation.
  own_tag bytea NOT NULL CHECK (octet_length(own_tag) = 16),
  PRIMARY KEY (partner_id, epoch, tag, interest_id)
);
CREATE INDEX partner_tag_by_interest ON partner_tag (interest_id);
ALTER TABLE partner_tag ENABLE ROW LEVEL SECURITY;
ALTER TABLE partner_tag FORCE ROW LEVEL SECURITY;
CREATE POLICY server_alone ON partner_tag TO trailmark_app USING (current_scope() = 'system') WITH CHECK (current_scope() = 'system');
GRANT SELECT, INSERT, DELETE ON partner_tag TO trailmark_app;

-- An interest of ours and one of a partner that name the same. What they released is encrypted.
CREATE TABLE partner_conflict (
  row_id uuid PRIMARY KEY,
  -- The same on both sides.
  id uuid NOT NULL,
  interest_id uuid NOT NULL REFERENCES interest ON DELETE CASCADE,
  partner_id uuid NOT NULL REFERENCES partner,
  grade text NOT NULL CHECK (grade IN ('exact', 'cluster', 'hop')),
  own_tags bytea[] NOT NULL CHECK (cardinality(own_tags) BETWEEN 1 AND 1024),
  -- The name that the partner has for its interest towards us; null until it was heard.
  their_ref bytea CHECK (octet_length(their_ref) = 16),
  own_step smallint NOT NULL CHECK (own_step BETWEEN 1 AND 4),
  other_step smallint NOT NULL CHECK (other_step BETWEEN 1 AND 4),
  -- The step up to which our side was sent.
  released smallint NOT NULL DEFAULT 1 CHECK (released BETWEEN 1 AND 4),
  own_outcome text CHECK (own_outcome IN ('coordinate', 'stand-down', 'no-conflict')),
  other_outcome text CHECK (other_outcome IN ('coordinate', 'stand-down', 'no-conflict')),
  -- Contact, officer and case number of theirs.
  other bytea,
  -- Our entry is silent: the partner does not know of it.
  is_silent boolean NOT NULL,
  at timestamptz NOT NULL,
  first_message_at timestamptz,
  UNIQUE (id, interest_id)
);
CREATE INDEX partner_conflict_by_interest ON partner_conflict (interest_id);
CREATE INDEX partner_conflict_by_partner ON partner_conflict (partner_id, id);
ALTER TABLE partner_conflict ENABLE ROW LEVEL SECURITY;
ALTER TABLE partner_conflict FORCE ROW LEVEL SECURITY;
CREATE POLICY server_alone ON partner_conflict TO trailmark_app USING (current_scope() = 'system') WITH CHECK (current_scope() = 'system');
GRANT SELECT, INSERT, UPDATE (id, their_ref, own_step, other_step, released, own_outcome, other_outcome, other, first_message_at)
  ON partner_conflict TO trailmark_app;

CREATE TABLE partner_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conflict_row uuid NOT NULL REFERENCES partner_conflict ON DELETE CASCADE,
  side text NOT NULL CHECK (side IN ('own', 'other', 'server')),
  sealed bytea NOT NULL,
  -- The event that carries it to the partner.
  event_id uuid,
  at timestamptz NOT NULL
);
CREATE INDEX partner_message_by_conflict ON partner_message (conflict_row, id);
ALTER TABLE partner_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE partner_message FORCE ROW LEVEL SECURITY;
CREATE POLICY server_alone ON partner_message TO trailmark_app USING (current_scope() = 'system') WITH CHECK (current_scope() = 'system');
GRANT SELECT, INSERT ON partner_message TO trailmark_app;

-- What waits to be sent to a partner, in order; encrypted here as it is in the frame.
CREATE TABLE partner_event (
  id uuid PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  partner_id uuid NOT NULL REFERENCES partner,
  conflict_row uuid NOT NULL REFERENCES partner_conflict ON DELETE CASCADE,
  sealed bytea NOT NULL,
  at timestamptz NOT NULL,
  sent_at timestamptz
);
CREATE INDEX partner_event_waiting ON partner_event (partner_id, seq) WHERE sent_at IS NULL;
ALTER TABLE partner_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE partner_event FORCE ROW LEVEL SECURITY;
CREATE POLICY server_alone ON partner_event TO trailmark_app USING (current_scope() = 'system') WITH CHECK (current_scope() = 'system');
GRANT SELECT, INSERT, UPDATE (sent_at) ON partner_event TO trailmark_app;

-- A request that left as a file: with the blinds its answer is opened, once; then it is gone.
CREATE TABLE partner_request (
  id uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partner,
  sealed bytea NOT NULL,
  at timestamptz NOT NULL
);
ALTER TABLE partner_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE partner_request FORCE ROW LEVEL SECURITY;
CREATE POLICY server_alone ON partner_request TO trailmark_app USING (current_scope() = 'system') WITH CHECK (current_scope() = 'system');
GRANT SELECT, INSERT, DELETE ON partner_request TO trailmark_app;
