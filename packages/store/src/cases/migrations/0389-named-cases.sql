-- Notices and messages name another case by its id; number and title are read under the policy that it has for the reader then.
UPDATE case_notice SET facts = jsonb_set(facts, '{case}', jsonb_build_object('id', facts #> '{case,id}'))
  WHERE facts #> '{case,id}' IS NOT NULL;
UPDATE case_contact_side SET about = jsonb_build_object('id', about -> 'id') WHERE about IS NOT NULL;

-- The case of an id that a row names, as far as the reader sees it; null where there is none for them.
CREATE FUNCTION seen_case_name(wanted text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', c.id, 'number', c.number, 'title', c.title) FROM agency_case c WHERE c.id = wanted::uuid
$$;
