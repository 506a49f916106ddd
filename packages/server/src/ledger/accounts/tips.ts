import type { AsOf } from '@trailmark/api/wire';
import { BLOCK_FOREIGN_GENESIS, BLOCK_HOLDS_ALL } from '@trailmark/core/account-block';
import type { AccountBlockRecord, AccountRange } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import type { HeightSpan } from '../answer.ts';
import type { ServedAccounts } from '../ledgers.ts';

// A development node under the number of a real chain exists next to blocks of that chain. Neither confirms the other.

/** First word of sources that come along with this software. */
const BUNDLED_WORD = 'bundled: ';

/** Heights of each kind of whole blocks; undefined where there are none. */
interface Tips {
  readonly own: number | undefined;
  readonly foreign: number | undefined;
  readonly foreignFrom: number | undefined;
}

const kept = new WeakMap<readonly AccountRange[], Tips>();

function isForeign({ holds }: Pick<AccountRange, 'holds'>): boolean {
  return (holds & BLOCK_FOREIGN_GENESIS) !== 0;
}

/** Every transaction of the block is indexed: what was fetched of one address, or of one case, is a fragment. */
function isWhole({ holds }: AccountRange): boolean {
  return (holds & BLOCK_HOLDS_ALL) !== 0;
}

function getTips({ reader }: ServedAccounts): Tips {
  const ranges = reader.heightRanges();
  const known = kept.get(ranges);
  if (known) return known;
  const tips = {
    own: ranges.findLast((range) => isWhole(range) && !isForeign(range))?.toHeight,
    foreign: ranges.findLast(isForeign)?.toHeight,
    foreignFrom: ranges.find(isForeign)?.fromHeight,
  };
  kept.set(ranges, tips);
  return tips;
}

/** Which of the two an answer about these heights is of; undefined where it is of both. */
function kindOf({ reader }: ServedAccounts, { foreign = -1, foreignFrom = 0 }: Tips, { from, to }: HeightSpan) {
  if (to < foreignFrom || from > foreign) return 'own';
  const within = reader.heightRanges().filter(({ fromHeight, toHeight }) => fromHeight <= to && toHeight >= from);
  if (within.every(isForeign)) return 'foreign';
  return within.some(isForeign) ? undefined : 'own';
}

function findTip(ledger: ServedAccounts, span: HeightSpan | undefined): AccountBlockRecord | undefined {
  const tips = getTips(ledger);
  const hasSpan = tips.foreign !== undefined && span !== undefined && span.from <= span.to;
  const kind = hasSpan ? kindOf(ledger, tips, span) : undefined;
  const height = kind === undefined ? highest(tips) : tips[kind];
  return height === undefined ? undefined : ledger.reader.block(height);
}

function highest({ own, foreign }: Tips): number | undefined {
  return own === undefined || foreign === undefined ? (own ?? foreign) : Math.max(own, foreign);
}

/**
 * What an answer about these heights is true of: the last whole block, of the blocks of the same origin where they are of one.
 * Fragments above it do not count.
 */
export function toAccountAsOf(ledger: ServedAccounts, span?: HeightSpan): AsOf<AccountChainId> {
  const tip = findTip(ledger, span);
  const { id, software } = ledger;
  return { chain: id, height: tip?.height ?? null, hash: tip?.hash || null, time: tip?.time ?? null, software };
}

/** Blocks on top of a height, itself included, and whether the chain counts it as final. */
export function toConfirmations(
  ledger: ServedAccounts,
  height: number,
): { confirmations: number; finality: 'final' | 'pending' } {
  const block = ledger.reader.block(height);
  const isOther = block !== undefined && isForeign(block);
  // Here fragments count: one of a height shows that the chain was that long.
  const tip = ledger.reader.heightRanges().findLast((range) => isForeign(range) === isOther)?.toHeight ?? -1;
  // What comes along with this software was final long before it did, however few blocks above it are indexed.
  const isSettled = block?.source.startsWith(BUNDLED_WORD) === true || height <= tip - ledger.chain.finalityDepth;
  return { confirmations: Math.max(0, tip - height + 1), finality: isSettled ? 'final' : 'pending' };
}
