import type { AccountKey, ValueMove } from '@trailmark/core/account-block';
import type { CallFrame } from './call-frame.ts';
import { nativeMove } from './native-move.ts';

/**
 * What the calls inside a transaction moved, in the order they were made. A call that failed moves nothing, nor does
 * anything below it. The transaction's own call, the first frame, is not part of it.
 * `isCancun`: SELFDESTRUCT deletes only contracts created in the same transaction (EIP-6780).
 */
export function internalMoves(frames: readonly CallFrame[], isCancun: boolean): ValueMove[] {
  const moves: ValueMove[] = [];
  const destroyed = new DestroyedContracts();
  const created = new Set<AccountKey>();
  for (const frame of succeeded(frames)) {
    if (frame.kind === 'create') created.add(frame.to);
    const isDeleted = frame.kind === 'destroy' && (!isCancun || created.has(frame.from));
    const move = frame.depth === 0 ? undefined : moveOf(frame, isDeleted);
    if (move) {
      moves.push(move);
      destroyed.follow(move);
    }
    if (isDeleted) destroyed.add(frame.from);
  }
  return [...moves, ...destroyed.burned()];
}

/** Frames that moved what they say: not failed, not below one that failed. */
function succeeded(frames: readonly CallFrame[]): CallFrame[] {
  let failedDepth = Number.POSITIVE_INFINITY;
  return frames.filter((frame) => {
    if (frame.depth > failedDepth) return false;
    failedDepth = frame.failure === undefined ? Number.POSITIVE_INFINITY : frame.depth;
    return frame.failure === undefined && frame.kind !== 'other';
  });
}

function moveOf(frame: CallFrame, isDeleted: boolean): ValueMove | undefined {
  if (frame.value === 0n) return undefined;
  if (frame.kind !== 'destroy' || frame.from !== frame.to)
    return nativeMove('internal', frame, frame.value, frame.path);
  // A contract that names itself as heir burns what it holds, if it is deleted at all.
  return isDeleted ? nativeMove('destroyed', { from: frame.from, to: '' }, frame.value, frame.path) : undefined;
}

/** Contracts live on until their transaction ends; what they are sent after their SELFDESTRUCT is burned with them. */
class DestroyedContracts {
  readonly #held = new Map<AccountKey, bigint>();

  add(contract: AccountKey): void {
    if (!this.#held.has(contract)) this.#held.set(contract, 0n);
  }

  follow({ from, to, amount }: ValueMove): void {
    const sender = this.#held.get(from);
    if (sender !== undefined) this.#held.set(from, sender - amount);
    const recipient = this.#held.get(to);
    if (recipient !== undefined) this.#held.set(to, recipient + amount);
  }

  burned(): ValueMove[] {
    return [...this.#held]
      .filter(([, amount]) => amount > 0n)
      .map(([from, amount]) => nativeMove('destroyed', { from, to: '' }, amount));
  }
}
