import { AppError } from '@trailmark/core/errors';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import type { CoinTaint, OutputApportioning } from './apportioning.ts';
import type { Coin, Passage } from './coin.ts';
import type { IndexedTransaction } from './indexed-transaction.ts';

/** Nobody can spend outputs without an owner, nor the coinbase of the first block. */
function isUnspendable(
  { isCoinbase, position }: Pick<IndexedTransaction, 'isCoinbase' | 'position'>,
  owner: number | undefined,
): boolean {
  return owner === undefined || (isCoinbase && positionHeight(position) === 0);
}

/** An output that a forward trace comes to. */
export function coinOfOutput(held: IndexedTransaction, vout: number): Coin {
  const owner = held.outputOwner(vout);
  return {
    position: held.position,
    vout,
    owner,
    value: held.outputValue(vout),
    isUnspendable: isUnspendable(held, owner),
    seed: undefined,
    from: undefined,
    fromSlot: vout,
    arrived: undefined,
    hop: 0,
    ending: undefined,
    isLookedUp: false,
    next: undefined,
    nextSlot: 0,
    barrier: undefined,
    entry: undefined,
    isEnded: false,
  };
}

/** An output that a backward trace comes to, as the input that spends it. */
export function coinOfInput({ held }: Passage, slot: number): Coin {
  const source = held.sourceOf(slot);
  const vout = held.voutOf(slot);
  return {
    position: source,
    vout,
    owner: held.inputOwner(slot),
    value: held.inputValue(slot),
    isUnspendable: false,
    seed: undefined,
    from: undefined,
    fromSlot: slot,
    arrived: undefined,
    hop: 0,
    ending: undefined,
    isLookedUp: true,
    next: source,
    nextSlot: vout,
    barrier: undefined,
    entry: undefined,
    isEnded: false,
  };
}

/** The first units of an output, which a seed in part means; every method counts them from the same end of it. */
function firstUnits(
  whole: bigint,
  amount: bigint,
  { keepsOrder, countsFromBack }: Pick<OutputApportioning, 'keepsOrder' | 'countsFromBack'>,
): CoinTaint {
  if (!keepsOrder) return { amount, spans: [] };
  return { amount, spans: countsFromBack === true ? [whole - amount, whole] : [0n, amount] };
}

/** The output of a seed, with the number of its owner, and how many of its first units are traced. */
interface BegunOutput {
  readonly vout: number;
  readonly part: bigint | undefined;
  readonly owner: number | undefined;
}

/** An output the trace begins with: whole, or its first units where `part` says how many. */
export function coinOfSeed(
  record: TransactionRecord,
  { vout, part, owner }: BegunOutput,
  { apportioning, isForward }: { readonly apportioning: OutputApportioning; readonly isForward: boolean },
): Coin {
  const { position } = record;
  const value = record.outputs[vout]?.value;
  const whole = value ?? 0n;
  return {
    position,
    vout,
    owner,
    value,
    isUnspendable: isUnspendable(record, owner),
    seed: firstUnits(whole, part ?? whole, apportioning),
    from: undefined,
    fromSlot: vout,
    arrived: undefined,
    hop: 0,
    ending: undefined,
    isLookedUp: !isForward,
    next: isForward ? undefined : position,
    nextSlot: 0,
    barrier: undefined,
    entry: undefined,
    isEnded: false,
  };
}

/** Number of the input or output by which a coin enters its next transaction. Throws `inconsistent` where that does not name it. */
export function slotIn({ held }: Passage, coin: Coin, isForward: boolean): number {
  if (!isForward) return coin.vout;
  for (let slot = 0; slot < held.inputCount; slot++) {
    if (held.sourceOf(slot) === coin.position && held.voutOf(slot) === coin.vout) return slot;
  }
  throw new AppError(
    'inconsistent',
    `The index says that ${held.txid} spends output ${coin.vout} of another transaction, and none of its inputs does.`,
  );
}
