import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnvilNode, findAnvil, startAnvil } from '../../packages/ingest/src/testing/anvil-node.ts';
import { type LitecoinNode, startLitecoinNode } from '../../packages/ingest/src/testing/litecoin-node.ts';
import { describeWith } from '../needs.ts';
import { eventually } from './trailmark-process.ts';
import { type Alert, isInBlock, WatchingServer } from './watching-server.ts';

describeWith('litecoind', (path) => {
  const CHAIN = 'ltc-regtest';
  let node: LitecoinNode;
  let server: WatchingServer;
  let address: string;
  /** Gets what is mined, and belongs to no wallet. */
  let miner: string;
  const pay = (amount: number) => node.call<string>('sendtoaddress', address, amount);

  beforeAll(async () => {
    node = await startLitecoinNode(path);
    // One coin for all of it, long mature: a payment of a younger one is no longer valid when blocks are taken back.
    await node.mine(1);
    const { addresses } = await node.call<{ addresses: string[] }>('decodescript', `0014${'aa'.repeat(20)}`);
    [miner] = addresses as [string];
    await node.mine(120, miner);
    const args = [CHAIN, '--rpc', node.url, '--rpc-user', node.user];
    server = new WatchingServer(args, { TRAILMARK_RPC_PASSWORD: node.password });
    await server.start();
    address = await node.call<string>('getnewaddress', '', 'bech32');
    await server.watch({ chain: CHAIN, subjects: [{ text: address }], confirmations: 0 });
  });
  afterAll(async () => {
    await server?.stop();
    await node?.stop();
  });

  test('a watched payment alerts unconfirmed, and is the same alert in its block', async () => {
    const txid = await pay(1.25);
    const seen = await server.until(1);
    expect(seen.items).toMatchObject([{ txid, height: null, title: '1.25000000 LTC into Watched' }]);
    await node.mine(1, miner);
    const mined = await server.until(1, isInBlock);
    expect(mined.items).toMatchObject([{ id: seen.items[0]?.id, txid, height: await node.call('getblockcount') }]);
  });

  test('three blocks that are taken back take the alert of their payment back, and it alerts again in another block', async () => {
    const txid = await pay(2);
    await node.mine(3, miner);
    await server.until(2, isInBlock);
    const height = await node.call<number>('getblockcount');
    await node.call('invalidateblock', await node.call('getblockhash', height - 2));
    // More blocks than before, without the payment: it waits at the node again.
    for (let block = 0; block < 4; block++) await node.call('generateblock', miner, []);
    const isOfIt = (alert: Alert) => alert.txid === txid && alert.retracted !== null;
    // The list and the counts are read one after the other.
    const back = await eventually(server.alerts, ({ items }) => items.some(isOfIt));
    expect(back.items.filter(isOfIt)).toMatchObject([{ retracted: { why: expect.stringContaining('(depth 3)') } }]);
    await node.mine(1, miner);
    const again = await server.until(2, isInBlock);
    expect(again.items.filter((alert) => alert.txid === txid && !isOfIt(alert))).toMatchObject([
      { height: height + 2 },
    ]);
  });
});

const anvil = findAnvil();
if (!anvil) test.skip('skipped: needs anvil', () => undefined);
describe.runIf(anvil !== undefined)('with anvil', () => {
  let node: AnvilNode;
  let server: WatchingServer;
  beforeAll(async () => {
    node = await startAnvil(anvil as string);
    await node.send({ to: node.accounts[1] ?? '', value: 1n });
    server = new WatchingServer(['eth', '--rpc', node.url]);
    await server.start();
  });
  afterAll(async () => {
    await server?.stop();
    await node?.stop();
  });

  test('a watched account alerts each payment, once, also after a kill, and a replaced block takes its alerts back', async () => {
    const [, second, third] = node.accounts;
    await server.watch({ chain: 'eth', subjects: [{ text: second }] });
    const ether = 10n ** 18n;
    const snapshot = await node.call<string>('evm_snapshot');
    for (const count of [1n, 2n, 3n]) await node.send({ to: second ?? '', value: count * ether });
    const { items } = await server.until(3);
    expect(items.map(({ title }) => title)).toEqual(
      [3, 2, 1].map((count) => `${count}.000000000000000000 ETH into Watched`),
    );
    await server.kill();
    await server.start();
    await server.until(3);
    // The node goes back three blocks and mines five others.
    await node.call('evm_revert', snapshot);
    for (let block = 0; block < 5; block++) await node.send({ to: third ?? '', value: 1n });
    await eventually(server.alerts, ({ counts }) => counts.retracted === 3);
    await node.send({ to: second ?? '', value: 5n * ether });
    const after = await server.until(1);
    expect(after.counts).toMatchObject({ all: 4, retracted: 3 });
  });
});
