import { join } from 'node:path';
import { ensureTruthChain } from './chains.ts';
import { type Bar, lastJsonLine, median, missed, runChild, runScript, type Section } from './harness.ts';
import { installPeers } from './peers/install.ts';
import type { OwnResult, ReachResult } from './traces/subject.ts';

/** Python of the system's packages, which has igraph (Debian: python3-igraph). */
const PYTHON = '/usr/bin/python3';
const HERE = join(import.meta.dirname, 'traces');
const LIMITS = { fifo: 0.5, haircut: 1 };
const REACH_WORK = 'transactions reachable from 100 outputs';

interface Peer {
  readonly name: string;
  /** Transactions of the chain: a graph of JavaScript objects holds the smaller one only. */
  readonly transactions: number;
  readonly ratio: number;
  readonly run: (own: OwnResult) => Promise<ReachResult>;
}

const PEERS: readonly Peer[] = [
  {
    name: 'igraph',
    transactions: 5_000_000,
    ratio: 10,
    run: async ({ edges, nodes, starts }) => {
      const script = join(HERE, 'reach.py');
      return lastJsonLine((await runChild(PYTHON, [script, edges, String(nodes), starts.join(','), '3'])).stdout);
    },
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

async function runOwn(transactions: number): Promise<OwnResult> {
  const directory = await ensureTruthChain(transactions, 1);
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

async function benchReach(): Promise<{ bars: Bar[]; figures: unknown[] }> {
  const bars: Bar[] = [];
  const figures: unknown[] = [];
  for (const { name, transactions, ratio, run } of PEERS) {
    try {
      // Ours before and after, so that both meet the machine in the same mood.
      const before = await runOwn(transactions);
      const peer = await run(before);
      const after = await runOwn(transactions);
      if (bars.length === 0) {
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

/** Taint over a whole chain against graph libraries, and traces from the store on demand. */
export async function benchTraces(): Promise<Section> {
  const { bars, figures } = await benchReach();
  return { name: 'trace', bars, figures };
}
