import type { OutputStep, PeelChain, Trace } from '@trailmark/core/trace/trace';
import type { GraphBuilder } from './graph-builder.ts';
import type { NodeSum } from './node-sum.ts';

const MOST_TXIDS = 5_000;

/** Transaction of `txid:vout` or `hash#slot`. */
export function txidOf(ref: string): string {
  const end = ref.search(/[:#]/);
  return end < 0 ? ref : ref.slice(0, end);
}

/** Which transactions are drawn as part of a peel chain, and which outputs are inside one. */
export class PeelNodes {
  readonly #builder: GraphBuilder;
  readonly #chains = new Map<string, PeelChain>();
  /** Outputs that one payment of a chain hands to the next. */
  readonly #inner = new Set<string>();
  readonly #fees = new Map<PeelChain, bigint | null>();

  constructor(builder: GraphBuilder, trace: Trace, collapse: boolean) {
    this.#builder = builder;
    if (!collapse) return;
    const steps = new Map(trace.steps.flatMap((step) => (step.family === 'outputs' ? [[step.txid, step]] : [])));
    for (const chain of trace.peelChains) this.#take(chain, steps);
  }

  #take(chain: PeelChain, steps: ReadonlyMap<string, OutputStep>): void {
    const own = chain.txids.filter((txid) => steps.has(txid) && !this.#chains.has(txid));
    if (own.length < 2 || own.length < chain.txids.length) return;
    const members = new Set(own);
    let fees: bigint | null = 0n;
    for (const txid of own) {
      this.#chains.set(txid, chain);
      const step = steps.get(txid);
      const fee = step?.fee ?? null;
      fees = fees === null || fee === null ? null : fees + fee;
      for (const { ref } of step?.inputs ?? []) if (members.has(txidOf(ref))) this.#inner.add(ref);
    }
    this.#fees.set(chain, fees);
  }

  isInner(ref: string): boolean {
    return this.#inner.has(ref);
  }

  /** The chain's node, or the transaction's own. */
  nodeOf(txid: string): NodeSum {
    const chain = this.#chains.get(txid);
    if (!chain) return this.#builder.transaction(txid);
    const node = this.#builder.node(
      `p:${this.#builder.context.chain}:${chain.txids[0]}`,
      'peel-chain',
      `Peel chain of ${chain.txids.length} payments`,
    );
    node.say({
      fee: this.#fees.get(chain) ?? null,
      peel: {
        txids: chain.txids.slice(0, MOST_TXIDS),
        peeled: chain.peeledAmount.toString(),
        left: chain.leftAmount.toString(),
      },
    });
    return node;
  }

  find(txid: string): NodeSum | undefined {
    const chain = this.#chains.get(txid);
    const { chain: id } = this.#builder.context;
    return this.#builder.find(chain ? `p:${id}:${chain.txids[0]}` : `t:${id}:${txid}`);
  }

  isChained(txid: string): boolean {
    return this.#chains.has(txid);
  }
}
