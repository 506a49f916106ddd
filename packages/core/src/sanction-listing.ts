import type { StoredLabel } from './label.ts';

/** The pack of the sanctions list: nothing else states that an address is listed. */
export const SANCTIONS_PACK = 'ofac-sdn';
/** The pack of what was removed from that list. */
export const FORMER_PACK = 'ofac-sdn-historic';

/** An entry of a sanctions list: a fact about the list, which has no confidence. */
export interface SanctionListing {
  readonly list: 'OFAC SDN list';
  readonly entity: string;
  /** Programmes as listed, comma separated; undefined where the copy has none. */
  readonly programme: string | undefined;
  /** OFAC's number of the entity. */
  readonly uid: string | undefined;
  /** Day of listing, `YYYY-MM-DD`; undefined where no copy shows it. */
  readonly listedFrom: string | undefined;
  /** `on` that day, or on it or `by` then at the latest: the copies before it are not known. */
  readonly listedHow: 'on' | 'by';
  /** Day its entity was listed, where a copy shows it: the address was listed then or later. */
  readonly entityFrom?: string | undefined;
  /** Day of the first list without it; undefined while it is listed. */
  readonly listedTo: string | undefined;
}

/** What a listing is described from, as core has it or as an answer spells it. */
export interface ListingFacts extends Pick<SanctionListing, 'entity' | 'listedHow'> {
  readonly list: string;
  readonly programme: string | null | undefined;
  readonly listedFrom: string | null | undefined;
  readonly entityFrom?: string | null | undefined;
  readonly listedTo: string | null | undefined;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** The listing a label states; undefined for every label that is no entry of the list. */
export function readListing({
  pack,
  category,
  label,
  details,
}: Pick<StoredLabel, 'pack' | 'category' | 'label' | 'details'>): SanctionListing | undefined {
  const isCurrent = pack === SANCTIONS_PACK && category === 'sanctioned';
  if (!isCurrent && pack !== FORMER_PACK) return undefined;
  const { entity, program, programme = program, uid, list_date: seen } = details;
  const { listed_from: from = seen, listed_how: how, listed_to: to, entry_listed_on: entityFrom } = details;
  return {
    list: 'OFAC SDN list',
    entity: entity === undefined || entity === '' ? label : entity,
    programme: programme === '' ? undefined : programme,
    uid,
    listedFrom: from,
    listedHow: how === 'on' ? 'on' : 'by',
    entityFrom,
    listedTo: isCurrent ? undefined : to,
  };
}

function day(text: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return year === undefined ? text : `${Number(date)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** When the address was listed: on a day, between two, or at the latest on one. Undefined where no copy shows it. */
export function describeListingDays({
  listedFrom,
  listedHow,
  entityFrom,
}: Pick<ListingFacts, 'listedFrom' | 'listedHow' | 'entityFrom'>): string | undefined {
  if (listedFrom === undefined || listedFrom === null) return undefined;
  if (listedHow === 'on') return `listed on ${day(listedFrom)}`;
  if (entityFrom === undefined || entityFrom === null || entityFrom > listedFrom)
    return `listed on or before ${day(listedFrom)}`;
  return `listed between ${day(entityFrom)}, as its entity, and ${day(listedFrom)}`;
}

/**
 * The listing in one statement: "On the OFAC SDN list (copy of 20 Aug 2026): HYDRA MARKET, programme CYBER2, listed on 5 Apr
 * 2022." `copyOf` is the day of the copy of the list.
 */
export function describeListing(listing: ListingFacts, copyOf?: string): string {
  const { list, entity, programme, listedTo } = listing;
  const copy = copyOf === undefined ? '' : ` (copy of ${day(copyOf)})`;
  const state = listedTo === undefined || listedTo === null ? `On the ${list}` : `Removed from the ${list}`;
  const facts = [
    entity,
    programme && `programme ${programme}`,
    describeListingDays(listing),
    listedTo && `removed by ${day(listedTo)}`,
  ];
  return `${state}${copy}: ${facts.filter(Boolean).join(', ')}.`;
}
