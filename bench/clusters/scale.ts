/**
 * Our clusters at scale: `scale.ts unions <millions>` joins owners with every link kept; `scale.ts tip <millions of
 * addresses>` grows a chain, then times single blocks at its tip and proof paths in a cluster of 100,000. Prints a JSON line.
 */

import { createChangeConsensus } from '@trailmark/analysis/change/consensus';
import { ClusterIndex } from '@trailmark/analysis/clusters/cluster-index';
import type { ClusterRules } from '@trailmark/analysis/clusters/cluster-rules';
import { Forest } from '@trailmark/analysis/clusters/forest';
import { LinkLog } from '@trailmark/analysis/clusters/link-log';
import { createCoinJoinDetection } from '@trailmark/analysis/coinjoin/detect-coinjoin';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { toPosition } from '@trailmark/core/position';
import { createRandom } from '../chain/random.ts';
import { timeRounds } from '../harness.ts';

export interface UnionsResult {
  readonly unions: number;
  readonly seconds: number;
  readonly rssMiB: number;
}

export interface TipResult {
  readonly addresses: number;
  readonly rssMiB: number;
  readonly buildSeconds: number;
  readonly transactions: number;
  /** Milliseconds of each block of 4,000 transactions at the tip. */
  readonly blocks: readonly number[];
  readonly undoMs: number;
  readonly clusterSize: number;
  /** Milliseconds of each proof path between random members. */
  readonly proofs: readonly number[];
  readonly longestPath: number;
  /** Milliseconds of as many reads of random places in memory as a block names addresses, a number a round. */
  readonly randomReads: readonly number[];
  /** Milliseconds of a walk over a ring of as many members as the largest cluster has, a number a round. */
  readonly walks: readonly number[];
}

const rss = (): number => Math.round(process.memoryUsage().rss / 2 ** 20);
const random = createRandom(7);

function measureUnions(millions: number): UnionsResult {
  const unions = millions * 1e6;
  const nodes = Math.round(unions * 1.2);
  const forest = new Forest(nodes);
  const links = new LinkLog();
  for (let node = 0; node < nodes; node++) links.addOwner();
  const started = performance.now();
  let made = 0;
  for (let position = 0; made < unions; position++) {
    const a = random.below(nodes);
    // Most co-spends join addresses that appeared close to each other.
    const near = Math.min(nodes - 1, a + 1 + random.below(50));
    const b = position % 4 === 0 ? random.below(nodes) : near;
    if (!forest.union(a, b, true)) continue;
    links.add(position, 0, undefined, [a, b]);
    made++;
  }
  return { unions: made, seconds: (performance.now() - started) / 1000, rssMiB: rss() };
}

function owner(number: number): Owner {
  const payload = new Uint8Array(20);
  const view = new DataView(payload.buffer);
  view.setUint32(0, Math.imul(number, 0x9e3779b1));
  view.setUint32(16, number);
  return { type: 'p2wpkh', payload };
}

const input = (number: number) => ({ owner: owner(number), value: 100_000n, source: 0, vout: 0, isP2pk: false });
const output = (number: number, value: bigint) => ({ owner: owner(number), value, type: 'p2wpkh' as const });

/** One transaction in three co-spends two to four of the payer's addresses. Every tenth payer is one large service. */
function createPayments(): (height: number, index: number) => TransactionRecord {
  let next = 0;
  const service: number[] = [];
  return (height, index) => {
    const isService = random.below(10) === 0 && service.length > 100;
    const count = random.below(3) === 0 ? 2 + random.below(3) : 1;
    const inputs = Array.from({ length: count }, (_, i) =>
      isService ? (service[random.below(service.length)] ?? 0) : i === 0 && next > 0 ? random.below(next) : next++,
    );
    const outputs = [next++, next++];
    if (service.length < 100_000 && (isService || service.length <= 100)) service.push(outputs[1] ?? 0);
    return {
      position: toPosition(height, index),
      txid: '',
      fee: 0n,
      isCoinbase: false,
      hasRaw: false,
      inputs: inputs.map(input),
      outputs: [output(outputs[0] ?? 0, 40_123n), output(outputs[1] ?? 0, 59_000n)],
    };
  };
}

