import { join } from 'node:path';
import { ensureTruthChain } from './chains.ts';
import { readCoSpendEdges } from './clusters/co-spend-edges.ts';
import type { TipResult, UnionsResult } from './clusters/scale.ts';
import type { ComponentsResult } from './clusters/subject.ts';
import {
  type Bar,
  lastJsonLine,
  median,
  missed,
  percentiles,
  runChild,
  runScript,
  type Section,
  timesBar,
} from './harness.ts';
import { installPeers } from './peers/install.ts';
import { PYTHON, requirePython } from './programs.ts';

const HERE = join(import.meta.dirname, 'clusters');
const LIMITS = { block: { most: 19, target: 50 }, proof: { most: 75, target: 100 } };
const WORK = 'clusters of the co-spends of 1 M transactions';

interface Peer {
  readonly name: string;
  readonly ratio: number;
  readonly run: (edges: string, nodes: string) => Promise<ComponentsResult>;
}

async function runPython(
  name: 'scipy' | 'igraph',
  edges: string,
  nodes: string,
  repeats: string,
): Promise<ComponentsResult> {
  requirePython(name);
  const { stdout } = await runChild(PYTHON, [join(HERE, 'components.py'), name, edges, nodes, repeats]);
  return lastJsonLine(stdout);
}

async function runNode(name: string, edges: string, nodes: string, repeats: string): Promise<ComponentsResult> {
  const peers = name === 'own' ? '' : installPeers();
  const { stdout } = await runScript(join(HERE, 'subject.ts'), [name, edges, nodes, peers, repeats]);
  return lastJsonLine(stdout);
}

const PEERS: readonly Peer[] = [
  { name: 'scipy', ratio: 1.5, run: (edges, nodes) => runPython('scipy', edges, nodes, '9') },
  { name: 'igraph', ratio: 10, run: (edges, nodes) => runPython('igraph', edges, nodes, '3') },
  { name: 'graphology', ratio: 100, run: (edges, nodes) => runNode('graphology', edges, nodes, '1') },
];

function compare(own: ComponentsResult, peer: ComponentsResult, ratio: number): Bar {
  const factor = median(peer.runs) / median(own.runs);
  const isSame = own.digest === peer.digest;
  const seconds = `${median(own.runs).toFixed(3)} s against ${median(peer.runs).toFixed(3)} s`;
  const note = isSame ? 'identical components' : 'COMPONENTS DIFFER';
  const measured = `${factor.toFixed(1)}x (${seconds}), ${note}`;
  return { work: `${WORK}, against ${peer.subject}`, bar: `>= ${ratio}x`, measured, isMet: isSame && factor >= ratio };
}

async function benchPeers(): Promise<{ bars: Bar[]; figures: unknown[] }> {
  const directory = await ensureTruthChain(1_000_000, 1);
  const { nodes } = readCoSpendEdges(directory);
  const edges = join(directory, 'edges.u32');
  const bars: Bar[] = [];
  const figures: unknown[] = [];
  for (const peer of PEERS) {
    try {
      // Ours before and after, so that both meet the machine in the same mood.
      const before = await runNode('own', edges, String(nodes), '9');
      const theirs = await peer.run(edges, String(nodes));
      const after = await runNode('own', edges, String(nodes), '9');
      const own = { ...before, runs: [...before.runs, ...after.runs] };
      bars.push(compare(own, theirs, peer.ratio));
      figures.push(own, theirs);
    } catch (error) {
      bars.push(missed(`${WORK}, against ${peer.name}`, `>= ${peer.ratio}x`, error));
    }
  }
  return { bars, figures };
}

function tipBars(tip: TipResult): Bar[] {
  const blocks = percentiles(tip.blocks);
  const p95 = tip.blocks.toSorted((a, b) => a - b)[Math.floor(tip.blocks.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  const proofs = percentiles(tip.proofs);
  const size = tip.addresses.toLocaleString('en');
  const places = { name: 'as many reads of random places in memory', times: percentiles(tip.randomReads) };
  const walks = { name: 'one walk over a ring as large as the cluster', times: percentiles(tip.walks) };
  const about = `p50 ${blocks.p50.toFixed(1)} ms, max ${blocks.max.toFixed(1)} ms; six blocks taken back in ${tip.undoMs.toFixed(1)} ms; ${tip.rssMiB} MiB RSS`;
  return [
    timesBar({
      ...LIMITS.block,
      ...{ work: `a block of 4,000 transactions into clusters of ${size} addresses`, figure: 'p95', base: places },
      ...{ milliseconds: p95, note: about },
    }),
    timesBar({
      ...LIMITS.proof,
      ...{ work: `proof path in a cluster of ${tip.clusterSize.toLocaleString('en')} addresses`, figure: 'slowest' },
      ...{ milliseconds: proofs.max, base: walks, note: `p50 ${proofs.p50.toFixed(1)} ms` },
      isRight: tip.clusterSize >= 100_000,
    }),
  ];
}

/** Clusters against graph libraries on the same edges, and at scale. */
export async function benchClusters(): Promise<Section> {
  const { bars, figures } = await benchPeers();
  const script = join(HERE, 'scale.ts');
  try {
    const unions = lastJsonLine<UnionsResult>((await runScript(script, ['unions', '50'])).stdout);
    const rate = (unions.unions / unions.seconds / 1e6).toFixed(1);
    bars.push({
      work: '50 M unions, every link kept',
      bar: 'in memory (8 GiB)',
      measured: `${unions.seconds.toFixed(1)} s (${rate} M/s), ${unions.rssMiB} MiB RSS`,
      isMet: unions.rssMiB < 8192,
    });
    const tip = lastJsonLine<TipResult>((await runScript(script, ['tip', '10'])).stdout);
    bars.push(...tipBars(tip));
    figures.push(unions, tip);
  } catch (error) {
    bars.push(missed('clusters at scale', 'see above', error));
  }
  return { name: 'clusters', bars, figures };
}
