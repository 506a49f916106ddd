import { linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureTruthChain } from './chains.ts';
import {
  type Bar,
  lastJsonLine,
  median,
  missed,
  percentiles,
  ratioBar,
  runChild,
  runScript,
  type Section,
} from './harness.ts';
import { installPeers } from './peers/install.ts';
import { PYTHON, requirePython } from './programs.ts';
import type { StoreResult } from './traces/store.ts';
import type { OwnResult, ReachResult } from './traces/subject.ts';
import { ingest } from './trailmark.ts';

const HERE = join(import.meta.dirname, 'traces');
const LIMITS = { fifo: 0.5, haircut: 1, traceSeconds: 5, traceMiB: 2048, path: { p50: 30 } };
const REACH_WORK = 'transactions reachable from 100 outputs';

interface Peer {
  readonly name: string;
  /** Transactions of the chain: a graph of JavaScript objects holds the smaller one only. */
  readonly transactions: number;
  readonly ratio: number;
  /** Throws `CannotMeasure` where it is not installed, before anything is made for it. */
  readonly find?: () => void;
  readonly run: (own: OwnResult) => Promise<ReachResult>;
}

async function runPython(
  module: 'igraph' | 'networkx',
  { edges, nodes, starts }: OwnResult,
  repeats: number,
): Promise<ReachResult> {
  const script = join(HERE, 'reach.py');
  const args = [script, edges, String(nodes), starts.join(','), String(repeats), module];
  return lastJsonLine((await runChild(PYTHON, args)).stdout);
}

const PEERS: readonly Peer[] = [
  {
    name: 'igraph',
    transactions: 5_000_000,
    ratio: 10,
    find: () => requirePython('igraph'),
    run: (own) => runPython('igraph', own, 3),
  },
  {
    name: 'networkx',
    transactions: 1_000_000,
    ratio: 100,
    find: () => requirePython('networkx'),
    run: (own) => runPython('networkx', own, 1),
  },
  {
    name: 'graphology',
    transactions: 1_000_000,
    ratio: 100,
    run: async ({ edges, nodes, starts }) => {
      const script = join(HERE, 'subject.ts');
      const args = ['graphology', edges, String(nodes), starts.join(','), installPeers()];
      return lastJsonLine((await runScript(script, args)).stdout);
    },
  },
];

/** A chain that was generated already. */
interface ReachChain {
  readonly directory: string;
}

async function runOwn(directory: string): Promise<OwnResult> {
  return lastJsonLine((await runScript(join(HERE, 'subject.ts'), ['own', directory, '5'])).stdout);
}

const count = (number: number): string => number.toLocaleString('en');

function taintBar(own: OwnResult, method: 'fifo' | 'haircut', name: string): Bar {
  const { runs, transactions } = own[method];
  const seconds = median(runs);
  const sums = own.isConserved ? 'sums exact' : 'SUMS DIFFER';
  return {
    work: `${name} over a chain of ${count(own.transactions)} transactions in memory`,
    bar: `<= ${LIMITS[method]} s`,
    measured: `${seconds.toFixed(3)} s, money in ${count(transactions)} transactions, ${sums}`,
    isMet: own.isConserved && seconds <= LIMITS[method],
  };
}

function reachBar(own: OwnResult, before: OwnResult, peer: ReachResult, ratio: number): Bar {
  const seconds = median([...before.searched, ...own.searched]);
  const [whole, alone] = [median(peer.built), median(peer.searched)];
  const isSame = own.digest === peer.digest && own.reached === peer.reached;
  const note = isSame ? `the same ${count(own.reached)}` : 'THE SETS DIFFER';
  const factor = whole / seconds;
  return {
    work: `${REACH_WORK} of ${count(own.transactions)} transactions, against ${peer.subject}`,
    bar: `>= ${ratio}x`,
    measured: `${factor.toFixed(1)}x (${seconds.toFixed(3)} s against ${whole.toFixed(2)} s; ${(alone / seconds).toFixed(1)}x its search alone), ${note}`,
    isMet: isSame && factor >= ratio,
  };
}

