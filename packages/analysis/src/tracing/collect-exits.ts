import type { AssetKey } from '@trailmark/core/asset';
import type { StopReason } from '@trailmark/core/trace/stop-reason';
import type { Trace, TraceLeaf } from '@trailmark/core/trace/trace';
import { most } from './accounts/account-apportioning.ts';

/** Who or what an exit is. */
export interface ExitHead {
  /** Key of the party, or the place; `rest:<reason>` for small exits summed. */
  readonly key: string;
  readonly name: string;
  /** Where the exit is one address. */
  readonly address: string | null;
  readonly asset: AssetKey;
  readonly reason: StopReason;
  /** Somebody names it. */
  readonly isNamed: boolean;
}

/** What each method sends to one exit, in the order of the methods. */
export interface Exit {
  readonly head: ExitHead;
  readonly amounts: bigint[];
  /** The same under the other order of moves; empty where it was not requested. */
  readonly otherAmounts: bigint[];
}

function headOf(leaf: TraceLeaf): ExitHead {
  const { party, address, ref, asset, reason } = leaf;
  return {
    // Several addresses are one exit only where they are attributed to one service; a mere name is not an owner.
    key: (party?.kind === 'named' ? undefined : party?.key) ?? address ?? ref,
    name: party?.name ?? address ?? ref,
    address,
    asset,
    reason,
    isNamed: party !== null,
  };
}

/** Every exit of traces by several methods, and of the same traces under the other order of moves. */
export function collectExits(traces: readonly Trace[], others: readonly Trace[]): Exit[] {
  const exits = new Map<string, Exit>();
  const add = (leaf: TraceLeaf, at: number, side: 'amounts' | 'otherAmounts'): void => {
    const head = headOf(leaf);
    const id = JSON.stringify([head.isNamed, head.key, head.asset]);
    const known = exits.get(id);
    const isElsewhere = known !== undefined && known.head.address !== leaf.address;
    const exit = known ?? { head, amounts: traces.map(() => 0n), otherAmounts: others.map(() => 0n) };
    exit[side][at] = (exit[side][at] ?? 0n) + leaf.amount;
    exits.set(id, isElsewhere ? { ...exit, head: { ...exit.head, address: null } } : exit);
  };
  for (const [at, { leaves }] of traces.entries()) for (const leaf of leaves) add(leaf, at, 'amounts');
  for (const [at, { leaves }] of others.entries()) for (const leaf of leaves) add(leaf, at, 'otherAmounts');
  return [...exits.values()];
}

/** The most that any method sends there. */
export function mostAt(amounts: readonly bigint[]): bigint {
  return amounts.reduce(most, 0n);
}
