import type { Arc, IndexedGraph } from './layout-graph.ts';

interface Call {
  readonly node: number;
  next: number;
}

/** Strongly connected parts (Tarjan), without recursion, because a trail may be thousands long. */
class CycleFinder {
  /** Number of the part of each node that is done. */
  readonly parts = new Map<number, number>();
  readonly #index = new Map<number, number>();
  readonly #low = new Map<number, number>();
  readonly #open: number[] = [];
  readonly #outs: IndexedGraph['outs'];

  constructor({ outs }: IndexedGraph) {
    this.#outs = outs;
  }

  visit(start: number): void {
    if (this.#index.has(start)) return;
    const calls = [this.#enter(start)];
    for (let call = calls.at(-1); call; call = calls.at(-1)) {
      const arc = (this.#outs[call.node] ?? [])[call.next];
      call.next += 1;
      if (arc) this.#look(call, arc.to, calls);
      else this.#leave(calls);
    }
  }

  #enter(node: number): Call {
    const index = this.#index.size;
    this.#index.set(node, index);
    this.#low.set(node, index);
    this.#open.push(node);
    return { node, next: 0 };
  }

  #look({ node }: Call, to: number, calls: Call[]): void {
    if (!this.#index.has(to)) calls.push(this.#enter(to));
    else if (!this.parts.has(to)) this.#lower(node, this.#index.get(to) ?? 0);
  }

  #leave(calls: Call[]): void {
    const node = calls.pop()?.node ?? 0;
    if (this.#low.get(node) === this.#index.get(node)) this.#close(node);
    const caller = calls.at(-1);
    if (caller) this.#lower(caller.node, this.#low.get(node) ?? 0);
  }

  #lower(node: number, value: number): void {
    this.#low.set(node, Math.min(this.#low.get(node) ?? value, value));
  }

  #close(node: number): void {
    for (let last = this.#open.pop(); last !== undefined; last = this.#open.pop()) {
      this.parts.set(last, node);
      if (last === node) return;
    }
  }
}

function numberCycles(part: readonly number[], graph: IndexedGraph): ReadonlyMap<number, number> {
  const finder = new CycleFinder(graph);
  for (const node of part) finder.visit(node);
  return finder.parts;
}

/** When money is first seen at a node; seeds come before everything. */
function rankByTime(part: readonly number[], { nodes, ins, outs }: IndexedGraph): ReadonlyMap<number, number> {
  const firstSeen = (i: number) => {
    if (nodes[i]?.isSeed) return -1;
    const arrival = ins[i]?.[0]?.order;
    return arrival ?? outs[i]?.[0]?.order ?? Number.MAX_SAFE_INTEGER;
  };
  const sorted = [...part].sort((a, b) => firstSeen(a) - firstSeen(b) || a - b);
  return new Map(sorted.map((node, rank) => [node, rank]));
}

function sortByDependency(part: readonly number[], arcs: (at: number) => readonly Arc[]): number[] {
  const waiting = new Map(part.map((node) => [node, 0]));
  for (const node of part) for (const { to } of arcs(node)) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const sorted = part.filter((node) => waiting.get(node) === 0);
  for (let i = 0; i < sorted.length; i += 1) {
    for (const { to } of arcs(sorted[i] as number)) {
      const left = (waiting.get(to) ?? 1) - 1;
      waiting.set(to, left);
      if (left === 0) sorted.push(to);
    }
  }
  return sorted;
}

/**
 * Columns in halves by the longest path, so that payments lead to the right. Within a cycle the payment that leads back in
 * time is the one that leads to the left. What only pays in is right before what it pays.
 */
export function layeredColumns(part: readonly number[], graph: IndexedGraph): Map<number, number> {
  const cycle = numberCycles(part, graph);
  const rank = rankByTime(part, graph);
  const isOnward = ({ from, to }: Arc) =>
    cycle.get(from) !== cycle.get(to) || (rank.get(from) ?? 0) < (rank.get(to) ?? 0);
  const onward = (at: number) => (graph.outs[at] ?? []).filter(isOnward);
  const columns = new Map<number, number>();
  for (const node of sortByDependency(part, onward)) {
    const column = columns.get(node) ?? 0;
    columns.set(node, column);
    for (const { to, length } of onward(node)) columns.set(to, Math.max(columns.get(to) ?? 0, column + length));
  }
  for (const node of part) {
    const after = onward(node);
    const isSource = !(graph.ins[node] ?? []).some(isOnward) && !graph.nodes[node]?.isSeed;
    if (isSource && after.length > 0)
      columns.set(node, Math.min(...after.map(({ to, length }) => (columns.get(to) ?? 0) - length)));
  }
  return columns;
}
