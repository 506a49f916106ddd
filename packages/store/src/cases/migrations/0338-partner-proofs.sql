-- A set that a partner is sent names no entry by itself: who found one proves that it knew the identifier, by the second half of the output.
-- Tags are made again from the interests, with both halves.
DELETE FROM partner_tag;
UPDATE partner_check SET tag_epoch = 0;
ALTER TABLE partner_tag ADD COLUMN proof bytea NOT NULL CHECK (octet_length(proof) = 16);
-- A partner chooses ids of its conflicts: they are its own alone.
ALTER TABLE partner_conflict DROP CONSTRAINT partner_conflict_id_interest_id_key;
ALTER TABLE partner_conflict ADD UNIQUE (partner_id, id, interest_id);
