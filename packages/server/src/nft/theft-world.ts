import { findHolder } from '@trailmark/analysis/nft/item-holders';
import { findThefts, type StolenTrail, THEFT_PATTERNS } from '@trailmark/analysis/nft/theft/find-thefts';
import { listUsualPrices } from '@trailmark/analysis/nft/theft/usual-prices';
import type { StolenTrailAnswer } from '@trailmark/api/contract/nft-wire';
import { CATEGORIES, type CategoryId } from '@trailmark/core/category';
import type { ItemApproval, ItemEvent, NftSale } from '@trailmark/core/nft';
import type { NftView } from './nft-view.ts';

const MOST_STEPS = 30;
/** Categories of labels that mark an address as fraudulent. */
const FRAUD: ReadonlySet<string> = new Set<CategoryId>([
  'phishing',
  'scam',
  'hack',
  'fraud_shop',
  'ponzi',
  'sextortion',
]);
/** Contracts that people give permissions to on purpose. */
const ORDINARY: ReadonlySet<string> = new Set<CategoryId>([
  'nft_marketplace',
  'dex',
  'defi',
  'exchange',
  'market',
  'custody',
  'bridge',
]);
/** Exchanges and conduits of markets whose events are read: a permission for one is ordinary, whatever labels there are. */
const MARKETS: ReadonlySet<string> = new Set([
  '1e0049783f008a0085193e00003d00cd54003c71',
  '00000000000111abe46ff893f3b2fdf1f759a8a8',
  'f42aa99f011a1fa7cda90e5e98b277e306bca83e',
  'fed24ec7e22f573c2e08aef55aa6797ca2b3a051',
  '000000000060c4ca14cfc4325359062ace33fd3d',
  'f849de01b080adc3a814fabe1e2087475cf2e354',
  '2f18f339620a63e43f0839eeb18d7de1e1be4dfb',
]);

export interface ItemsOf {
  readonly events: readonly ItemEvent[];
  readonly sales: readonly NftSale[];
  readonly approvals: readonly ItemApproval[];
}

/** Trails of items that were taken in a way that fits a pattern. Sales are compared with what was usual before each. */
export function listThefts(
  view: NftView,
  { events, sales, approvals }: ItemsOf,
  usual = listUsualPrices(sales, view.unitOf),
): StolenTrail[] {
  const category = (address: string): string | null => (address === '' ? null : view.party(address).category);
  return findThefts({
    ...{ events, sales, approvals, usual },
    isMarket: (address) =>
      MARKETS.has(address) || findHolder(address) !== undefined || ORDINARY.has(category(address) ?? ''),
    fraudLabel(address) {
      const found = category(address);
      if (found === null || !FRAUD.has(found)) return undefined;
      return `${view.party(address).name ?? 'unnamed'} (${CATEGORIES[found as CategoryId].name})`;
    },
  });
}

/** Trails as they are answered. */
export async function toThefts(
  view: NftView,
  { events, sales }: ItemsOf,
  trails: readonly StolenTrail[],
): Promise<StolenTrailAnswer[]> {
  const shown = trails.map((trail) => trail.events.slice(0, MOST_STEPS));
  await view.loadHashes(shown.flat().flatMap((place) => events[place]?.position ?? []));
  return trails.flatMap(({ finding, markets, isReturned }, i) => {
    const event = events[finding.event];
    const pattern = THEFT_PATTERNS.find(({ id }) => id === finding.pattern);
    if (!event || !pattern) return [];
    const steps = (shown[i] ?? []).flatMap((place) => {
      const step = events[place];
      if (!step) return [];
      const market = step.sale === undefined ? null : (sales[step.sale]?.market ?? null);
      const { time, kind, position, from, to } = step;
      return [
        { time, kind, txid: view.txid(position), from: view.partyOrNull(from), to: view.partyOrNull(to), market },
      ];
    });
    const { title, innocent, id } = pattern;
    return [
      {
        ...{ pattern: id, title, innocent, note: finding.note, markets: [...markets], isReturned, steps },
        ...{ token: event.tokenId.toString(), contract: view.address(event.contract), time: event.time },
        ...{ txid: view.txid(event.position), victim: view.party(finding.victim) },
        taker: finding.taker === '' ? view.party(finding.victim) : view.party(finding.taker),
        spender: finding.approval ? view.party(finding.approval.spender) : null,
        approvedAt: finding.approval?.time ?? null,
      },
    ];
  });
}
