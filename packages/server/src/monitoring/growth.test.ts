import type { WatchView } from '@trailmark/api/contract/watch';
import { ownerScript } from '@trailmark/chains/utxo/script';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { okOf } from '../testing/case-people.ts';
import type { RawBlock } from '../testing/ledger-builder.ts';
import { createSampleLabels } from '../testing/sample-labels.ts';
import { coinbase, type Person, spend, txidOf } from '../testing/sample-ledger.ts';
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

const nobody = (number: number): Uint8Array =>
  ownerScript({ type: 'p2pkh', payload: new Uint8Array(20).fill(number) }) ?? new Uint8Array();
const blockAt = (height: number, ...transactions: Uint8Array[]): RawBlock => ({
  height,
  transactions: [coinbase(height, { to: 'carol', coins: 50 }), ...transactions],
});
const gift = coinbase(1, { to: 'alice', coins: 50 });
const START: readonly RawBlock[] = [blockAt(0), { height: 1, transactions: [gift] }];
const pay = (of: Uint8Array, to: Person | Uint8Array, coins: number) => spend([[of, 0]], { to, coins });
const first = pay(gift, nobody(101), 49);
const second = pay(first, nobody(102), 48);
const third = pay(second, nobody(103), 47);
const frontier = { name: 'Loss', kind: 'frontier', subjects: [{ text: `${txidOf(gift)}:0` }] };
const heights = async () => (await world.alerts('open')).items.map(({ height }) => height);
const setState = async (watch: WatchView, state: string) =>
  okOf<WatchView>(await world.owner.post(`/watches/${watch.id}/state`, { version: watch.version, state }));

test('money that moved while a watch was paused is watched at its new holder when it starts again', async () => {
  world.setBlocks(START);
  await world.readOn();
  const watch = await world.watch(frontier);
  await world.readOn();
  const paused = await setState(watch, 'paused');
  world.setBlocks([...START, blockAt(2, first), blockAt(3, second)]);
  await world.readOn();
  await setState(paused, 'watching');
  await world.readOn();
  world.setBlocks([...START, blockAt(2, first), blockAt(3, second), blockAt(4, third)]);
  await world.readOn();
  expect(await heights()).toEqual([4]);
});

test('money that moves while a watch is being made is watched at its new holder', async () => {
  const moved = [...START, blockAt(2, first)];
  world.setBlocks(moved);
  await world.readOn();
  // The subject is read as of the block before, and the watch stored after this one was read.
  world.setBlocks(START);
  await world.watch(frontier);
  world.setBlocks(moved);
  await world.readOn();
  world.setBlocks([...moved, blockAt(3, second)]);
  await world.readOn();
  expect(await heights()).toEqual([3]);
});

test('money beyond a service is followed when the label of the service is removed, and that it was reached is taken back', async () => {
  const toService = pay(gift, 'bob', 49);
  const beyond = pay(toService, nobody(104), 48);
  const last = pay(beyond, nobody(105), 47);
  world.setBlocks(START);
  await world.readOn();
  await world.watch(frontier);
  world.setBlocks([...START, blockAt(2, toService), blockAt(3, beyond)]);
  await world.readOn();
  expect((await world.alerts()).items[0]?.title).toMatch(/reached Sample Exchange/);
  world.labels = createSampleLabels([]);
  await world.readOn();
  const { items } = await world.alerts();
  expect(items.filter(({ retracted }) => retracted).map(({ title, retracted }) => [title, retracted?.why])).toEqual([
    ['49.00000000 BTC reached Sample Exchange', 'Labels changed: none states a known party at this payment any more.'],
  ]);
  world.setBlocks([...START, blockAt(2, toService), blockAt(3, beyond), blockAt(4, last)]);
  await world.readOn();
  expect(await heights()).toContain(4);
  expect(await heights()).toContain(3);
});
