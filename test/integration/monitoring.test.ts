import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnvilNode, findAnvil, startAnvil } from '../../packages/ingest/src/testing/anvil-node.ts';
import { type LitecoinNode, startLitecoinNode } from '../../packages/ingest/src/testing/litecoin-node.ts';
import { describeWith } from '../needs.ts';
import {
  eventually,
  startServer,
  startTrailmark,
  type TrailmarkProcess,
  type TrailmarkServer,
} from './trailmark-process.ts';

interface Alert {
  readonly id: string;
  readonly title: string;
  readonly height: number | null;
  readonly txid: string;
  readonly retracted: { readonly why: string } | null;
}
interface Alerts {
  readonly items: readonly Alert[];
  readonly counts: { readonly all: number; readonly open: number; readonly retracted: number };
}

/** A server that follows a node and watches for a case; it can be killed and started again. */
class WatchingServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'trailmark-monitoring-'));
  readonly #ingest: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  #server: TrailmarkServer | undefined;
  #follower: TrailmarkProcess | undefined;
  #case = '';

  constructor(ingest: readonly string[], env: Readonly<Record<string, string>> = {}) {
    // The embedded database may run as another user, who has to get here.
    chmodSync(this.#folder, 0o755);
    [this.#ingest, this.#env] = [ingest, env];
  }

  get #running(): TrailmarkServer {
    if (!this.#server) throw new Error('The server is not running.');
    return this.#server;
  }

  async start(): Promise<void> {
    const dataDir = join(this.#folder, 'data');
    this.#server = await startServer(dataDir);
    const args = ['ingest', ...this.#ingest, '--follow', '--poll', '1', '--data-dir', dataDir];
    this.#follower = startTrailmark(args, this.#env);
    await this.#follower.waitFor(/following/);
    if (this.#case === '')
      this.#case = (await this.post<{ id: string }>('/cases', { template: 'investment-fraud', title: 'Watch' })).id;
  }

  /** As a machine that loses its power. */
  async kill(): Promise<void> {
    process.kill(this.#running.pid, 'SIGKILL');
    await Promise.all([this.#running.ended(), this.#follower?.ended()]);
  }

  async stop(): Promise<void> {
    await this.#follower?.stop();
    await this.#server?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #read<T>(path: string, init?: RequestInit): Promise<T> {
    const answer = await this.#running.ask(`/api/v1${path}`, init);
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return JSON.parse(text) as T;
  }

  post<T>(path: string, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    return this.#read<T>(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  watch(body: object): Promise<unknown> {
    return this.post(`/cases/${this.#case}/watches`, { name: 'Watched', kind: 'addresses', folds: [], ...body });
  }

  alerts = (): Promise<Alerts> => this.#read<Alerts>('/alerts?view=all&limit=200');

  /** Waits until so many alerts are valid, and as many in blocks as they should be. */
  until(valid: number, fits: (alert: Alert) => boolean = () => true): Promise<Alerts> {
    return eventually(this.alerts, ({ items }) => {
      const open = items.filter(({ retracted }) => retracted === null);
      return open.length === valid && open.every(fits);
    });
  }
}

const isInBlock = ({ height }: Alert): boolean => height !== null;

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
