import {
  findHolders,
  highestSales,
  periodStart,
  sumPeriods,
  sumTraders,
} from '@trailmark/analysis/nft/collection-figures';
import { findPriceTransfers } from '@trailmark/analysis/nft/price-transfers';
import type { RuleRun } from '@trailmark/analysis/nft/run-wash-rules';
import { countUnpriced, sumVolume, type Volume } from '@trailmark/analysis/nft/volume';
import { weightOf } from '@trailmark/analysis/nft/wash-set';
import type { Gap } from '@trailmark/api/wire';
import type { AccountKey } from '@trailmark/core/account-block';
import { gaplessUntil } from '@trailmark/core/ledger';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { toFinding } from './finding-answer.ts';
import { toIdentity } from './identity.ts';
import { countUnjudgedLoans, hasJudgedLoans, type WeighedCollection } from './kept-collections.ts';
import { type NftView, toSales } from './nft-view.ts';
import { listThefts, toThefts } from './theft-world.ts';
import { nameWashSet, writeWashSet } from './wash-set-text.ts';

const SHOWN = {
  rings: 12,
  traders: 12,
  highest: 5,
  holders: 10,
  minters: 10,
  thefts: 40,
  transfers: 20,
  periods: 20,
} as const;
const MISSING = {
  payments: 'needs payments of the coin',
  funding: 'needs payments of the coin',
  calls: 'needs calls inside transactions',
  sales: '',
} as const;

function toVolume(view: NftView, { unit, ...sums }: Volume) {
  return { ...view.unit(unit), ...sums };
}

function sumFlagged({ items: { table } }: WeighedCollection, { flagged }: RuleRun): { count: number; amount: bigint } {
  let [count, amount] = [0, 0n];
  for (let sale = 0; sale < table.sales.count; sale++) {
    if (!flagged[sale]) continue;
    count++;
    if (table.units[table.sales.unit[sale] as number] === mainUnit(table.units))
      amount += table.sales.price[sale] as bigint;
  }
  return { count, amount };
}

/** What sums are shown in: the coin, or the first unit where nothing was paid in coin. */
function mainUnit(units: readonly string[]): string {
  return units.includes('') ? '' : (units[0] ?? '');
}

function toRules(collection: WeighedCollection) {
  return collection.run.runs.map((run) => {
    const { rule, findings, missing } = run;
    const { id, version, title, needs, innocent } = rule;
    const { count, amount } = sumFlagged(collection, run);
    const reason = missing === undefined ? null : MISSING[missing];
    return {
      id,
      version,
      title,
      needs,
      innocent,
      amount,
      sales: count,
      findings: findings.length,
      missing: reason,
      weight: weightOf(collection.set, id),
    };
  });
}

/** Whether every transfer of the collection from its first is indexed, and if not, why. */
function whyNotWhole({ ledger }: NftView, { items }: WeighedCollection): string | null {
  const last = items.events.at(-1);
  const whole = gaplessUntil(ledger.transfers.coverage()) ?? -1;
  if (items.isCut) return 'More transfers are indexed than were read.';
  if (last && positionHeight(last.position) > whole) return 'Transfers without a sale, or blocks, are not indexed.';
  return null;
}

function toHolders(view: NftView, collection: WeighedCollection) {
  const { wallets, items, contradictions } = findHolders(collection.items.events);
  const missing = whyNotWhole(view, collection);
  const lies =
    contradictions > 0
      ? `${contradictions} transfers are of items their sender did not have: the events contradict each other.`
      : null;
  const top = wallets
    .slice(0, SHOWN.holders)
    .map(({ wallet, count }) => ({ wallet: view.party(wallet), items: count }));
  return { reason: missing ?? lies, count: wallets.length, items, top };
}

function toMinters(
  view: NftView,
  collection: WeighedCollection,
  funderOf: (wallet: AccountKey) => AccountKey | undefined,
) {
  const counts = new Map<AccountKey, number>();
  for (const { kind, to } of collection.items.events)
    if (kind === 'mint' && to !== '') counts.set(to, (counts.get(to) ?? 0) + 1);
  const top = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, SHOWN.minters);
  return {
    reason: counts.size === 0 ? 'Mints are not in this source.' : null,
    count: counts.size,
    top: top.map(([wallet, items]) => ({
      wallet: view.party(wallet),
      items,
      funder: view.partyOrNull(funderOf(wallet) ?? ''),
    })),
  };
}

/** Minters are no traders, so that their funding is read for itself. */
async function readMinterFunders(view: NftView, { items }: WeighedCollection, read: ReadOptions) {
  const minters = [
    ...new Set(items.events.flatMap(({ kind, to }) => (kind === 'mint' && to !== '' ? [to] : []))),
  ].slice(0, 500);
  const whole = gaplessUntil(view.ledger.transfers.coverage()) ?? -1;
  // A payment is the first one only where everything before it is indexed.
  const first = whole < 0 ? new Map() : await view.ledger.reader.firstFunders(minters, read);
  return (wallet: AccountKey): AccountKey | undefined => {
    const move = first.get(wallet);
    return move && positionHeight(move.position) <= whole ? move.from : undefined;
  };
}

function choosePeriod(collection: WeighedCollection): 'month' | 'quarter' {
  const { count, time } = collection.items.table.sales;
  if (count === 0) return 'month';
  const months =
    (periodStart(time[count - 1] as number, 'month') - periodStart(time[0] as number, 'month')) / (30.4 * 86_400);
  return months > SHOWN.periods ? 'quarter' : 'month';
}

