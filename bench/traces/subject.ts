/**
 * Taint over a whole chain in memory: `subject.ts own <chain> <repeats>` for our kernels, `subject.ts graphology <edges>
 * <nodes> <starts> <peers>` for reachability by a graph library. Prints a JSON line.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type ChainColumns, checkChainColumns } from '@trailmark/analysis/tracing/whole-chain/chain-columns';
import { taintByFifo } from '@trailmark/analysis/tracing/whole-chain/fifo-taint';
import { taintByHaircut } from '@trailmark/analysis/tracing/whole-chain/haircut-taint';
import { taintByPoison } from '@trailmark/analysis/tracing/whole-chain/poison-taint';
import { readChainColumns } from './chain-columns.ts';

/** A haul of a hundred outputs, early enough that most of the chain comes after it. */
const SEEDS = 100;
const EARLY_SHARE = 0.02;

export interface ReachResult {
  readonly subject: string;
  /** Seconds of each run, with the graph built where the subject needs one, and of the search alone. */
  readonly built: readonly number[];
  readonly searched: readonly number[];
  readonly reached: number;
  /** SHA-256 over one byte a transaction: 1 where it is reached. */
  readonly digest: string;
}

export interface OwnResult extends ReachResult {
  readonly transactions: number;
  readonly fifo: { readonly runs: readonly number[]; readonly transactions: number };
  readonly haircut: { readonly runs: readonly number[]; readonly transactions: number };
  readonly isConserved: boolean;
  readonly nodes: number;
  readonly edges: string;
  readonly starts: readonly number[];
  readonly rssMiB: number;
}

function pickSeeds({ values }: ChainColumns): number[] {
  const early = Math.floor(values.length * EARLY_SHARE);
  return Array.from({ length: SEEDS }, (_, i) => early - i);
}

function digestOf(reached: Uint8Array): string {
  return createHash('sha256').update(reached).digest('hex');
}

/** From each transaction to those that spend its outputs, kept next to the chain. */
function writeEdges(directory: string, columns: ChainColumns): string {
  const path = join(directory, 'spend-edges.u32');
  if (existsSync(path)) return path;
  const { transactions, firstInput, firstOutput, spends, values } = columns;
  const creator = new Uint32Array(values.length);
  for (let tx = 0; tx < transactions; tx++) creator.fill(tx, firstOutput[tx], firstOutput[tx + 1]);
  const edges = new Uint32Array(spends.length * 2);
  for (let tx = 0; tx < transactions; tx++) {
    for (let input = firstInput[tx] ?? 0; input < (firstInput[tx + 1] ?? 0); input++) {
      edges[input * 2] = creator[spends[input] ?? 0] ?? 0;
      edges[input * 2 + 1] = tx;
    }
  }
  writeFileSync(path, new Uint8Array(edges.buffer));
  return path;
}

/** Transactions that spend the seeds. */
function spendersOf(columns: ChainColumns, seeds: readonly number[]): number[] {
  const { transactions, firstInput, spends } = columns;
  const wanted = new Set(seeds);
  const starts = new Set<number>();
  for (let tx = 0; tx < transactions; tx++) {
    for (let input = firstInput[tx] ?? 0; input < (firstInput[tx + 1] ?? 0); input++) {
      if (wanted.has(spends[input] ?? 0)) starts.add(tx);
    }
  }
  return [...starts];
}

function time<T>(runs: number[], work: () => T): T {
  const started = performance.now();
  const result = work();
  runs.push((performance.now() - started) / 1000);
  return result;
}

/** Traced part of what is never spent, and of fees, is what the seeds brought in. */
function isWhole(columns: ChainColumns, taint: { began: number; fees: number }, traced: (output: number) => number) {
  const isSpent = new Uint8Array(columns.values.length);
  for (const output of columns.spends) isSpent[output] = 1;
  let held = 0;
  for (let output = 0; output < isSpent.length; output++) if (isSpent[output] === 0) held += traced(output);
  return held + taint.fees === taint.began;
}

function runOwn(directory: string, repeats: number): OwnResult {
  const columns = readChainColumns(directory);
  checkChainColumns(columns);
  const seeds = pickSeeds(columns);
  const [fifoRuns, haircutRuns, searched]: [number[], number[], number[]] = [[], [], []];
  let fifo = time([], () => taintByFifo(columns, seeds));
  let haircut = time([], () => taintByHaircut(columns, seeds));
  let poison = time([], () => taintByPoison(columns, seeds));
  for (let run = 0; run < repeats; run++) {
    fifo = time(fifoRuns, () => taintByFifo(columns, seeds));
    haircut = time(haircutRuns, () => taintByHaircut(columns, seeds));
    poison = time(searched, () => taintByPoison(columns, seeds));
  }
  return {
    subject: 'own',
    transactions: columns.transactions,
    fifo: { runs: fifoRuns, transactions: fifo.transactions },
    haircut: { runs: haircutRuns, transactions: haircut.transactions },
    isConserved:
      isWhole(columns, fifo, (output) => fifo.tracedOf(output)) &&
      isWhole(columns, haircut, (output) => haircut.traced[output] ?? 0),
    built: searched,
    searched,
    reached: poison.transactions,
    digest: digestOf(poison.reached),
    nodes: columns.transactions,
    edges: writeEdges(directory, columns),
    starts: spendersOf(columns, seeds),
    rssMiB: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

interface Graphology {
  readonly DirectedGraph: new (
    options: object,
  ) => { addNode(key: number): void; mergeEdge(a: number, b: number): void };
}

function runGraphology(path: string, nodes: number, starts: readonly number[], peers: string): ReachResult {
  const load = createRequire(join(peers, 'package.json'));
  const { DirectedGraph } = load('graphology') as Graphology;
  const { bfsFromNode } = load('graphology-traversal') as {
    bfsFromNode(graph: unknown, node: number, visit: (key: string) => void): void;
  };
  const bytes = readFileSync(path);
  const edges = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const reached = new Uint8Array(nodes);
  const [building, searched]: [number[], number[]] = [[], []];
  const graph = time(building, () => {
    const made = new DirectedGraph({ multi: false });
    // One node more leads to all starts, so that one search answers for all of them.
    for (let node = 0; node <= nodes; node++) made.addNode(node);
    for (let i = 0; i < edges.length; i += 2) made.mergeEdge(edges[i] ?? 0, edges[i + 1] ?? 0);
    for (const start of starts) made.mergeEdge(nodes, start);
    return made;
  });
  time(searched, () => {
    bfsFromNode(graph, nodes, (key) => {
      if (Number(key) !== nodes) reached[Number(key)] = 1;
    });
  });
  const count = reached.reduce((sum, mark) => sum + mark, 0);
  const built = [(building[0] ?? 0) + (searched[0] ?? 0)];
  return { subject: 'graphology', built, searched, reached: count, digest: digestOf(reached) };
}

const [subject = '', path = '', ...rest] = process.argv.slice(2);
const result =
  subject === 'own'
    ? runOwn(path, Number(rest[0] ?? 5))
    : runGraphology(path, Number(rest[0]), (rest[1] ?? '').split(',').map(Number), rest[2] ?? '');
console.log(JSON.stringify(result));
