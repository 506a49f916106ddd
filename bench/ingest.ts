import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chain, ensureChain, stageBlocks, stageOf, stageSample } from './chains.ts';
import {
  type Bar,
  ChildError,
  type ChildResult,
  lastJsonLine,
  median,
  missed,
  runScript,
  type Section,
} from './harness.ts';
import { installPeers } from './peers/install.ts';
import { ingest, TrailmarkServer } from './trailmark.ts';
import { verifyTotals } from './verify.ts';

const RATIO = 10;
const MEMORY_MIB = 1536;
const RUNS = 3;
const WORK = 'raw blocks to persisted, queryable address history, inputs resolved';
const MEMORY_WORK = 'peak memory of ingest';

interface PeerResult {
  readonly transactions: number;
  readonly seconds: number;
  readonly txPerSecond: number;
  readonly cpuSeconds: number;
  readonly peakRssMiB: number;
}

function temporary(): { path: string; [Symbol.dispose]: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'trailmark-bench-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

async function measureBcoin(peers: string, blocks: string, files: number): Promise<PeerResult> {
  using data = temporary();
  const script = join(import.meta.dirname, 'peers', 'bcoin.ts');
  const { stdout } = await runScript(script, [peers, blocks, String(files), data.path]);
  return lastJsonLine<PeerResult>(stdout);
}

async function measureOwn(blocks: string): Promise<ChildResult> {
  using data = temporary();
  return await ingest(blocks, data.path);
}

/** Killed in the middle without warning, then run again: the answers must be those of a run that was left alone. */
async function verifyCrashSafety(chain: Chain, seconds: number): Promise<Bar> {
  const work = 'killed in the middle of ingest, run again: totals of sampled and hot addresses';
  const bar = 'equal to the truth';
  using data = temporary();
  try {
    const blocks = stageBlocks(chain, 0);
    const wasKilled = await ingest(blocks, data.path, { killAfterSeconds: seconds * 0.6 }).then(
      () => false,
      (error: unknown) => error instanceof ChildError && error.message.includes('a signal'),
    );
    if (!wasKilled) throw new Error('The ingest was not killed in the middle.');
    await ingest(blocks, data.path);
    const server = await TrailmarkServer.start(data.path);
    try {
      const sample = stageSample(chain, 0);
      const differences = await verifyTotals(server, sample);
      const first = differences[0] ? `, first: ${differences[0]}` : '';
      const measured = `${differences.length} of ${sample.length} addresses differ${first}`;
      return { work, bar, measured, isMet: differences.length === 0 };
    } finally {
      await server.stop();
    }
  } catch (error) {
    return missed(work, bar, error);
  }
}

function memoryBar(transactions: number, { peakRssMiB }: ChildResult): Bar {
  const work = `${MEMORY_WORK}, ${(transactions / 1e6).toFixed(1)} M transactions`;
  return { work, measured: `${peakRssMiB} MiB`, bar: `<= ${MEMORY_MIB} MiB`, isMet: peakRssMiB <= MEMORY_MIB };
}

/** Ingest of the first stage of a chain against bcoin, then crash safety and correctness. */
export async function benchIngest(chain: Chain): Promise<Section> {
  const bar = `>= ${RATIO}x bcoin`;
  try {
    const peers = installPeers();
    const blocks = stageBlocks(chain, 0);
    const { transactions, files } = stageOf(chain, 0);
    const own = [await measureOwn(blocks)];
    const bcoin = await measureBcoin(peers, blocks, files);
    while (own.length < RUNS) own.push(await measureOwn(blocks));
    const seconds = median(own.map((run) => run.seconds));
    const rate = transactions / seconds;
    const ratio = rate / bcoin.txPerSecond;
    const measured = `${ratio.toFixed(1)}x (${Math.round(rate)} against ${bcoin.txPerSecond} tx/s)`;
    const largest = own.reduce((a, b) => (a.peakRssMiB > b.peakRssMiB ? a : b));
    const bars = [{ work: WORK, bar, measured, isMet: ratio >= RATIO }, memoryBar(transactions, largest)];
    bars.push(await verifyCrashSafety(chain, seconds));
    const figures = { transactions, own: own.map(({ stdout: _, ...run }) => run), bcoin };
    return { name: 'ingest', bars, figures };
  } catch (error) {
    return { name: 'ingest', bars: [missed(WORK, bar, error)], figures: null };
  }
}

/** Peak memory at several sizes of one chain, and how it grows. Minutes. */
export async function benchMemory(millions: readonly number[]): Promise<Section> {
  const sizes = millions.map((size) => size * 1e6).sort((a, b) => a - b);
  const bar = `<= ${MEMORY_MIB} MiB`;
  try {
    const transactions = sizes.at(-1) ?? 0;
    const plan = { transactions, seed: 2, hot: [10, 10_000, 1_000_000], stages: sizes.slice(0, -1) };
    const chain = await ensureChain(plan);
    const figures: { transactions: number; seconds: number; peakRssMiB: number }[] = [];
    const bars: Bar[] = [];
    for (const index of sizes.keys()) {
      const run = await measureOwn(stageBlocks(chain, index));
      const { transactions } = stageOf(chain, index);
      figures.push({ transactions, seconds: run.seconds, peakRssMiB: run.peakRssMiB });
      bars.push(memoryBar(transactions, run));
    }
    const [first, last] = [figures[0], figures.at(-1)];
    if (first && last && last !== first) {
      const slope = (last.peakRssMiB - first.peakRssMiB) / ((last.transactions - first.transactions) / 1e6);
      bars.push({
        work: `${MEMORY_WORK}, slope`,
        measured: `${slope.toFixed(1)} MiB per million`,
        bar: 'printed',
        isMet: true,
      });
    }
    return { name: 'memory', bars, figures };
  } catch (error) {
    return { name: 'memory', bars: [missed(MEMORY_WORK, bar, error)], figures: null };
  }
}