function toLeftOut(view: NftView, { money }: WeighedCollection) {
  const counts = new Map<string, number>();
  for (const { funder } of money.funding?.values() ?? []) counts.set(funder, (counts.get(funder) ?? 0) + 1);
  return [...money.services]
    .map(([funder, reason]) => ({ funder: view.party(funder), reason, wallets: counts.get(funder) ?? 0 }))
    .sort((a, b) => b.wallets - a.wallets);
}

function toTraders(view: NftView, collection: WeighedCollection, unit: string) {
  const traders = sumTraders(collection.items.table, unit, () => true);
  const bought = traders.map((trader) => trader.bought);
  const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
  return {
    traders: traders.slice(0, SHOWN.traders).map(({ wallet, ...sums }) => ({ wallet: view.party(wallet), ...sums })),
    traderCount: traders.length,
    largestTen: { bought: sum(bought.slice(0, 10)), all: sum(bought) },
  };
}

async function toPriceTransfers(view: NftView, collection: WeighedCollection) {
  const { run, weights, set } = collection;
  const found = findPriceTransfers(run, weights, set.strictFrom).slice(0, SHOWN.transfers);
  const sales = await toSales(
    view,
    collection,
    found.map(({ sale }) => sale),
  );
  const titleOf = (id: string): string => run.runs.find(({ rule }) => rule.id === id)?.rule.title ?? id;
  return found.flatMap(({ usual, links }, i) => {
    const sale = sales[i];
    if (!sale) return [];
    const named = links.slice(0, 10).map(({ rule, finding }) => ({ rule, title: titleOf(rule), finding }));
    return [{ sale, usual, links: named }];
  });
}

/** Gaps of the collection itself: where reading stopped, and whose money is not known. */
export function toCollectionGaps({ items, money }: WeighedCollection): Gap[] {
  const gap = (kind: Gap['kind'], message: string, count: number | null): Gap => ({
    kind,
    message,
    fromHeight: null,
    toHeight: null,
    count,
  });
  const gaps: Gap[] = [];
  if (items.isCut)
    gaps.push(
      gap(
        'stopped-early',
        `Only the first ${items.transactionCount.toLocaleString('en')} transactions of the collection were read.`,
        null,
      ),
    );
  if (items.cutTransactions > 0)
    gaps.push(gap('stopped-early', 'More moved in some transactions than was read of each.', items.cutTransactions));
  if (money.limit !== undefined) gaps.push(gap('fetched-part', money.limit, null));
  const unjudged = countUnjudgedLoans(items);
  if (unjudged > 0 && hasJudgedLoans(items))
    gaps.push(
      gap(
        'fetched-part',
        'Calls inside the transactions of some sales are not indexed: loans in them are not found.',
        unjudged,
      ),
    );
  return gaps;
}

function toCounts({ items }: WeighedCollection) {
  return {
    transferCount: items.events.length,
    tokenCount: items.table.tokens.length,
    saleCount: items.sales.length,
    unpricedCount: countUnpriced(items.table),
    namelessCount: items.sales.filter(({ buyer, seller }) => buyer === '' || seller === '').length,
  };
}

/** Everything about a collection but its as-of. */
export async function toCollection(view: NftView, collection: WeighedCollection, read: ReadOptions) {
  const { items, run, set, weights, contract } = collection;
  const unit = mainUnit(items.table.units);
  const rings = run.runs.find(({ rule }) => rule.id === 'ring');
  const shownRings = await Promise.all(
    (rings?.findings ?? []).slice(0, SHOWN.rings).map((_, i) => toFinding(view, collection, rings as RuleRun, i)),
  );
  const thefts = listThefts(view, items);
  const periodKind = choosePeriod(collection);
  const { strictFrom, looseFrom, params } = set;
  const highest = highestSales(items.sales, view.unitOf, unit, SHOWN.highest);
  return {
    identity: toIdentity(view, contract, items.events),
    set: {
      version: nameWashSet(set),
      isPublished: writeWashSet(set) === '',
      text: writeWashSet(set),
      strictFrom,
      looseFrom,
      params,
    },
    period: { from: items.events[0]?.time ?? null, to: items.events.at(-1)?.time ?? null },
    unit: view.unit(unit),
    ...toCounts(collection),
    strict: sumVolume(items.table, weights, strictFrom).map((volume) => toVolume(view, volume)),
    loose: sumVolume(items.table, weights, looseFrom).map((volume) => toVolume(view, volume)),
    rules: toRules(collection),
    rings: shownRings.flatMap((ring) => ring ?? []),
    ringCount: rings?.findings.length ?? 0,
    unsearchedTokens: run.unsearched.slice(0, 50).map((token) => items.table.tokens[token]?.toString() ?? ''),
    leftOut: toLeftOut(view, collection),
    periodKind,
    periods: sumPeriods(items.table, unit, weights, { strictFrom, looseFrom, period: periodKind }).map((period) => ({
      ...period,
      lowest: period.lowest ?? null,
    })),
    ...toTraders(view, collection, unit),
    highest: await toSales(view, collection, highest),
    holders: toHolders(view, collection),
    minters: toMinters(view, collection, await readMinterFunders(view, collection, read)),
    thefts: await toThefts(view, items, thefts.slice(0, SHOWN.thefts)),
    theftCount: thefts.length,
    priceTransfers: await toPriceTransfers(view, collection),
  };
}
