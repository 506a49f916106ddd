import type { Owner } from '@trailmark/core/owner';
import { ownerKey } from '@trailmark/core/owner';
import { expect, test } from 'vitest';
import { BlockIndex } from '../block-index.ts';
import type { ReadScope } from './scope.ts';
import { TotalsCache } from './totals-cache.ts';

const [ALICE, BOB] = [1, 2].map((n): Owner => ({ type: 'p2pkh', payload: new Uint8Array(20).fill(n) })) as [
  Owner,
  Owner,
];

/** A store whose rows say 5 received for everybody, and whose answers wait until they are let go. */
function createScope(): { scope: ReadScope; release: () => void; blocks: BlockIndex; asked: () => number } {
  const blocks = new BlockIndex();
  let waiting: (() => void)[] = [];
  let count = 0;
  const facts = {
    async query(_: string, { parameters }: { parameters: { prefixes?: readonly bigint[] } }) {
      count++;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return [ALICE, BOB]
        .map((owner) => ownerKey(owner))
        .filter(({ prefix }) => parameters.prefixes?.includes(prefix))
        .map(({ prefix, rest }) => [String(prefix), String(rest), '5', '0', '0', 1, 1, 0, 0, '7', '7', 0]);
    },
  };
  const release = (): void => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return { scope: { facts, blocks, database: 'x' } as unknown as ReadScope, release, blocks, asked: () => count };
}

async function ask(cache: TotalsCache, release: () => void, owners: readonly Owner[]): Promise<number> {
  const answer = cache.totals(owners);
  setTimeout(release, 1);
  return (await answer).size;
}

test('totals are queried once while no block comes or goes, and again after one did', async () => {
  const { scope, release, blocks, asked } = createScope();
  const cache = new TotalsCache(scope);
  expect(await ask(cache, release, [ALICE])).toBe(1);
  const before = asked();
  expect((await cache.totals([ALICE])).size).toBe(1);
  expect(asked()).toBe(before);
  blocks.version++;
  expect(await ask(cache, release, [ALICE])).toBe(1);
  expect(asked()).toBe(before + 1);
});

test('an owner that was cached is not lost when a block comes while another is requested', async () => {
  const { scope, release, blocks } = createScope();
  const cache = new TotalsCache(scope);
  await ask(cache, release, [ALICE]);
  const both = cache.totals([ALICE, BOB]);
  blocks.version++;
  const other = cache.totals([BOB]);
  release();
  expect((await both).size).toBe(2);
  expect((await other).size).toBe(1);
});

test('what was read while a block came is not kept', async () => {
  const { scope, release, blocks, asked } = createScope();
  const cache = new TotalsCache(scope);
  const first = cache.totals([ALICE]);
  blocks.version++;
  release();
  await first;
  const before = asked();
  await ask(cache, release, [ALICE]);
  expect(asked()).toBe(before + 1);
});

test('nothing was there before the first transaction', async () => {
  const { scope } = createScope();
  expect(await new TotalsCache(scope).balanceAt(ALICE, -1)).toBe(0n);
});
