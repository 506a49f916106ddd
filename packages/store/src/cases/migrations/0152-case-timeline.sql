-- What people report of a case: a time or a span, exact or estimated, or no time at all.
CREATE TABLE case_reported_event (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- `E-3` is number 3: counted within the case.
  number integer NOT NULL CHECK (number > 0),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  text text NOT NULL DEFAULT '' CHECK (char_length(text) <= 4000),
  -- Seconds since 1970, UTC; null where nobody knows. The end is null for a moment.
  starts bigint CHECK (starts BETWEEN -62135596800 AND 253402300799),
  ends bigint CHECK (ends <= 253402300799),
  is_estimated boolean NOT NULL DEFAULT false,
  mark text NOT NULL CHECK (mark IN ('fact', 'inference', 'claim')),
  -- What shows it: an item or exhibit of the case, a person, a letter.
  source text NOT NULL DEFAULT '' CHECK (char_length(source) <= 200),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES account,
  changed_at timestamptz NOT NULL,
  changed_by uuid NOT NULL REFERENCES account,
  withdrawn_at timestamptz,
  withdrawn_by uuid REFERENCES account,
  withdrawn_why text CHECK (char_length(withdrawn_why) <= 500),
  UNIQUE (case_id, number),
  CHECK (ends IS NULL OR (starts IS NOT NULL AND ends >= starts)),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_reported_event_by_time ON case_reported_event (case_id, starts, id);
CALL protect_case_table('case_reported_event');
GRANT SELECT, INSERT, UPDATE ON case_reported_event TO trailmark_app;

-- What the ledgers hold of the pinned addresses of a case: read from there, and read again on demand.
CREATE TABLE case_ledger_event (
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  chain text NOT NULL CHECK (char_length(chain) <= 40),
  address text NOT NULL CHECK (char_length(address) <= 200),
  txid text NOT NULL CHECK (char_length(txid) <= 100),
  asset text NOT NULL CHECK (char_length(asset) <= 120),
  symbol text NOT NULL CHECK (char_length(symbol) <= 40),
  decimals smallint NOT NULL CHECK (decimals BETWEEN 0 AND 77),
  received numeric(78, 0) NOT NULL CHECK (received >= 0),
  sent numeric(78, 0) NOT NULL CHECK (sent >= 0),
  height integer NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (case_id, chain, address, txid, asset),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_ledger_event_by_time ON case_ledger_event (case_id, at, txid, address, asset);
CALL protect_case_table('case_ledger_event');
GRANT SELECT, INSERT, DELETE ON case_ledger_event TO trailmark_app;

-- How far each address was read, and what was left out.
CREATE TABLE case_ledger_read (
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  chain text NOT NULL CHECK (char_length(chain) <= 40),
  address text NOT NULL CHECK (char_length(address) <= 200),
  read_at timestamptz NOT NULL,
  height integer,
  events integer NOT NULL,
  -- Older ones are left out: the address has more than are kept.
  is_cut boolean NOT NULL,
  -- Changes of tokens that are in no list of known tokens.
  unknown_tokens integer NOT NULL,
  -- Why nothing was read, as a sentence; empty where it was.
  failure text NOT NULL DEFAULT '' CHECK (char_length(failure) <= 500),
  PRIMARY KEY (case_id, chain, address),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CALL protect_case_table('case_ledger_read');
GRANT SELECT, INSERT, UPDATE, DELETE ON case_ledger_read TO trailmark_app;

-- The policy of agency_case as a function, for those below: asked once for a case, not once for each of its rows.
CREATE FUNCTION may_see_case(wanted uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT 1 FROM agency_case c WHERE c.id = wanted AND (current_scope() = 'system' OR (
      current_scope() = 'agency' AND c.agency_id = current_agency() AND (
        c.policy = 'open' OR current_account() = ANY (c.readers)
        OR c.id = nullif(current_setting('trailmark.opened_case', true), '')::uuid))))
$$;

-- How many ledger events of a case fall into each of `parts` equal parts of a span.
CREATE FUNCTION case_ledger_bins(wanted uuid, from_at bigint, to_at bigint, parts integer)
RETURNS TABLE (part integer, count bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT may_see_case(wanted) THEN RETURN; END IF;
  RETURN QUERY SELECT ((e.at - from_at) * parts / (to_at - from_at))::integer, count(*)
    FROM case_ledger_event e WHERE e.case_id = wanted AND e.at >= from_at AND e.at < to_at GROUP BY 1;
END $$;
REVOKE ALL ON FUNCTION may_see_case, case_ledger_bins FROM PUBLIC;
GRANT EXECUTE ON FUNCTION may_see_case, case_ledger_bins TO trailmark_app;