/** The same reachable set by graph libraries, those named or all, each over a chain of its size or all over one. */
export async function benchReach(
  names = PEERS.map(({ name }) => name),
  chain?: ReachChain,
): Promise<{ bars: Bar[]; figures: unknown[] }> {
  const bars: Bar[] = [];
  const figures: unknown[] = [];
  for (const { name, transactions, ratio, find, run } of PEERS.filter((peer) => names.includes(peer.name))) {
    try {
      find?.();
      // Ours before and after, so that both meet the machine in the same mood.
      const directory = chain?.directory ?? (await ensureTruthChain(transactions, 1));
      const before = await runOwn(directory);
      const peer = await run(before);
      const after = await runOwn(directory);
      if (figures.length === 0) {
        bars.push(taintBar(after, 'fifo', 'first in, first out'), taintBar(after, 'haircut', 'haircut'));
      }
      bars.push(reachBar(after, before, peer, ratio));
      figures.push(before, peer, after);
    } catch (error) {
      bars.push(missed(`${REACH_WORK}, against ${name}`, `>= ${ratio}x`, error));
    }
  }
  return { bars, figures };
}

function storeBars({ trace, paths, bareMilliseconds, areSpendersAlike }: StoreResult): Bar[] {
  const times = percentiles(paths.milliseconds);
  const bare = { name: 'a bare store query', times: percentiles(bareMilliseconds) };
  const way = `way to the nearest of ${count(paths.services)} services from ${paths.milliseconds.length} random addresses, ${paths.found} of which lead to one`;
  const sums = trace.isBalanced ? 'sums exact' : 'SUMS DIFFER';
  const spends = areSpendersAlike ? '' : ', SPENDS DIFFER BY BATCH';
  return [
    {
      work: `trace on demand from a store of 1 M transactions: haircut, ${trace.hops} hops, ${count(trace.transactions)} transactions`,
      bar: `<= ${LIMITS.traceSeconds} s, <= ${LIMITS.traceMiB} MiB`,
      measured: `${trace.seconds.toFixed(1)} s (${trace.cpuSeconds.toFixed(1)} s of processor), ${trace.rssMiB} MiB RSS, ${trace.rounds} rounds, ${sums}${spends}`,
      isMet:
        trace.isBalanced &&
        areSpendersAlike &&
        trace.hops >= 10 &&
        trace.transactions >= 90_000 &&
        trace.seconds <= LIMITS.traceSeconds &&
        trace.rssMiB <= LIMITS.traceMiB,
    },
    paths.found > 0 ? ratioBar(way, times, bare, LIMITS.path) : missed(way, 'paths are found', 'no path was found'),
  ];
}

async function benchStore(): Promise<{ bars: Bar[]; figures: unknown[] }> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'trailmark-bench-'));
  try {
    const chain = await ensureTruthChain(1_000_000, 1);
    const blocks = join(chain, 'blocks');
    rmSync(blocks, { recursive: true, force: true });
    mkdirSync(blocks);
    for (const name of readdirSync(chain).filter((file) => /^blk\d+\.dat$/.test(file))) {
      linkSync(join(chain, name), join(blocks, name));
    }
    await ingest(blocks, dataDirectory);
    const run = await runScript(join(HERE, 'store.ts'), [dataDirectory, chain]);
    const result = lastJsonLine<StoreResult>(run.stdout);
    return { bars: storeBars(result), figures: [result] };
  } catch (error) {
    const bar = `<= ${LIMITS.traceSeconds} s; p50 <= ${LIMITS.path.p50}x a bare store query`;
    return { bars: [missed('trace on demand; way to the nearest service', bar, error)], figures: [] };
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Taint over a whole chain against graph libraries, and traces from the store on demand. */
export async function benchTraces(): Promise<Section> {
  const reach = await benchReach();
  const store = await benchStore();
  return { name: 'trace', bars: [...reach.bars, ...store.bars], figures: [...reach.figures, ...store.figures] };
}
