import { AppError } from '@trailmark/core/errors';
import type { TransactionRecord } from '@trailmark/core/ledger';
import type { Owner } from '@trailmark/core/owner';
import { positionHeight } from '@trailmark/core/position';
import type { CoinTaint } from './apportioning.ts';
import type { Coin, Passage } from './coin.ts';

type AddressOf = (owner: Owner) => string;

/** Nobody can spend outputs without an owner, nor the coinbase of the first block. */
function isUnspendable(record: TransactionRecord, owner: Owner | undefined): boolean {
  return owner === undefined || (record.isCoinbase && positionHeight(record.position) === 0);
}

/** An output that a forward trace comes to. */
export function coinOfOutput(record: TransactionRecord, vout: number, addressOf: AddressOf): Coin {
  const output = record.outputs[vout];
  const owner = output?.owner;
  return {
    key: `${record.position}:${vout}`,
    position: record.position,
    vout,
    owner,
    address: owner ? addressOf(owner) : null,
    value: output?.value,
    isUnspendable: isUnspendable(record, owner),
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
export function coinOfInput({ record, position }: Passage, slot: number, addressOf: AddressOf): Coin {
  const input = record.inputs[slot];
  const owner = input?.owner;
  const source = input?.source;
  const vout = input?.vout ?? 0;
  return {
    key: source === undefined ? `${position}#${slot}` : `${source}:${vout}`,
    position: source,
    vout,
    owner,
    address: owner ? addressOf(owner) : null,
    value: input?.value,
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

/** An output the trace begins with, whole. */
export function coinOfSeed(
  record: TransactionRecord,
  vout: number,
  addressOf: AddressOf,
  direction: { readonly isForward: boolean; readonly keepsOrder: boolean },
): Coin {
  const coin = coinOfOutput(record, vout, addressOf);
  const amount = coin.value ?? 0n;
  const seed: CoinTaint = { amount, spans: direction.keepsOrder ? [0n, amount] : [] };
  if (direction.isForward) return { ...coin, seed };
  return { ...coin, seed, isLookedUp: true, next: record.position };
}

/** Number of the input or output by which a coin enters its next transaction. Throws `inconsistent` where that does not name it. */
export function slotIn({ record }: Passage, coin: Coin, isForward: boolean): number {
  if (!isForward) return coin.vout;
  const slot = record.inputs.findIndex(({ source, vout }) => source === coin.position && vout === coin.vout);
  if (slot < 0)
    throw new AppError(
      'inconsistent',
      `The index says that ${record.txid} spends output ${coin.vout} of another transaction, and none of its inputs does.`,
    );
  return slot;
}