const PER_BLOCK = 4000;
/** Four lookups a transaction: of two inputs and two outputs. */
const ADDRESSES_PER_BLOCK = PER_BLOCK * 4;

async function measureTip(millions: number): Promise<TipResult> {
  const rules: ClusterRules = {
    coinJoins: createCoinJoinDetection({ chain: 'btc-regtest' }),
    change: createChangeConsensus(),
  };
  const index = new ClusterIndex({ rules });
  const pay = createPayments();
  const block = (height: number, isFinal: boolean) => ({
    height,
    hash: height.toString(16).padStart(64, '0'),
    isGapless: true,
    isFinal,
    records: Array.from({ length: PER_BLOCK }, (_, i) => pay(height, i)),
  });
  let height = 0;
  let buildMs = 0;
  while (index.ownerCount < millions * 1e6) {
    const next = block(height++, true);
    const started = performance.now();
    index.graph.append(next);
    buildMs += performance.now() - started;
  }
  const blocks: number[] = [];
  for (let i = 0; i < 50; i++) {
    const next = block(height++, false);
    const started = performance.now();
    index.graph.append(next);
    blocks.push(performance.now() - started);
  }
  const undoStarted = performance.now();
  index.graph.undo(height - 6);
  const undoMs = performance.now() - undoStarted;
  const proven = measureProofs(index);
  const bare = {
    randomReads: await timeWalks(index.ownerCount, ADDRESSES_PER_BLOCK),
    walks: await timeWalks(proven.clusterSize, proven.clusterSize),
  };
  return { ...proven, ...bare, addresses: index.ownerCount, buildSeconds: buildMs / 1000, blocks, undoMs };
}

/** From place to place around one ring through all of them in no order, so many steps a round: each place is known only once the last is read. */
async function timeWalks(size: number, steps: number): Promise<number[]> {
  const order = Uint32Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const other = random.below(i + 1);
    [order[i], order[other]] = [order[other] ?? 0, order[i] ?? 0];
  }
  const next = new Uint32Array(size);
  for (let i = 0; i < size; i++) next[order[i] ?? 0] = order[(i + 1) % size] ?? 0;
  let at = 0;
  const walk = (): void => {
    for (let step = 0; step < steps; step++) at = next[at] ?? 0;
  };
  return await timeRounds(walk, 200);
}

function measureProofs(
  index: ClusterIndex,
): Omit<TipResult, 'addresses' | 'buildSeconds' | 'blocks' | 'undoMs' | 'randomReads' | 'walks'> {
  let largest = index.clusterOf(0, 'conservative');
  for (let number = 0; number < Math.min(index.ownerCount, 200_000); number++) {
    const cluster = index.clusterOf(number, 'conservative');
    if (cluster && cluster.size > (largest?.size ?? 0)) largest = cluster;
  }
  if (!largest) throw new Error('The index is empty.');
  const members = index.members(largest, { limit: largest.size });
  const proofs: number[] = [];
  let longestPath = 0;
  for (let i = 0; i < 200; i++) {
    const [a, b] = [members[random.below(members.length)] ?? 0, members[random.below(members.length)] ?? 0];
    const [from, to] = [index.owner(a), index.owner(b)];
    const started = performance.now();
    const steps = index.why(from, to, 'conservative');
    proofs.push(performance.now() - started);
    if (!steps) throw new Error('Two members of one cluster have no path.');
    longestPath = Math.max(longestPath, steps.length);
  }
  return { rssMiB: rss(), transactions: index.graph.transactions, clusterSize: largest.size, proofs, longestPath };
}

const [what, millions = '10'] = process.argv.slice(2);
console.log(JSON.stringify(what === 'unions' ? measureUnions(Number(millions)) : await measureTip(Number(millions))));
