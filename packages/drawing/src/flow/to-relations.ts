import type { FlowAmount, FlowEdge, FlowGraph, FlowNode } from '@trailmark/core/flow/flow-graph';
import { splitShares } from './split-shares.ts';

/** Rule by which an output of several owners' money is split by owner. */
export const SHARE_RULE = 'share-of-inputs/1';
const MAX_REFS = 50;
const LONGEST_ID = 300;
/** Transactions with more pairs of payer and output stay as they are. */
const MAX_PAIRS = 10_000;
const WEAKEST = { fact: 0, inference: 1, claim: 2 } as const;

export interface RelationOptions {
  /** Draw the addresses of one service as one. */
  readonly mergeServices?: boolean;
  /** Draw the addresses of one conservative cluster as one: an inference of the co-spend rule. */
  readonly mergeClusters?: boolean;
}

type Parts = Pick<FlowGraph, 'nodes' | 'edges'>;

export interface Relations extends Parts {
  /** Addresses shown as one node, by its id. */
  readonly members: Readonly<Record<string, readonly string[]>>;
}

type Fiat = FlowEdge['fiat'];

function least(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : Math.min(a, b);
}
function most(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : Math.max(a, b);
}
/** Sums of what is known; what nobody traced adds nothing, and a sum of nothing traced is not traced. */
function addKnown(a: string | null, b: string | null): string | null {
  if (a === null) return b;
  return b === null ? a : String(BigInt(a) + BigInt(b));
}

function addFiat(a: Fiat, b: Fiat): Fiat {
  if (!a || !b || a.currency !== b.currency) return null;
  return { currency: a.currency, micro: String(BigInt(a.micro) + BigInt(b.micro)), unpriced: a.unpriced + b.unpriced };
}

function addEdges(a: FlowEdge, b: FlowEdge): FlowEdge {
  const weaker = WEAKEST[a.basis] >= WEAKEST[b.basis] ? a : b;
  const [first, second] = (a.firstHeight ?? 0) <= (b.firstHeight ?? 0) ? [a, b] : [b, a];
  return {
    ...a,
    amount: String(BigInt(a.amount) + BigInt(b.amount)),
    tainted: addKnown(a.tainted, b.tainted),
    count: a.count + b.count,
    refs: [...new Set([...first.refs, ...second.refs])].slice(0, MAX_REFS),
    firstTime: least(a.firstTime, b.firstTime),
    lastTime: most(a.lastTime, b.lastTime),
    firstHeight: least(a.firstHeight, b.firstHeight),
    lastHeight: most(a.lastHeight, b.lastHeight),
    basis: weaker.basis,
    rule: weaker.rule,
    fiat: addFiat(a.fiat, b.fiat),
  };
}

interface Around {
  readonly ins: FlowEdge[];
  readonly outs: FlowEdge[];
}

function sum(edges: readonly FlowEdge[]): bigint {
  return edges.reduce((total, { amount }) => total + BigInt(amount), 0n);
}

/** One output split by who paid in; what inputs outside of the graph paid is nobody's relation here. */
function shareOutput(output: FlowEdge, ins: readonly FlowEdge[], elsewhere: bigint): FlowEdge[] {
  const weights = [...ins.map(({ amount }) => BigInt(amount)), ...(elsewhere > 0n ? [elsewhere] : [])];
  const traced = ins.map(({ tainted }) => BigInt(tainted ?? '0'));
  const isTraced = traced.some((share) => share > 0n);
  const amounts = splitShares(BigInt(output.amount), weights);
  const taints =
    output.tainted === null
      ? undefined
      : splitShares(BigInt(output.tainted), isTraced ? traced : weights.slice(0, ins.length));
  const { fiat } = output;
  const worths = fiat ? splitShares(BigInt(fiat.micro), amounts) : [];
  const isExact = weights.length === 1;
  return ins.map((input, i) => ({
    ...output,
    from: input.from,
    kind: output.kind === 'output' ? 'relation' : output.kind,
    amount: String(amounts[i] ?? 0n),
    tainted: taints ? String(taints[i] ?? 0n) : null,
    ...(isExact
      ? {}
      : { basis: output.basis === 'claim' ? ('claim' as const) : ('inference' as const), rule: SHARE_RULE }),
    fiat: fiat ? { ...fiat, micro: String(worths[i] ?? 0n) } : null,
  }));
}

/** Inputs of one owner count as one, so that a single owner's payment stays exact. */
function joinOwners(ins: readonly FlowEdge[]): FlowEdge[] {
  const byOwner = new Map<string, FlowEdge>();
  for (const edge of ins) {
    const held = byOwner.get(edge.from);
    byOwner.set(edge.from, held ? addEdges(held, edge) : edge);
  }
  return [...byOwner.values()];
}

