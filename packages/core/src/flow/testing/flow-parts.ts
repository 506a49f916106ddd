import type { FlowEdge, FlowGraph, FlowNode } from '../flow-graph.ts';

/** The asset of Bitcoin as graphs name it. */
export const BTC = { id: 'btc', symbol: 'BTC', decimals: 8, isVerified: true };

/** An address, or a transaction where the id says so, with nothing known of it. */
export function createNode(id: string, rest: Partial<FlowNode> = {}): FlowNode {
  return {
    id,
    kind: id.startsWith('t:') ? 'transaction' : 'address',
    chain: 'btc',
    text: id.slice(id.lastIndexOf(':') + 1),
    hop: null,
    firstTime: null,
    lastTime: null,
    isSeed: false,
    amounts: [],
    party: null,
    stops: [],
    fee: null,
    height: null,
    coinJoin: null,
    change: null,
    peel: null,
    onward: null,
    ...rest,
  };
}

/** A payment between two nodes, of the kind that their ids say. */
export function createEdge(
  from: string,
  to: string,
  amount: number | bigint | string,
  rest: Partial<FlowEdge> = {},
): FlowEdge {
  const kind = to.startsWith('t:') ? 'spend' : from.startsWith('t:') ? 'output' : 'transfer';
  return {
    id: `${kind}:${from}>${to}:btc`,
    kind,
    from,
    to,
    asset: 'btc',
    amount: String(amount),
    tainted: null,
    count: 1,
    refs: [],
    firstTime: null,
    lastTime: null,
    firstHeight: null,
    lastHeight: null,
    basis: 'fact',
    rule: null,
    fiat: null,
    ...rest,
  };
}

/** A trail that forks at every transaction, as a trace over outputs draws it. */
export function createTree(transactions: number, fan = 2): FlowGraph {
  const nodes: FlowNode[] = [createNode('a:btc:seed', { isSeed: true, hop: 0, firstTime: 1_500_000_000 })];
  const edges: FlowEdge[] = [];
  const open = [{ id: 'a:btc:seed', hop: 0, amount: 4_180_000_000n }];
  for (let i = 0; i < transactions; i += 1) {
    const from = open.shift();
    if (!from) break;
    const id = `t:btc:${String(i).padStart(64, '0')}`;
    const time = 1_500_000_000 + i * 600;
    const known = { firstTime: time, lastTime: time, firstHeight: i, lastHeight: i };
    nodes.push(createNode(id, { hop: from.hop, firstTime: time, lastTime: time, height: i }));
    edges.push(createEdge(from.id, id, from.amount, { ...known, tainted: String(from.amount) }));
    for (let k = 0; k < fan; k += 1) {
      const amount = from.amount / BigInt(fan + k) + 1n;
      const to = `a:btc:bc1q${i.toString(36)}x${k}`.padEnd(48, '7');
      const out = { id: to, hop: from.hop + 1, amount };
      nodes.push(createNode(to, { hop: out.hop, firstTime: time, lastTime: time }));
      edges.push(createEdge(id, to, amount, { ...known, tainted: String(amount) }));
      open.push(out);
    }
  }
  return { assets: [BTC], nodes, edges };
}
