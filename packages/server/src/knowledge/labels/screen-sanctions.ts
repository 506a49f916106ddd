import { AppError } from '@trailmark/core/errors';
import type { LabelReader, StoredLabel } from '@trailmark/core/label';
import { describeListing, readListing, SANCTIONS_PACK } from '@trailmark/core/sanction-listing';
import { readAnyAddress } from './label-address.ts';
import { hasSanctionsList, isListed, readLabels } from './label-answer.ts';

/** OFAC's own page of an entry of its list, by the entry's number. */
const ENTRY_PAGE = 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=';
const SEARCH_PAGE = 'https://sanctionssearch.ofac.treas.gov/';

function toIdentification(label: StoredLabel, copyOf: string | undefined) {
  const { address, details } = label;
  const listing = readListing(label);
  const { entity = label.label, uid, listedFrom } = listing ?? {};
  const facts = [
    `The address ${address}:`,
    listing ? describeListing(listing, copyOf) : '',
    details.akas ? `Also known as: ${details.akas}.` : '',
    uid ? `Entry: ${uid}.` : '',
    `Source: ${label.source}`,
  ];
  return {
    category: 'sanctions',
    name: `SANCTIONS: OFAC SDN ${entity.toUpperCase()}${listedFrom ? ` ${listedFrom}` : ''}`,
    description: facts.filter(Boolean).join(' '),
    url: uid && /^\d{1,9}$/.test(uid) ? `${ENTRY_PAGE}${uid}` : SEARCH_PAGE,
  };
}

/** Entries of the sanctions list in force that name an address. Throws `unavailable` without a list. */
export function screenSanctions(reader: LabelReader, text: string) {
  if (!hasSanctionsList(reader)) {
    throw new AppError('unavailable', 'No sanctions list is in force here, so nothing can be said of any address.');
  }
  const places = readAnyAddress(reader, text.trim());
  const labels = places.flatMap(({ network, address }) => readLabels(reader, network, address).filter(isListed));
  const held = reader.packs().find(({ id }) => id === SANCTIONS_PACK)?.asOf;
  const distinct = new Map(labels.map((label) => [label.id, label]));
  return [...distinct.values()].map((label) => toIdentification(label, held));
}
