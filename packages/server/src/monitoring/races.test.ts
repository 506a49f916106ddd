import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
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
