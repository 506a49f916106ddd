import type { WatchView } from '@trailmark/api/contract/watch';
import type { Transaction } from '@trailmark/store/cases/casework';
import { sql } from '@trailmark/store/cases/sql';
import { lockCursor, putCursor } from '@trailmark/store/cases/watches/cursor-rows';
import { listReadingWatches } from '@trailmark/store/cases/watches/watch-rows';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { okOf } from '../testing/case-people.ts';
import { buildLedger, type RawBlock } from '../testing/ledger-builder.ts';
import { ADDRESS, coinbase, type Person, spend, txidOf } from '../testing/sample-ledger.ts';
import { WatchedWorld } from './testing/watched-world.ts';

let casework: TestCaseworkContext;
let world: WatchedWorld;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  world = await WatchedWorld.open(casework);
});

const gift = coinbase(0, { to: 'alice', coins: 50 });
const genesis: RawBlock = { height: 0, transactions: [gift] };
const blockAt = (height: number, miner: Person, ...transactions: Uint8Array[]): RawBlock => ({
  height,
  transactions: [coinbase(height, { to: miner, coins: 50 }), ...transactions],
});
const first = spend([[gift, 0]], { to: 'bob', coins: 10 }, { to: 'alice', coins: 40 });
const other = spend([[gift, 0]], { to: 'bob', coins: 11 }, { to: 'alice', coins: 39 });
const alice = { name: 'Alice', subjects: [{ text: ADDRESS.alice }] };
const countWaiting = async (tx: Transaction): Promise<number> =>
  (await tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM pg_locks WHERE NOT granted`)).count;
const valid = async () => (await world.alerts('open')).items.map(({ height, title }) => [height, title]);

test('blocks that are replaced between two blocks of one pass are read again, and their alerts retracted', async () => {
  const old = buildLedger('btc', [genesis, blockAt(1, 'carol', first), blockAt(2, 'carol')]);
  const replaced = buildLedger('btc', [genesis, blockAt(1, 'dave', other), blockAt(2, 'dave')]);
  let present = buildLedger('btc', [genesis]);
  world.serveLive(() => present);
  await world.readOn();
  await world.watch(alice);
  present = old;
  world.meanwhile = (step) => {
    if (step === 'commit') present = replaced;
  };
  await world.readOn();
  expect(await valid()).toEqual([[1, '11.00000000 BTC out of Alice']]);
  expect((await world.alerts()).counts).toMatchObject({ all: 2, retracted: 1 });
});

test('money that moved in a block whose writing failed is followed when the block is read again', async () => {
  const nobody = Uint8Array.of(0x76, 0xa9, 0x14, ...new Uint8Array(20).fill(101), 0x88, 0xac);
  const mined = coinbase(1, { to: 'alice', coins: 50 });
  const moved = spend([[mined, 0]], { to: nobody, coins: 50 });
  const spent = spend([[moved, 0]], { to: 'frank', coins: 49 });
  const start: RawBlock[] = [genesis, { height: 1, transactions: [mined] }];
  world.setBlocks(start);
  await world.readOn();
  await world.watch({ name: 'Loss', kind: 'frontier', subjects: [{ text: `${txidOf(mined)}:0` }] });
  world.setBlocks([...start, blockAt(2, 'carol', moved)]);
  let failures = 1;
  world.meanwhile = (step) => {
    if (step === 'cursor-move' && failures-- > 0) throw new Error('The database is away.');
  };
  await expect(world.readOn()).rejects.toThrow(/database/);
  await world.readOn();
  // A server that starts again knows what is stored.
  world.restart();
  world.setBlocks([...start, blockAt(2, 'carol', moved), blockAt(3, 'carol', spent)]);
  await world.readOn();
  expect((await valid()).map(([height]) => height)).toEqual([3, 2]);
});

test('the first block that comes to a chain after its first watch is read', async () => {
  world.setBlocks([genesis]);
  await world.watch(alice);
  world.setBlocks([genesis, blockAt(1, 'carol', first)]);
  await world.readOn();
  expect(await valid()).toEqual([[1, '10.00000000 BTC out of Alice']]);
});

test.each(['made', 'started again'])(
  'a watch that is %s while a block is being stored begins after it',
  async (how) => {
    world.setBlocks([genesis]);
    await world.readOn();
    const ready = await world.watch(alice);
    const state = async (version: number, to: string) =>
      okOf<WatchView>(await world.owner.post(`/watches/${ready.id}/state`, { version, state: to }));
    const paused = await state(1, 'paused');
    const { store } = casework;
    let begin: Promise<unknown> = Promise.resolve();
    await store.transact({ kind: 'system' }, async (tx) => {
      await lockCursor(tx, 'btc');
      let isDone = false;
      begin = (how === 'made' ? world.watch(alice) : state(paused.version, 'watching')).finally(() => {
        isDone = true;
      });
      // It waits for the block, or did not.
      const waits = () => store.transact({ kind: 'system' }, countWaiting);
      while (!isDone && (await waits()) === 0);
      const at = casework.now();
      await putCursor(tx, { chain: 'btc', height: 7, hash: 'aa', seenAt: at, at });
    });
    await begin;
    const rows = await store.transact({ kind: 'system' }, listReadingWatches);
    expect(rows.map(({ fromHeights }) => fromHeights.btc)).toEqual([8]);
  },
);
