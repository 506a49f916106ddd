import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { buildLedger, type RawBlock } from '../testing/ledger-builder.ts';
import { ADDRESS, coinbase, spend } from '../testing/sample-ledger.ts';
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
const blockAt = (height: number, miner: string, ...transactions: Uint8Array[]): RawBlock => ({
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
