import { parseNetworkAddress } from '@trailmark/chains/network-address';
import type { Label } from '@trailmark/core/label';
import type { NetworkId } from '@trailmark/core/network';
import { readCsvRecords } from '../prices/csv-records.ts';
import { findActorAlias } from './actor-aliases.ts';
import { sdnNetworks } from './ofac-sdn.ts';

/** When an address was listed, from dated copies of OFAC's list (`scripts/build-ofac-history.ts`). */
export interface ListingDates {
  readonly address: string;
  /** `YYYY-MM-DD`. */
  readonly from: string;
  /** `on` that day, or `by` it at the latest. */
  readonly how: string;
  /** Day of the first list without it; empty while it is listed. */
  readonly to: string;
  readonly uid: string;
  readonly programme: string;
  readonly entity: string;
  /** Day its entity was listed, where `from` is a latest day; else empty. */
  readonly entityFrom: string;
}

/** Reads `data/labels/ofac-history.csv`. */
export function readListingDates(text: string): ListingDates[] {
  return [...readCsvRecords(text)].slice(1).map(({ cells }) => {
    const [address = '', from = '', how = '', to = '', uid = '', programme = '', entity = '', entityFrom = ''] = cells;
    return { address, from, how, to, uid, programme, entity, entityFrom };
  });
}

/** The list spells an address in one of several ways, with a prefix or without, in one letter case or another. */
function keyOf(address: string): string {
  return address.replace(/^[a-z]+:/, '').toLowerCase();
}

/** What a label states about the days of its listing. */
function toDetails({ from, how, entityFrom }: ListingDates): Record<string, string> {
  return { listed_from: from, listed_how: how, ...(entityFrom !== '' && { entry_listed_on: entityFrom }) };
}

/** The labels of the current list with the days on which their addresses were listed, where a copy shows them. */
export function withListingDates(labels: readonly Label[], dates: readonly ListingDates[]): Label[] {
  const known = new Map(dates.map((row) => [keyOf(row.address), row]));
  return labels.map((label) => {
    const row = known.get(keyOf(label.address));
    if (!row) return label;
    return { ...label, details: { ...label.details, ...toDetails(row) } };
  });
}

/** Labels of pack `ofac-sdn-historic` for addresses that are no longer listed; without an entity in any copy, none. */
export function toFormerListings(dates: readonly ListingDates[], current: readonly Label[]): Label[] {
  const listed = new Set(current.map(({ address }) => keyOf(address)));
  return dates
    .filter(({ address, to, entity }) => to !== '' && entity !== '' && !listed.has(keyOf(address)))
    .flatMap((row) => sdnNetworks(row.address, '').flatMap((network) => toFormerListing(row, network)));
}

function toFormerListing(row: ListingDates, network: NetworkId): Label[] {
  const { to, uid, programme, entity } = row;
  const place = parseNetworkAddress(network, row.address);
  if (!place.ok) return [];
  return [
    {
      network,
      address: place.address,
      label: entity,
      category: 'sanctioned_historic',
      actor: findActorAlias(entity.toUpperCase()),
      confidence: 'authority_data',
      scope: 'address',
      role: undefined,
      source: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${encodeURIComponent(uid)}`,
      asOf: to,
      details: { entity, programme, uid, ...toDetails(row), listed_to: to },
    },
  ];
}
