import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LockHolder } from '@trailmark/store/data-lock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateChain } from '../../bench/generate-chain.ts';
import { verifyChain } from '../../packages/server/src/cli/verify-chain.ts';
import { CHAIN, dumpTables, openLedger, temporaryDirectory } from '../ledger/ledger-harness.ts';
import { PROGRAM } from '../program.ts';

const KILLS = Number(process.env.TRAILMARK_TEST_KILLS ?? 20);
const directory = temporaryDirectory();
const blocks = join(directory, 'blocks');
let tip = 0;
let wholeRunMs = 0;

interface Run {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Everything it printed, and its exit code; null after a signal. */
  readonly ended: Promise<{ code: number | null; text: string }>;
}

function trailmark(...args: readonly string[]): Run {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, text }));
  return { child, pid: child.pid ?? 0, ended };
}

function ingest(dataDir: string, ...more: readonly string[]): Run {
  return trailmark('ingest', CHAIN, '--blocks', blocks, '--data-dir', dataDir, ...more);
}

async function dumpOf(dataDir: string): Promise<Record<string, string[]>> {
  const ledger = await openLedger({}, dataDir);
  const report = await verifyChain(ledger.store.reader);
  expect(report.blocks).toBe(tip + 1);
  const dump = await dumpTables(ledger.facts);
  await ledger.close();
  return dump;
}

beforeAll(async () => {
  mkdirSync(blocks);
  const meta = generateChain({ directory: blocks, transactions: 5000, seed: 7, hot: [], stages: [], hasTruth: false });
  tip = (meta.stages.at(-1)?.blocks ?? 0) - 1;
  const started = performance.now();
  const { code, text } = await ingest(join(directory, 'whole')).ended;
  wholeRunMs = performance.now() - started;
  expect({ code, text }).toMatchObject({ code: 0 });
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test(
  `an ingest killed ${KILLS} times at random instants ends with the same index`,
  async () => {
    const dataDir = join(directory, 'killed');
    let [killed, state] = [0, 12345];
    for (let round = 1; round <= KILLS; round++) {
      // Each round may go a little further, so that many runs have something to commit when they die.
      const run = ingest(dataDir, '--to', String(Math.floor((tip * round) / (KILLS + 1))));
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      await Promise.race([sleep(wholeRunMs * (0.3 + 0.7 * (state / 2 ** 31))), run.ended]);
      run.child.kill('SIGKILL');
      if ((await run.ended).code === null) killed++;
    }
    expect(killed).toBeGreaterThan(0);
    expect(await ingest(dataDir).ended).toMatchObject({ code: 0 });
    expect(existsSync(join(dataDir, 'trailmark.lock'))).toBe(false);
    const dump = await dumpOf(dataDir);
    const expected = await dumpOf(join(directory, 'whole'));
    expect(dump).toEqual(expected);
  },
  KILLS * 12_000,
);

async function readLock(dataDir: string): Promise<LockHolder> {
  for (let tries = 0; tries < 400; tries++) {
    const path = join(dataDir, 'trailmark.lock');
    if (existsSync(path)) {
      const holder = JSON.parse(readFileSync(path, 'utf8')) as LockHolder;
      if (holder.control) return holder;
    }
    await sleep(50);
  }
  throw new Error('No lock file appeared.');
}

test('a living holder is named and refuses others, and the lock of a killed one is taken over', async () => {
  const dataDir = join(directory, 'locked');
  const first = ingest(dataDir, '--follow', '--to', '3');
  const holder = await readLock(dataDir);
  expect(holder.pid).toBe(first.pid);
  const second = await trailmark('status', '--data-dir', dataDir).ended;
  expect(second.code).toBe(1);
  expect(second.text).toContain(`process ${first.pid}`);
  expect(second.text).toContain('in use');
  first.child.kill('SIGKILL');
  await first.ended;
  expect(existsSync(join(dataDir, 'trailmark.lock'))).toBe(true);
  expect(await trailmark('status', '--data-dir', dataDir).ended).toMatchObject({ code: 0 });
  expect(existsSync(join(dataDir, 'trailmark.lock'))).toBe(false);
});

test('a process id that was given to another process does not hold the folder', async () => {
  const dataDir = join(directory, 'reused');
  mkdirSync(dataDir, { recursive: true });
  const stat = readFileSync(`/proc/${process.pid}/stat`, 'utf8');
  const startTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const own = { pid: process.pid, startTicks, bootId, command: 'serve', since: '2026-01-01T00:00:00.000Z' };
  const path = join(dataDir, 'trailmark.lock');
  writeFileSync(path, JSON.stringify(own));
  const refused = await trailmark('status', '--data-dir', dataDir).ended;
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.text).toContain(`process ${process.pid}`);
  writeFileSync(path, JSON.stringify({ ...own, startTicks: String(Number(startTicks) - 100) }));
  expect(await trailmark('status', '--data-dir', dataDir).ended).toMatchObject({ code: 0 });
  writeFileSync(path, JSON.stringify({ ...own, bootId: 'another boot' }));
  expect(await trailmark('status', '--data-dir', dataDir).ended).toMatchObject({ code: 0 });
  writeFileSync(path, '{"pid": 1');
  expect(await trailmark('status', '--data-dir', dataDir).ended).toMatchObject({ code: 0 });
});
