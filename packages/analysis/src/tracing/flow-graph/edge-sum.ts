import type { AssetKey } from '@trailmark/core/asset';
import type { FlowEdge, FlowEdgeKind } from '@trailmark/core/flow/flow-graph';
import type { FlowContext } from './flow-context.ts';

const MOST_REFS = 50;
const LONGEST_RULE = 120;

/** One payment, or one half of one, on its way between two nodes. */
export interface FlowPayment {
  readonly kind: FlowEdgeKind;
  readonly from: string;
  readonly to: string;
  readonly asset: AssetKey;
  readonly amount: bigint;
  /** Null where it was not traced. */
  readonly tainted: bigint | null;
  readonly ref: string;
  /** Null where the ledger does not say. */
  readonly time: number | null;
  readonly height: number | null;
  readonly basis?: FlowEdge['basis'] | undefined;
  readonly rule?: string | undefined;
  /** Payments it represents; 1 unless it is a remainder. */
  readonly count?: number | undefined;
  /** Kept apart from others between the same nodes, by this text. */
  readonly apart?: string | undefined;
}

function least(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}

function most(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}

/** `<kind>:<from>><to>:<asset>`, and what keeps it apart. */
export function edgeIdOf(context: FlowContext, { kind, from, to, asset, apart }: FlowPayment): string {
  return `${kind}:${from}>${to}:${context.assetOf(asset).id}${apart === undefined ? '' : `:${apart}`}`;
}

/** Payments that one edge represents, summed as they come. */
export class EdgeSum {
  readonly first: FlowPayment;
  readonly #context: FlowContext;
  #amount = 0n;
  #tainted: bigint | null = null;
  #count = 0;
  #refs: string[] = [];
  #times: [number | null, number | null] = [null, null];
  #heights: [number | null, number | null] = [null, null];
  #micro = 0n;
  #unpriced = 0;

  constructor(context: FlowContext, first: FlowPayment) {
    this.#context = context;
    this.first = first;
  }

  get tainted(): bigint | null {
    return this.#tainted;
  }

  get count(): number {
    return this.#count;
  }

  add(payment: FlowPayment): void {
    const { amount, tainted, ref, time, height, count = 1, asset } = payment;
    this.#amount += amount;
    if (tainted !== null) this.#tainted = (this.#tainted ?? 0n) + tainted;
    this.#count += count;
    if (this.#refs.length < MOST_REFS) this.#refs.push(ref);
    this.#times = [least(this.#times[0], time), most(this.#times[1], time)];
    this.#heights = [least(this.#heights[0], height), most(this.#heights[1], height)];
    const micro = time === null ? undefined : this.#context.fiat?.(asset, amount, time);
    if (micro === undefined) this.#unpriced += count;
    else this.#micro += micro;
  }

  /** Takes over all of another edge between the same nodes. */
  fold(other: EdgeSum): void {
    this.#amount += other.#amount;
    if (other.#tainted !== null) this.#tainted = (this.#tainted ?? 0n) + other.#tainted;
    this.#count += other.#count;
    this.#refs.push(...other.#refs.slice(0, MOST_REFS - this.#refs.length));
    this.#times = [least(this.#times[0], other.#times[0]), most(this.#times[1], other.#times[1])];
    this.#heights = [least(this.#heights[0], other.#heights[0]), most(this.#heights[1], other.#heights[1])];
    this.#micro += other.#micro;
    this.#unpriced += other.#unpriced;
  }

  #fiat(): FlowEdge['fiat'] {
    if (this.#unpriced >= this.#count) return null;
    return { currency: this.#context.currency, micro: this.#micro.toString(), unpriced: this.#unpriced };
  }

  toEdge(): FlowEdge {
    const { kind, from, to, asset, basis = 'fact', rule } = this.first;
    return {
      id: edgeIdOf(this.#context, this.first),
      kind,
      from,
      to,
      asset: this.#context.assetOf(asset).id,
      amount: this.#amount.toString(),
      tainted: this.#tainted?.toString() ?? null,
      count: this.#count,
      refs: this.#refs,
      firstTime: this.#times[0],
      lastTime: this.#times[1],
      firstHeight: this.#heights[0],
      lastHeight: this.#heights[1],
      basis,
      rule: rule?.slice(0, LONGEST_RULE) ?? null,
      fiat: this.#fiat(),
    };
  }
}
