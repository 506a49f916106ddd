import type { CoinTaint, SlotTaints } from './apportioning.ts';

/** Adds a run of units to sorted spans; it begins at or after the last one ends. */
function addSpan(spans: bigint[], from: bigint, to: bigint): void {
  if (spans.length > 0 && spans[spans.length - 1] === from) spans[spans.length - 1] = to;
  else spans.push(from, to);
}

/** One coin of a line: its number, and how many units it takes up. */
export interface LinePiece {
  readonly slot: number;
  readonly length: bigint | undefined;
}

interface LaidOut {
  /** `[from, to, …]` in units of the whole line. */
  readonly spans: bigint[];
  readonly isKnown: boolean;
}

/** Lays coins end to end and says where on the line the marked units are. */
function layOut(pieces: readonly LinePiece[], marked: SlotTaints): LaidOut {
  const spans: bigint[] = [];
  let start: bigint | undefined = 0n;
  for (const { slot, length } of pieces) {
    const taint = marked.get(slot);
    if (taint && start === undefined) return { spans, isKnown: false };
    if (taint && start !== undefined) {
      for (let i = 0; i < taint.spans.length; i += 2)
        addSpan(spans, start + (taint.spans[i] ?? 0n), start + (taint.spans[i + 1] ?? 0n));
    }
    start = length === undefined || start === undefined ? undefined : start + length;
  }
  return { spans, isKnown: true };
}

/** Takes marked units off the front of a line, stretch by stretch. */
class MarkedUnits {
  readonly #spans: readonly bigint[];
  #next = 0;
  #at: bigint;

  constructor(spans: readonly bigint[]) {
    this.#spans = spans;
    this.#at = spans[0] ?? 0n;
  }

  get isTaken(): boolean {
    return this.#next >= this.#spans.length;
  }

  /** The marked units of the stretch, counted from its first unit. Stretches come in order. */
  take(start: bigint, end: bigint): CoinTaint {
    const spans: bigint[] = [];
    let amount = 0n;
    while (!this.isTaken && this.#at < end) {
      const spanEnd = this.#spans[this.#next + 1] ?? 0n;
      const stop = spanEnd < end ? spanEnd : end;
      addSpan(spans, this.#at - start, stop - start);
      amount += stop - this.#at;
      if (stop === spanEnd) this.#next += 2;
      this.#at = stop === spanEnd ? (this.#spans[this.#next] ?? 0n) : stop;
    }
    return { amount, spans };
  }

  rest(): bigint {
    const end = this.#spans[this.#spans.length - 1];
    return end === undefined ? 0n : this.take(0n, end).amount;
  }
}

export interface Remapped {
  readonly taints: SlotTaints;
  /** Marked units beyond the last piece. */
  readonly beyond: bigint;
}

/**
 * Carries marked units from one cutting of a line to another: both begin at its first unit. Undefined where a piece of
 * unknown length is before a marked unit, on either side.
 */
export function remapLine(
  from: readonly LinePiece[],
  marked: SlotTaints,
  to: readonly LinePiece[],
): Remapped | undefined {
  const { spans, isKnown } = layOut(from, marked);
  if (!isKnown) return undefined;
  const units = new MarkedUnits(spans);
  const taints = new Map<number, CoinTaint>();
  let start = 0n;
  for (const { slot, length } of to) {
    if (units.isTaken) break;
    if (length === undefined) return undefined;
    const taint = units.take(start, start + length);
    if (taint.amount > 0n) taints.set(slot, taint);
    start += length;
  }
  return { taints, beyond: units.rest() };
}
