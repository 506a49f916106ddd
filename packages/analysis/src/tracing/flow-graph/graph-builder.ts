import { NATIVE_ASSET } from '@trailmark/core/asset';
import {
  addressNodeId,
  type FlowAsset,
  type FlowGraph,
  type FlowNodeKind,
  transactionNodeId,
} from '@trailmark/core/flow/flow-graph';
import type { TraceDirection } from '@trailmark/core/trace/trace-request';
import { countHops } from './count-hops.ts';
import { EdgeSum, edgeIdOf, type FlowPayment } from './edge-sum.ts';
import type { FlowContext } from './flow-context.ts';
import { NodeSum } from './node-sum.ts';

/** Transfers between the same two nodes that are drawn one by one; more become one counted edge. */
const MOST_PARALLEL = 20;

/** Draws nodes and edges as payments come; the same payments in the same order give the same graph. */
export class GraphBuilder {
  readonly context: FlowContext;
  readonly #nodes = new Map<string, NodeSum>();
  readonly #edges = new Map<string, EdgeSum>();

  constructor(context: FlowContext) {
    this.context = context;
  }

  find(id: string): NodeSum | undefined {
    return this.#nodes.get(id);
  }

  get nodeCount(): number {
    return this.#nodes.size;
  }

  node(id: string, kind: FlowNodeKind, text: string): NodeSum {
    const node = this.#nodes.get(id) ?? new NodeSum(this.context, { id, kind, text });
    this.#nodes.set(id, node);
    return node;
  }

  address(address: string): NodeSum {
    return this.node(addressNodeId(this.context.chain, address), 'address', address);
  }

  transaction(txid: string): NodeSum {
    return this.node(transactionNodeId(this.context.chain, txid), 'transaction', txid);
  }

  /** `g:btc:<where>:<kind>`. */
  gap(where: string, kind: string, text: string): NodeSum {
    return this.node(`g:${this.context.chain}:${where}:${kind}`, 'gap', text);
  }

  source(txid: string): NodeSum {
    return this.node(`s:${this.context.chain}:${txid}`, 'source', 'Newly issued');
  }

  unspendable(place: string, text: string): NodeSum {
    return this.node(`u:${this.context.chain}:${place}`, 'unspendable', text);
  }

  pay(from: NodeSum, to: NodeSum, payment: Omit<FlowPayment, 'from' | 'to'>): void {
    const whole: FlowPayment = { ...payment, from: from.id, to: to.id };
    const id = edgeIdOf(this.context, whole);
    const edge = this.#edges.get(id) ?? new EdgeSum(this.context, whole);
    this.#edges.set(id, edge);
    edge.add(whole);
    from.pay(payment.asset, payment.tainted);
    to.receive(payment.asset, payment.tainted);
    from.seen(payment.time);
    to.seen(payment.time);
  }

  #folded(): EdgeSum[] {
    const bundles = new Map<string, EdgeSum[]>();
    for (const edge of this.#edges.values()) {
      const id = edgeIdOf(this.context, { ...edge.first, apart: undefined });
      const bundle = bundles.get(id);
      if (bundle) bundle.push(edge);
      else bundles.set(id, [edge]);
    }
    return [...bundles.values()].flatMap((bundle) => {
      const [first] = bundle;
      if (!first || bundle.length <= MOST_PARALLEL) return bundle;
      const all = new EdgeSum(this.context, { ...first.first, apart: undefined });
      for (const edge of bundle) all.fold(edge);
      return [all];
    });
  }

  /** The chain's coin, and what nodes and payments name besides. */
  #assets(): FlowAsset[] {
    const ofNodes = [...this.#nodes.values()].flatMap((node) => node.assets());
    const keys = [NATIVE_ASSET, ...ofNodes, ...[...this.#edges.values()].map(({ first }) => first.asset)];
    return [...new Set(keys)].map((asset) => this.context.assetOf(asset));
  }

  /** Nodes by hop, those added by hand last; otherwise in the order they came. Of a trace hops are counted in its direction. */
  build(direction?: TraceDirection): FlowGraph {
    const hops = direction && countHops(this.#nodes, [...this.#edges.values()], direction);
    for (const [id, hop] of hops ?? []) this.#nodes.get(id)?.setHop(hop);
    const byHop = [...this.#nodes.values()].sort(
      (a, b) => (a.hop ?? Number.MAX_SAFE_INTEGER) - (b.hop ?? Number.MAX_SAFE_INTEGER),
    );
    const nodes = byHop.map((node) => node.toNode());
    return { assets: this.#assets(), nodes, edges: this.#folded().map((edge) => edge.toEdge()) };
  }
}
