import type { ReadOptions } from '@trailmark/core/read-options';
import type { Caller } from '../casework/caller.ts';
import type { Claimant } from './fair-turns.ts';
import type { GateOptions } from './trace-gate.ts';
import { ownerOf } from './trace-owner.ts';

/** What waits without a stream learns in time that it got no turn: the routes' own limit is 120 s. */
const WAIT_MS = 110_000;
/** What work gets from the moment its turn has come. */
export const TURN_MS = 120_000;

/** Who asks for work that waits for its turn, and what ends it. */
export interface GatedCall {
  readonly owner: Claimant;
  readonly read: ReadOptions;
  /** How the wait ends, and what is reported when it does. */
  readonly turn: GateOptions;
}

export interface CallScope {
  readonly caller: Caller;
  readonly read: ReadOptions;
  /** Gives the work this long from now on, milliseconds. */
  readonly limitTo?: ((ms: number) => void) | undefined;
}

/** A call that waits for its turn, and has its time from then on. */
export function toGatedCall(scope: CallScope): GatedCall {
  const { read, limitTo } = scope;
  const turn = { signal: read.signal, waitMs: WAIT_MS, onStart: () => limitTo?.(TURN_MS) };
  return { owner: ownerOf(scope), read, turn };
}
