import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LitecoinNode, startLitecoinNode } from '../../packages/ingest/src/testing/litecoin-node.ts';
import { type NodeBetween, openNodeBetween } from '../../packages/ingest/src/testing/node-between.ts';
import { describeWith } from '../needs.ts';
import { eventually } from './trailmark-process.ts';
import { type Alert, isInBlock, WatchingServer } from './watching-server.ts';

describeWith('litecoind', (path) => {
  const CHAIN = 'ltc-regtest';
  let node: LitecoinNode;
  let between: NodeBetween;
  let server: WatchingServer;
  let address: string;
  let miner: string;
  const pay = (to: string, amount: number) => node.call<string>('sendtoaddress', to, amount);
  const follow = () => ['ingest', CHAIN, '--rpc', between.url, '--rpc-user', node.user, '--filters'];
  /** Hashes of the blocks that were requested whole. */
  const fetched = () =>
    new Set(between.calls.filter((call) => call.startsWith('getblock ')).map((call) => call.slice(10, 74)));
  interface Health {
    readonly chain: string;
    readonly height: number;
    readonly filters: { readonly fetched: number } | null;
  }
  // What filters came to is of all agencies, and shown to who runs the installation.
  const health = async () => {
    const headers = { ...(await server.administrator()) };
    const { chains } = await server.read<{ chains: readonly Health[] }>('/watches/health', { headers });
    return chains.find(({ chain }) => chain === CHAIN);
  };

  beforeAll(async () => {
    node = await startLitecoinNode(path, ['-blockfilterindex=1']);
    await node.mine(2);
    // Neither belongs to the wallet, which would spend what it got.
    const toAddress = async (script: string) =>
      (await node.call<{ addresses: string[] }>('decodescript', script)).addresses[0] ?? '';
    miner = await toAddress(`0014${'aa'.repeat(20)}`);
    address = await toAddress(`0014${'bb'.repeat(20)}`);
    await node.mine(120, miner);
    between = await openNodeBetween(node.url);
    server = new WatchingServer(follow().slice(1), { TRAILMARK_RPC_PASSWORD: node.password });
    await server.start();
    await server.watch({ chain: CHAIN, subjects: [{ text: address }], confirmations: 2 });
  });
  afterAll(async () => {
    await server?.stop();
    between?.close();
    await node?.stop();
  });

  test('a watched payment alerts through filters alone, and no other block is requested', async () => {
    const txid = await pay(address, 1.25);
    const [paid] = await node.mine(1, miner);
    // The watch waits for a second confirmation: a block of which the header alone is known counts.
    await pay(await node.call<string>('getnewaddress'), 0.5);
    const [other] = await node.mine(1, miner);
    const seen = await server.until(1, isInBlock);
    const height = await node.call<number>('getblockcount');
    expect(seen.items).toMatchObject([{ txid, height: height - 1, title: '1.25000000 LTC into Watched' }]);
    expect(fetched()).toEqual(new Set([paid]));
    expect(fetched()).not.toContain(other);
    const state = await eventually(health, (found) => found?.height === height && found.filters?.fetched === 1);
    expect(state?.filters).toMatchObject({ fetched: 1, byChance: 0, undecided: 0, scripts: 1, warning: null });
  });

  test('after a kill the same alert is there once, and the next payment is found', async () => {
    await server.kill();
    const txid = await pay(address, 3);
    await node.mine(2, miner);
    await server.start();
    const seen = await server.until(2, isInBlock);
    expect(seen.items.map((alert) => alert.txid)).toContain(txid);
    expect(fetched().size).toBe(2);
  });

  test('a reorganisation of depth 2 takes the alert of its payment back', async () => {
    const txid = await pay(address, 2);
    await node.mine(2, miner);
    await server.until(3, isInBlock);
    const height = await node.call<number>('getblockcount');
    await node.call('invalidateblock', await node.call('getblockhash', height - 1));
    for (let block = 0; block < 3; block++) await node.call('generateblock', miner, []);
    const isOfIt = (alert: Alert) => alert.txid === txid && alert.retracted !== null;
    const back = await eventually(server.alerts, ({ items }) => items.some(isOfIt));
    expect(back.items.filter(isOfIt)).toMatchObject([{ retracted: { why: expect.stringContaining('(depth 2)') } }]);
    await node.mine(2, miner);
    const again = await server.until(3, isInBlock);
    expect(again.items.filter((alert) => alert.txid === txid && !isOfIt(alert))).toMatchObject([
      { height: height + 2 },
    ]);
  });

  test('a filter that breaks the chain of filter headers ends the following with a clear error', async () => {
    between.change = (result, { method }) =>
      method === 'getblockfilter' ? { ...(result as object), filter: '00' } : result;
    await pay(address, 1);
    await node.mine(1, miner);
    expect(await server.follower.ended()).toBe(1);
    expect(server.follower.output()).toContain('The chain of filter headers is broken');
    between.change = undefined;
  });
});
