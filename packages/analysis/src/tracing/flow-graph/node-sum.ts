import type { AssetKey } from '@trailmark/core/asset';
import type { FlowNode, FlowNodeKind, FlowStop } from '@trailmark/core/flow/flow-graph';
import type { CutKind, StopReason } from '@trailmark/core/trace/stop-reason';
import type { FlowContext } from './flow-context.ts';

const MOST_ASSETS = 100;
const MOST_STOPS = 200;
const LONGEST_TEXT = 300;
const LONGEST_DETAIL = 600;
const LONGEST_ONWARD = { network: 120, address: 200, message: 300 } as const;

/** A trail or several that end at one node for one reason. */
export interface FlowEnd {
  readonly reason: StopReason | CutKind;
  readonly asset: AssetKey;
  readonly amount: bigint;
  readonly count: number;
  readonly detail: string;
}

/** What only some nodes carry. */
export type NodeFacts = Partial<Pick<FlowNode, 'coinJoin' | 'change' | 'peel' | 'onward' | 'height'>> & {
  readonly fee?: bigint | null | undefined;
};

interface Arrived {
  in: bigint | null;
  out: bigint | null;
  other: bigint | null;
}

/** One node while its graph is drawn. */
export class NodeSum {
  readonly id: string;
  readonly kind: FlowNodeKind;
  readonly #context: FlowContext;
  readonly #text: string;
  readonly #amounts = new Map<AssetKey, Arrived>();
  readonly #ends = new Map<string, { end: FlowEnd; amount: bigint; count: number }>();
  #facts: NodeFacts = {};
  #hop: number | null = null;
  #times: [number | null, number | null] = [null, null];
  #isSeed = false;

  constructor(context: FlowContext, head: { id: string; kind: FlowNodeKind; text: string }) {
    this.#context = context;
    this.id = head.id;
    this.kind = head.kind;
    this.#text = head.text;
  }

  get hop(): number | null {
    return this.#hop;
  }

  get isSeed(): boolean {
    return this.#isSeed;
  }

  get text(): string {
    return this.#text;
  }

  assets(): AssetKey[] {
    return [...this.#amounts.keys(), ...[...this.#ends.values()].map(({ end }) => end.asset)];
  }

  reach(hop: number | null): void {
    if (hop !== null) this.#hop = this.#hop === null ? hop : Math.min(this.#hop, hop);
  }

  setHop(hop: number): void {
    this.#hop = hop;
  }

  seen(time: number | null): void {
    if (time === null) return;
    const [first, last] = this.#times;
    this.#times = [first === null ? time : Math.min(first, time), last === null ? time : Math.max(last, time)];
  }

  markSeed(): void {
    this.#isSeed = true;
    this.#hop = 0;
  }

  say(facts: NodeFacts): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  #at(asset: AssetKey): Arrived {
    const amount = this.#amounts.get(asset) ?? { in: null, out: null, other: null };
    this.#amounts.set(asset, amount);
    return amount;
  }

  receive(asset: AssetKey, tainted: bigint | null): void {
    const amount = this.#at(asset);
    if (tainted !== null) amount.in = (amount.in ?? 0n) + tainted;
  }

  pay(asset: AssetKey, tainted: bigint | null): void {
    const amount = this.#at(asset);
    if (tainted !== null) amount.out = (amount.out ?? 0n) + tainted;
  }

  /** Untraced money that came in with the traced. */
  mingle(asset: AssetKey, other: bigint): void {
    const amount = this.#at(asset);
    amount.other = (amount.other ?? 0n) + other;
  }

  end(end: FlowEnd): void {
    const key = `${end.reason}:${end.asset}`;
    const sum = this.#ends.get(key) ?? { end, amount: 0n, count: 0 };
    sum.amount += end.amount;
    sum.count += end.count;
    this.#ends.set(key, sum);
  }

  #stops(): FlowStop[] {
    return [...this.#ends.values()].slice(0, MOST_STOPS).map(({ end, amount, count }) => ({
      reason: end.reason,
      asset: this.#context.assetOf(end.asset).id,
      amount: amount.toString(),
      count,
      detail: (count === end.count ? end.detail : `${count} trails end here; the first: ${end.detail}`)
        .toWellFormed()
        .slice(0, LONGEST_DETAIL),
    }));
  }

  #cluster(): Pick<FlowNode, 'cluster'> {
    const { clusterOf } = this.#context;
    return this.kind === 'address' && clusterOf ? { cluster: clusterOf(this.#text) ?? null } : {};
  }

  toNode(): FlowNode {
    const { fee = null, height = null, coinJoin = null, change = null, peel = null, onward = null } = this.#facts;
    const { chain } = this.#context;
    return {
      id: this.id,
      kind: this.kind,
      chain,
      text: this.#text.slice(0, LONGEST_TEXT),
      hop: this.#hop,
      firstTime: this.#times[0],
      lastTime: this.#times[1],
      isSeed: this.#isSeed,
      amounts: [...this.#amounts].slice(0, MOST_ASSETS).map(([asset, sum]) => ({
        asset: this.#context.assetOf(asset).id,
        taintedIn: sum.in?.toString() ?? null,
        taintedOut: sum.out?.toString() ?? null,
        ...(sum.other === null ? {} : { otherIn: sum.other.toString() }),
      })),
      party: this.kind === 'address' ? (this.#context.partiesOf([this.#text]).get(this.#text) ?? null) : null,
      ...this.#cluster(),
      stops: this.#stops(),
      fee: fee?.toString() ?? null,
      height,
      coinJoin,
      change,
      peel,
      onward: onward && {
        network: onward.network.slice(0, LONGEST_ONWARD.network),
        address: onward.address?.slice(0, LONGEST_ONWARD.address) ?? null,
        message: onward.message?.slice(0, LONGEST_ONWARD.message) ?? null,
      },
    };
  }
}
