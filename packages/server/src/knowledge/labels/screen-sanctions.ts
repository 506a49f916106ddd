import { AppError } from '@trailmark/core/errors';
import type { LabelReader, StoredLabel } from '@trailmark/core/label';
import { readAnyAddress } from './label-address.ts';
import { hasSanctionsList, isListed, readLabels, SANCTIONS_PACK } from './label-answer.ts';

/** OFAC's own page of an entry of its list, by the entry's number. */
const ENTRY_PAGE = 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=';
const SEARCH_PAGE = 'https://sanctionssearch.ofac.treas.gov/';

function toIdentification(label: StoredLabel, held: string | undefined) {
  const { address } = label;
  const {
    entity = label.label,
    program,
    programme = program,
    uid,
    list_date: listDate = label.asOf,
    akas,
  } = label.details;
  const facts = [
    `The address ${address} is on the Specially Designated Nationals list of the US Office of Foreign Assets Control.`,
    `Entity: ${entity}.`,
    programme ? `Programme: ${programme}.` : '',
    akas ? `Also known as: ${akas}.` : '',
    uid ? `Entry: ${uid}.` : '',
    listDate ? `Listed since, or before, the list of ${listDate}.` : '',
    `List held here: ${held ?? 'of an unknown day'}.`,
    `Source: ${label.source}`,
  ];
  return {
    category: 'sanctions',
    name: `SANCTIONS: OFAC SDN ${entity.toUpperCase()}${listDate ? ` ${listDate}` : ''}`,
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