function largest(...amounts: readonly bigint[]): bigint {
  return [0n, ...amounts].sort((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
}

function throughTransaction({ fee, amounts }: FlowNode, { ins, outs }: Around): FlowEdge[] {
  const owners = joinOwners(ins);
  const paid = sum(owners);
  const traced = owners.reduce((total, { tainted }) => total + BigInt(tainted ?? '0'), 0n);
  const byOutputs = sum(outs) + BigInt(fee ?? '0') - paid;
  const otherIn = amounts.find(({ asset }) => asset === ins[0]?.asset)?.otherIn;
  const elsewhere = largest(byOutputs, BigInt(otherIn ?? '0') - (paid - traced));
  return outs.flatMap((output) => shareOutput(output, owners, elsewhere));
}

/** Money of one asset on both sides, from places to places: only then is it clear what paid what. */
function isClear({ ins, outs }: Around, isBetween: (id: string) => boolean): boolean {
  const asset = ins[0]?.asset;
  return (
    ins.length > 0 &&
    outs.length > 0 &&
    ins.length * outs.length <= MAX_PAIRS &&
    ins.every((edge) => edge.asset === asset && !isBetween(edge.from)) &&
    outs.every((edge) => edge.asset === asset && !isBetween(edge.to))
  );
}

function listAround(graph: Parts): ReadonlyMap<string, Around> {
  const around = new Map<string, Around>();
  for (const { id, kind } of graph.nodes) if (kind === 'transaction') around.set(id, { ins: [], outs: [] });
  for (const edge of graph.edges) {
    around.get(edge.to)?.ins.push(edge);
    around.get(edge.from)?.outs.push(edge);
  }
  return around;
}

/** Payments without the transactions between: those that can be seen through, and the edges that lead past the others. */
function seeThrough(graph: Parts): Parts {
  const around = listAround(graph);
  const isBetween = (id: string) => around.has(id);
  const passed = new Set([...around].flatMap(([id, edges]) => (isClear(edges, isBetween) ? [id] : [])));
  const through = graph.nodes.flatMap((node) => {
    const edges = passed.has(node.id) ? around.get(node.id) : undefined;
    return edges ? throughTransaction(node, edges) : [];
  });
  const past = graph.edges.filter(({ from, to }) => !passed.has(from) && !passed.has(to));
  return { nodes: graph.nodes.filter(({ id }) => !passed.has(id)), edges: [...past, ...through] };
}

function addAmounts(a: readonly FlowAmount[], b: readonly FlowAmount[]): readonly FlowAmount[] {
  const byAsset = new Map(a.map((amount) => [amount.asset, amount]));
  for (const amount of b) {
    const held = byAsset.get(amount.asset);
    byAsset.set(amount.asset, {
      ...amount,
      taintedIn: addKnown(held?.taintedIn ?? null, amount.taintedIn),
      taintedOut: addKnown(held?.taintedOut ?? null, amount.taintedOut),
    });
  }
  return [...byAsset.values()];
}

function joinNodes(id: string, nodes: readonly FlowNode[]): FlowNode | undefined {
  const [first] = nodes;
  if (!first) return undefined;
  return {
    ...first,
    id,
    text: first.party?.name ?? first.text,
    hop: nodes.reduce<number | null>((hop, node) => least(hop, node.hop), null),
    firstTime: nodes.reduce<number | null>((time, node) => least(time, node.firstTime), null),
    lastTime: nodes.reduce<number | null>((time, node) => most(time, node.lastTime), null),
    isSeed: nodes.some(({ isSeed }) => isSeed),
    amounts: nodes.map(({ amounts }) => amounts).reduce(addAmounts),
    stops: nodes.flatMap(({ stops }) => stops),
  };
}

/** What an address is grouped under: its service, else its cluster; a label of one chain says nothing on another. */
function groupKey({ kind, chain, party, cluster }: FlowNode, options: RelationOptions): string | undefined {
  if (kind !== 'address') return undefined;
  if (options.mergeServices && party && party.kind !== 'named') return `v:${chain}:${party.key}`.slice(0, LONGEST_ID);
  return options.mergeClusters && cluster ? `c:${chain}:${cluster.root}` : undefined;
}

function groupNodes(nodes: readonly FlowNode[], options: RelationOptions): ReadonlyMap<string, readonly FlowNode[]> {
  const groups = new Map<string, FlowNode[]>();
  for (const node of nodes) {
    const id = groupKey(node, options);
    if (id === undefined) continue;
    const group = groups.get(id);
    if (group) group.push(node);
    else groups.set(id, [node]);
  }
  return new Map([...groups].filter(([, group]) => group.length > 1));
}

/**
 * Payments between addresses, summed: exactly through a transaction with one owner of inputs, by the share of each owner's
 * inputs where there are several, which is an inference. No unit is lost or made.
 */
export function toRelations(graph: Parts, options: RelationOptions = {}): Relations {
  const seen = seeThrough(graph);
  const groups = groupNodes(seen.nodes, options);
  const standsFor = new Map([...groups].flatMap(([id, nodes]) => nodes.map((node) => [node.id, id] as const)));
  const merged = [...groups].flatMap(([id, nodes]) => joinNodes(id, nodes) ?? []);
  const edges = new Map<string, FlowEdge>();
  for (const edge of seen.edges) {
    const from = standsFor.get(edge.from) ?? edge.from;
    const to = standsFor.get(edge.to) ?? edge.to;
    const kind = edge.kind === 'transfer' ? 'relation' : edge.kind;
    const id = `${kind}:${from}>${to}:${edge.asset}`;
    const held = edges.get(id);
    const own = { ...edge, id, kind, from, to };
    edges.set(id, held ? addEdges(held, own) : own);
  }
  return {
    nodes: [...seen.nodes.filter(({ id }) => !standsFor.has(id)), ...merged],
    edges: [...edges.values()],
    members: Object.fromEntries([...groups].map(([id, nodes]) => [id, nodes.map((node) => node.id)])),
  };
}
