import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountBlock } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import { AccountEngine } from '@trailmark/ingest/account/account-engine';
import { createAccountPort } from '@trailmark/ingest/account/account-port';
import type { AccountSource } from '@trailmark/ingest/account/account-source';
import type { AccountChainStore } from '@trailmark/store/account-facts/account-store';
import type { WriteStep } from '@trailmark/store/facts/chain-writer';
import {
  dumpAccountTables,
  type OpenAccountStore,
  openAccountStore,
} from '@trailmark/store/testing/account-store-harness';
import { randomAccountBlocks } from '@trailmark/store/testing/random-account-blocks';
import { beforeAll, expect, test } from 'vitest';

const FIRST = 100;

/** Random blocks as one chain that begins with `start`. */
function chainOf(seed: number, count: number, start: readonly AccountBlock[] = []): AccountBlock[] {
  const blocks = [...start];
  for (const block of randomAccountBlocks({ seed, blocks: count, firstHeight: FIRST + start.length })) {
    const parentHash = blocks.at(-1)?.hash ?? '00'.repeat(32);
    const hash = createHash('sha256').update(`${parentHash} ${seed}`).digest('hex');
    blocks.push({ ...block, parentHash, hash });
  }
  return blocks;
}

const main = chainOf(5, 12);
const fork = chainOf(6, 8, main.slice(0, 7));

function sourceOf(chain: readonly AccountBlock[]): AccountSource {
  const { height, hash } = chain.at(-1) as AccountBlock;
  return {
    description: 'node test',
    head: async () => ({ height, hash }),
    hashAt: async (at) => chain[at - FIRST]?.hash,
    async *blocks({ from, to }) {
      for (const block of chain.slice(from - FIRST, to - FIRST + 1)) yield [block];
    },
    close: async () => undefined,
  };
}

function engineOf(store: AccountChainStore, chain: readonly AccountBlock[]): AccountEngine {
  const { stagingDirectory } = store;
  const port = createAccountPort(store);
  return new AccountEngine({
    chain: 'eth',
    chainName: 'Ethereum',
    source: sourceOf(chain),
    port,
    stagingDirectory,
    fromHeight: FIRST,
  });
}

/** Reads in two looks, so that there is something below what is being written. */
async function readIn(store: AccountChainStore, chain: readonly AccountBlock[]): Promise<void> {
  await engineOf(store, chain.slice(0, 5)).catchUp();
  await engineOf(store, chain).catchUp();
}

async function cleanDump(chain: readonly AccountBlock[]): Promise<Record<string, string[]>> {
  const open = await openAccountStore();
  try {
    await readIn(open.store, chain);
    return await dumpAccountTables(open.host.facts);
  } finally {
    await open.close();
  }
}

let expected: Record<string, string[]>;
let expectedFork: Record<string, string[]>;
beforeAll(async () => {
  expected = await cleanDump(main);
  expectedFork = await cleanDump(fork);
});

/** Reads until the n-th time a step is reached and stops there for ever, as a killed process does. */
async function dieAt(
  directory: string,
  chain: readonly AccountBlock[],
  step: WriteStep,
  time: number,
): Promise<OpenAccountStore> {
  const reached = Promise.withResolvers<boolean>();
  let seen = 0;
  const onWriteStep = async (at: WriteStep): Promise<void> => {
    if (at !== step || ++seen < time) return;
    reached.resolve(true);
    await new Promise(() => undefined);
  };
  const dying = await openAccountStore({ onWriteStep }, directory);
  const ended = readIn(dying.store, chain).then(() => false);
  expect(await Promise.race([reached.promise, ended])).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return dying.reopen();
}

test.each([
  ['intent', 1],
  ['rows', 9],
  ['blocks', 2],
] as const)('a crash at step "%s" number %i of an ingest is repaired at the next start', async (step, time) => {
  const directory = mkdtempSync(join(tmpdir(), 'trailmark-crash-'));
  const open = await dieAt(directory, main, step, time);
  try {
    expect(existsSync(join(directory, 'chains', 'eth', 'account-intent.json'))).toBe(false);
    await engineOf(open.store, main).catchUp();
    expect(await dumpAccountTables(open.host.facts)).toEqual(expected);
  } finally {
    await open.close();
    rmSync(directory, { recursive: true, force: true });
  }
});

test.each([
  ['intent', 1],
  ['rows', 4],
] as const)('a crash at step "%s" number %i of a reorganisation ends with the winning branch', async (step, time) => {
  const directory = mkdtempSync(join(tmpdir(), 'trailmark-crash-'));
  const first = await openAccountStore({}, directory);
  await readIn(first.store, main);
  await first.host.close();
  const open = await dieAt(directory, fork, step, time);
  try {
    expect(open.store.reader.tip()?.height).toBe(FIRST + 6);
    await engineOf(open.store, fork).catchUp();
    expect(await dumpAccountTables(open.host.facts)).toEqual(expectedFork);
  } finally {
    await open.close();
    rmSync(directory, { recursive: true, force: true });
  }
});

test.each([
  ['intent', 2],
  ['rows', 10],
  ['blocks', 2],
] as const)('a failure at step "%s" number %i is overcome by the same engine without a restart', async (step, time) => {
  let seen = 0;
  const open = await openAccountStore({
    onWriteStep: async (at) => {
      if (at === step && ++seen === time) throw new AppError('unavailable', 'The store cannot be reached.');
    },
  });
  try {
    await engineOf(open.store, main.slice(0, 5)).catchUp();
    const engine = engineOf(open.store, main);
    await expect(engine.catchUp()).rejects.toMatchObject({ kind: 'unavailable' });
    await engine.catchUp();
    expect(await dumpAccountTables(open.host.facts)).toEqual(expected);
  } finally {
    await open.close();
  }
});
