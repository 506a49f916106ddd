import { median } from './median.ts';
import type { RuleRun, WashRun } from './run-wash-rules.ts';

/** How many times the usual price a sale must reach. */
const TIMES = 5n;
const LOOK_BACK = 30;
const LEAST = 5;

/** A sale far above what the collection sold for, between wallets that something else links: value may have moved as a price. */
export interface PriceTransfer {
  readonly sale: number;
  /** Median of the sales before it, without those that are flagged strictly. */
  readonly usual: bigint;
  /** Findings that link the two: rule and place in its findings. */
  readonly links: readonly { readonly rule: string; readonly finding: number }[];
}

/** Rules whose finding is a link between two wallets, not the sale itself. */
const LINKS: ReadonlySet<string> = new Set([
  'paid-ring',
  'funded-each-other',
  'common-funder',
  'buyer-funded-seller',
  'seller-funded-buyer',
  'instant-refund',
  'back-and-forth-collection',
]);

/** Findings by sale, of rules that link wallets. */
function linksBySale(runs: readonly RuleRun[]): Map<number, { rule: string; finding: number }[]> {
  const links = new Map<number, { rule: string; finding: number }[]>();
  for (const { rule, findings } of runs) {
    if (!LINKS.has(rule.id)) continue;
    findings.forEach(({ sales }, finding) => {
      for (const sale of sales) {
        const list = links.get(sale);
        if (list) list.push({ rule: rule.id, finding });
        else links.set(sale, [{ rule: rule.id, finding }]);
      }
    });
  }
  return links;
}

/** Sales at five times the usual price or more between linked wallets, in chain order. */
export function findPriceTransfers(
  { world, runs }: WashRun,
  weights: Uint32Array,
  strictFrom: number,
): PriceTransfer[] {
  const { sales } = world.table;
  const links = linksBySale(runs);
  const recent = new Map<number, bigint[]>();
  const found: PriceTransfer[] = [];
  for (let sale = 0; sale < sales.count; sale++) {
    const unit = sales.unit[sale] as number;
    if (unit < 0 || (sales.pieces[sale] as number) > 1) continue;
    const before = recent.get(unit) ?? [];
    const price = sales.price[sale] as bigint;
    const usual = before.length < LEAST ? undefined : median(before);
    const own = links.get(sale);
    if (usual !== undefined && own && price >= usual * TIMES) found.push({ sale, usual, links: own });
    // What was given away says nothing about a price.
    if (price > 0n && (weights[sale] as number) < strictFrom) recent.set(unit, [...before.slice(1 - LOOK_BACK), price]);
  }
  return found;
}
