import type { WatchHealthView, WatchView } from '@trailmark/api/contract/watch';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { okOf } from '../testing/case-people.ts';
import { type ClusterHost, createClusterHost } from '../testing/cluster-host.ts';
import { buildLedger, type RawBlock } from '../testing/ledger-builder.ts';
import { ADDRESS, coinbase, spend } from '../testing/sample-ledger.ts';
import { WatchedWorld } from './testing/watched-world.ts';

let casework: TestCaseworkContext;
let world: WatchedWorld;
const hosts: ClusterHost[] = [];
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(async () => {
  for (const host of hosts) await host.close();
  await casework.close();
});
beforeEach(async () => {
  await casework.clear();
  world = await WatchedWorld.open(casework);
});

/** Clusters that have read so many blocks. */
async function infer(blocks: readonly RawBlock[]): Promise<void> {
  const host = createClusterHost('btc', buildLedger('btc', blocks));
  hosts.push(host);
  await host.catchUp();
  world.inferred.clusters = host.get();
}

const gifts = coinbase(0, { to: 'alice', coins: 20 }, { to: 'bob', coins: 30 });
const more = coinbase(1, { to: 'erin', coins: 50 });
const start: RawBlock[] = [
  { height: 0, transactions: [gifts] },
  { height: 1, transactions: [more] },
];
const blockAt = (height: number, ...transactions: Uint8Array[]): RawBlock => ({
  height,
  transactions: [coinbase(height, { to: 'carol', coins: 50 }), ...transactions],
});
/** Alice and erin spend together: erin is of her cluster from then on. */
const joined = spend(
  [
    [gifts, 0],
    [more, 0],
  ],
  { to: 'frank', coins: 10 },
  { to: 'erin', coins: 60 },
);
const paidByBob = spend([[gifts, 1]], { to: 'frank', coins: 30 });
const paidByErin = spend([[joined, 1]], { to: 'frank', coins: 60 });
const blocks = [...start, blockAt(2, joined, paidByBob), blockAt(3, paidByErin), blockAt(4)];
const titles = async () => (await world.alerts()).items.map(({ title, height }) => `${height} ${title}`).sort();
const cluster = { name: 'Group', kind: 'cluster', subjects: [{ text: ADDRESS.alice }] };
const readWatch = async (id: string) => okOf<WatchView>(await world.owner.get(`/watches/${id}`));
const btc = async () => {
  const { chains } = okOf<WatchHealthView>(await world.owner.get('/watches/health'));
  return chains.find(({ chain }) => chain === 'btc');
};

async function watchBoth(): Promise<WatchView> {
  world.setBlocks(start);
  await infer(start);
  await world.readOn();
  await world.watch({ name: 'Bob', subjects: [{ text: ADDRESS.bob }] });
  return world.watch(cluster);
}

describe('a watch that fails', () => {
  test('holds up no other watch, says why, and reads what it missed when it works again', async () => {
    const watch = await watchBoth();
    world.inferred.clusters = undefined;
    world.setBlocks(blocks);
    await world.readOn();
    // What it knows of its cluster is watched on.
    expect(await titles()).toEqual(['2 20.00000000 BTC out of Group', '2 30.00000000 BTC out of Bob']);
    const { faults } = await readWatch(watch.id);
    expect(faults).toMatchObject([{ fromHeight: 2, text: expect.stringMatching(/no clusters of Bitcoin/) }]);
    expect(await btc()).toMatchObject({ height: 4, watches: 2, faulty: 1, fault: null });
    await infer(blocks);
    world.restart();
    casework.advance(700_000);
    await world.readOn();
    // What was raised stays as it was raised.
    expect(await titles()).toEqual([
      '2 20.00000000 BTC out of Group',
      '2 30.00000000 BTC out of Bob',
      '3 60.00000000 BTC out of Group',
    ]);
    expect((await readWatch(watch.id)).faults).toEqual([]);
    expect(await btc()).toMatchObject({ faulty: 0 });
  });

  test('waits longer after each try, and is not tried between', async () => {
    const watch = await watchBoth();
    world.inferred.clusters = undefined;
    world.setBlocks(blocks);
    await world.readOn();
    await infer(blocks);
    await world.readOn();
    expect((await readWatch(watch.id)).faults).toHaveLength(1);
    casework.advance(1_000);
    await world.readOn();
    expect((await readWatch(watch.id)).faults).toEqual([]);
  });

  test('starts without a fault when it is paused and starts again', async () => {
    const watch = await watchBoth();
    world.inferred.clusters = undefined;
    world.setBlocks(blocks);
    await world.readOn();
    const path = `/watches/${watch.id}/state`;
    const paused = okOf<WatchView>(await world.owner.post(path, { version: 1, state: 'paused' }));
    const resumed = okOf<WatchView>(await world.owner.post(path, { version: paused.version, state: 'watching' }));
    expect(resumed.faults).toEqual([]);
  });
});

test('a member that its cluster gets after the block was read is watched, and what it did since alerts', async () => {
  await watchBoth();
  world.setBlocks(blocks);
  await world.readOn();
  expect(await titles()).toEqual(['2 20.00000000 BTC out of Group', '2 30.00000000 BTC out of Bob']);
  await infer(blocks);
  world.restart();
  await world.readOn();
  expect(await titles()).toContain('3 60.00000000 BTC out of Group');
});

test('a chain that cannot be read says why', async () => {
  await watchBoth();
  world.setBlocks(blocks);
  world.onFailure = () => undefined;
  let failures = 1;
  world.meanwhile = (step) => {
    if (step === 'read' && failures-- > 0) throw new Error('secret of the server');
  };
  const { signal } = new AbortController();
  await world.watcher.pass(signal);
  expect(await btc()).toMatchObject({
    fault: 'The server failed. Its log states why.',
    note: expect.stringMatching(/^Not read: /),
  });
  await world.readOn();
  expect(await btc()).toMatchObject({ height: 4, fault: null });
});
