import { AppError } from '@trailmark/core/errors';
import type { AssetId } from '@trailmark/core/ledger';
import { positionHeight } from '@trailmark/core/position';
import type { SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { DraftLeg, DraftLine } from './draft-lines.ts';

/** What lines change in one asset. */
export interface LineSum {
  /** Of the balance, fees included. */
  change: bigint;
  /** What came and what left: what comes back in the same transaction is neither, and an item comes back only as itself. */
  gained: bigint;
  lost: bigint;
}
export type LineSums = ReadonlyMap<AssetId, LineSum>;

function sumOf(sums: Map<AssetId, LineSum>, asset: AssetId): LineSum {
  const known = sums.get(asset);
  if (known) return known;
  const made = { change: 0n, gained: 0n, lost: 0n };
  sums.set(asset, made);
  return made;
}

/** What was paid either way less what came back, by asset and item. */
function netLegs(legs: readonly DraftLeg[]): readonly DraftLeg[] {
  if (legs.length < 2) return legs;
  const nets = new Map<string, DraftLeg>();
  for (const leg of legs) {
    const key = `${leg.asset} ${leg.tokenId ?? ''}`;
    nets.set(key, { ...leg, amount: leg.amount + (nets.get(key)?.amount ?? 0n) });
  }
  return [...nets.values()];
}

/** Sums of the lines of one transaction by asset; fees are lost whatever came back. */
export function sumLines(drafts: readonly DraftLine[]): LineSums {
  const sums = new Map<AssetId, LineSum>();
  for (const { asset, amount } of netLegs(drafts.flatMap(({ legs }) => legs))) {
    const sum = sumOf(sums, asset);
    sum.change += amount;
    if (amount > 0n) sum.gained += amount;
    else sum.lost -= amount;
  }
  for (const { fee } of drafts) {
    if (!fee) continue;
    const sum = sumOf(sums, fee.asset);
    sum.change += fee.amount;
    sum.lost -= fee.amount;
  }
  return sums;
}

/** Lines and the change of the ledger are two readings of one transaction: they must agree. */
export function expectBalanced({ net, txid, position, isCut, hasUnknownInput }: SetTransaction, sums: LineSums): void {
  if (isCut || hasUnknownInput) return;
  for (const [asset, change] of net) {
    const sum = sums.get(asset)?.change ?? 0n;
    if (sum === change) continue;
    const name = txid ?? `block ${positionHeight(position)}`;
    throw new AppError('inconsistent', `The lines of ${name} add up to ${sum} of ${asset}, not to ${change}.`);
  }
}
