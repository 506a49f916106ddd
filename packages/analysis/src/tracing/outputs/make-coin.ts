import { AppError } from '@trailmark/core/errors';
import { positionHeight } from '@trailmark/core/position';
import type { CoinTaint, OutputApportioning } from './apportioning.ts';
import type { Coin, Passage } from './coin.ts';
import type { HeldTransaction } from './held-transaction.ts';
import type { KnownAddresses } from './known-addresses.ts';

type AddressAt = KnownAddresses['addressAt'];

/** Nobody can spend outputs without an owner, nor the coinbase of the first block. */
function isUnspendable({ isCoinbase, position, to }: HeldTransaction, vout: number): boolean {
  return to[vout] === undefined || (isCoinbase && positionHeight(position) === 0);
}

/** An output that a forward trace comes to. */
export function coinOfOutput(held: HeldTransaction, vout: number, addressAt: AddressAt): Coin {
  return {
    key: `${held.position}:${vout}`,
    position: held.position,
    vout,
    owner: held.to[vout],
    address: addressAt(held.to[vout]),
    value: held.values.outputs[vout],
    isUnspendable: isUnspendable(held, vout),
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
export function coinOfInput({ held, position }: Passage, slot: number, addressAt: AddressAt): Coin {
  const source = held.sources[slot];
  const vout = held.vouts[slot] ?? 0;
  return {
    key: source === undefined ? `${position}#${slot}` : `${source}:${vout}`,
    position: source,
    vout,
    owner: held.from[slot],
    address: addressAt(held.from[slot]),
    value: held.values.inputs[slot],
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

/** An output the trace begins with: whole, or its first units where `part` says how many. */
export function coinOfSeed(
  held: HeldTransaction,
  { vout, part }: { readonly vout: number; readonly part: bigint | undefined },
  addressAt: AddressAt,
  { apportioning, isForward }: { readonly apportioning: OutputApportioning; readonly isForward: boolean },
): Coin {
  const coin = coinOfOutput(held, vout, addressAt);
  const whole = coin.value ?? 0n;
  const seed = firstUnits(whole, part ?? whole, apportioning);
  if (isForward) return { ...coin, seed };
  return { ...coin, seed, isLookedUp: true, next: held.position };
}

/** Number of the input or output by which a coin enters its next transaction. Throws `inconsistent` where that does not name it. */
export function slotIn({ held }: Passage, coin: Coin, isForward: boolean): number {
  if (!isForward) return coin.vout;
  const slot = held.sources.findIndex((source, i) => source === coin.position && held.vouts[i] === coin.vout);
  if (slot < 0)
    throw new AppError(
      'inconsistent',
      `The index says that ${held.txid} spends output ${coin.vout} of another transaction, and none of its inputs does.`,
    );
  return slot;
}
