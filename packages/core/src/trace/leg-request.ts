import { type ChainId, familyOf } from '../chain.ts';
import type { Crossing, CrossingEnd } from './crossing.ts';
import type { TraceRequest, TraceSeed } from './trace-request.ts';

/** Methods that know one family only, and what replaces them in the other. */
const EQUIVALENTS: Readonly<Record<string, string>> = { exact: 'poison/1', libr: 'haircut/1', 'pro-rata': 'haircut/1' };

/** The method a leg is traced by: the same, or the nearest one that the other family of chains knows. */
export function methodOfLeg(method: string, from: ChainId, to: ChainId): string {
  if (familyOf(from) === familyOf(to)) return method;
  return EQUIVALENTS[method.split('/')[0] ?? ''] ?? method;
}

function toSeed({ ref, txid, tainted }: CrossingEnd): TraceSeed {
  const slot = /#(\d+)$/.exec(ref)?.[1];
  if (slot !== undefined) return { kind: 'transfer', txid, slot: Number(slot), amount: tainted };
  return { kind: 'output', txid, vout: Number(ref.slice(ref.lastIndexOf(':') + 1)), amount: tainted };
}

/** An amount of one side as the other side has it, by proportion, rounded down. */
export function scaleAmount(amount: bigint, { amount: from }: CrossingEnd, { amount: to }: CrossingEnd): bigint {
  return from > 0n ? (amount * to) / from : 0n;
}

/** The request to the chain a bridge leads to: the same rules, with amounts carried over by proportion. */
export function toLegRequest(parent: TraceRequest, { from, to }: Crossing, budget: number): TraceRequest {
  const [near, far] = parent.direction === 'forward' ? [from, to] : [to, from];
  const isSameFamily = familyOf(near.chain) === familyOf(far.chain);
  const method = methodOfLeg(parent.method, near.chain, far.chain);
  const { followBridges: _, ...stops } = parent.stops;
  return {
    ...parent,
    chain: far.chain,
    asset: familyOf(far.chain) === 'accounts' ? far.asset : undefined,
    seeds: [toSeed(far)],
    method,
    params: isSameFamily ? parent.params : {},
    stops: {
      ...stops,
      minAmount: scaleAmount(stops.minAmount, near, far),
      stopAt: isSameFamily ? stops.stopAt : [],
    },
    choices: near.chain === far.chain ? parent.choices : [],
    budget,
  };
}
