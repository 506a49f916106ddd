import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnvilNode, findAnvil, startAnvil } from '../packages/ingest/src/testing/anvil-node.ts';
import { timeBlockToAnswer } from './account/block-to-answer.ts';
import { type FilledChain, fillNode } from './account/fill-node.ts';
import { timePonder } from './account/ponder.ts';
import {
  type Bar,
  CannotMeasure,
  formatMost,
  lastJsonLine,
  median,
  missed,
  runScript,
  type Section,
  timesBar,
} from './harness.ts';
import { installPeers } from './peers/install.ts';

const RUNS = 3;
const LIMITS = { squid: 1.5, ponderCached: 8, ponderCold: 25, growth: 1.25, answer: { most: 7.5, target: 2_000 } };
const SUBJECT = join(import.meta.dirname, 'account', 'subject.ts');
const SQUID = join(import.meta.dirname, 'account', 'squid.ts');

interface SubjectLine {
  readonly seconds: number;
  readonly blocks: number;
  readonly moves: number;
}

async function timeOwn(node: AnvilNode, chain: FilledChain, depth: string): Promise<{ seconds: number; peak: number }> {
  const directory = mkdtempSync(join(tmpdir(), 'account-bench-'));
  try {
    const sender = (node.accounts[0] ?? '').slice(2);
    const run = await runScript(SUBJECT, [node.url, directory, depth, sender]);
    const { seconds, blocks, moves } = lastJsonLine<SubjectLine>(run.stdout);
    if (blocks !== chain.blocks + 1 || moves < chain.logs) {
      throw new Error(`${blocks} blocks and ${moves} moves instead of ${chain.blocks + 1} and ${chain.logs}.`);
    }
    return { seconds, peak: run.peakRssMiB };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function timeSquid(node: AnvilNode, chain: FilledChain): Promise<number> {
  const run = await runScript(SQUID, [installPeers('squid'), node.url, chain.token, String(chain.blocks)]);
  const { logs, seconds } = lastJsonLine<{ logs: number; seconds: number }>(run.stdout);
  if (logs !== chain.logs) throw new Error(`Subsquid read ${logs} logs instead of ${chain.logs}.`);
  return seconds;
}

/** The bar against one peer; a peer that does not run is a miss. */
function compare(work: string, own: number, peer: number | Error, limit: number): Bar {
  const bar = `at least ${limit}x`;
  if (peer instanceof Error) return missed(work, bar, peer);
  const ratio = peer / own;
  const measured = `${ratio.toFixed(1)}x (${own.toFixed(2)} s against ${peer.toFixed(2)} s)`;
  return { work, bar, measured, isMet: ratio >= limit };
}

async function attempt<T>(work: () => Promise<T>): Promise<T | Error> {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Runs that alternate, so that what else the machine does meets both alike. */
async function alternate(node: AnvilNode, chain: FilledChain) {
  const own: number[] = [];
  const squid: (number | Error)[] = [];
  let peak = 0;
  for (let run = 0; run < RUNS; run++) {
    const mine = await timeOwn(node, chain, 'logs');
    own.push(mine.seconds);
    peak = Math.max(peak, mine.peak);
    squid.push(await attempt(() => timeSquid(node, chain)));
  }
  const failed = squid.find((result) => result instanceof Error);
  return { own: median(own), squid: failed ?? median(squid as number[]), peak, runs: { own, squid } };
}

/** Peak memory over a chain twice as long against that over the first half of it. */
async function compareMemory(node: AnvilNode, chain: FilledChain, half: number) {
  const work = 'memory with twice as many transfers';
  const bar = `at most ${LIMITS.growth}x`;
  const peaks = await attempt(async () => {
    const more = await fillNode(node);
    const longer = { ...more, logs: more.logs + chain.logs };
    return { half, whole: (await timeOwn(node, longer, 'logs')).peak };
  });
  if (peaks instanceof Error) return { bar: missed(work, bar, peaks), peaks: undefined };
  const ratio = peaks.whole / peaks.half;
  const measured = `${ratio.toFixed(2)}x (${peaks.whole} MiB against ${peaks.half} MiB)`;
  return { bar: { work, bar, measured, isMet: ratio <= LIMITS.growth }, peaks };
}

/** From a mined block to an answer that counts it. */
async function checkFollowing(node: AnvilNode) {
  const work = 'from block to answer';
  const about = { ...LIMITS.answer, figure: 'slowest of 20' };
  const name = 'a loop that only looks for the block as often';
  const times = await attempt(() => timeBlockToAnswer(node));
  if (times instanceof Error) return { bar: missed(work, formatMost(about, name), times), times: undefined };
  const { answer, seen } = times;
  const note = `p50 ${answer.p50.toFixed(0)} ms`;
  return { bar: timesBar({ ...about, work, milliseconds: answer.max, base: { name, times: seen }, note }), times };
}

/** 100,000 Transfer logs from a development node into persisted, queryable history, against two indexers in the same run. */
export async function benchAccountLogs(): Promise<Section> {
  const name = 'Ethereum: 100,000 token transfers from a node to queryable history';
  const anvil = findAnvil();
  if (!anvil) return { name, bars: [missed(name, 'runs', new CannotMeasure('anvil is not installed'))], figures: {} };
  const node = await startAnvil(anvil, ['--gas-limit', '60000000']);
  try {
    const chain = await fillNode(node);
    const { own, squid, peak, runs } = await alternate(node, chain);
    const whole = await timeOwn(node, chain, 'traces');
    const ponder = await attempt(() => timePonder(installPeers('ponder'), node.url, chain));
    const memory = await compareMemory(node, chain, peak);
    const following = await checkFollowing(node);
    const [cold, cached] = ponder instanceof Error ? [ponder, ponder] : [ponder.cold, ponder.cached];
    return {
      name,
      bars: [
        compare('against Subsquid (in memory)', own, squid, LIMITS.squid),
        compare('against Ponder with its cache', own, cached, LIMITS.ponderCached),
        compare('against Ponder without it', own, cold, LIMITS.ponderCold),
        memory.bar,
        following.bar,
      ],
      figures: {
        chain,
        own: { seconds: own, logsPerSecond: Math.round(chain.logs / own), peakRssMiB: peak },
        wholeDepth: whole,
        runs,
        ponder,
        peaks: memory.peaks,
        following: following.times,
      },
    };
  } finally {
    await node.stop();
  }
}
