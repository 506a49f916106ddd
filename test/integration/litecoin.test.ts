import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LitecoinNode, startLitecoinNode } from '../../packages/ingest/src/testing/litecoin-node.ts';
import { describeWith } from '../needs.ts';
import { readHistory, readIndexLedger, readNodeLedger, toUnits } from './node-ledger.ts';
import { listWalletAddresses, netByTransaction, readStatement, readWalletNet } from './node-statements.ts';
import {
  eventually,
  runTrailmark,
  startServer,
  startTrailmark,
  type TrailmarkProcess,
  type TrailmarkServer,
} from './trailmark-process.ts';

const CHAIN = 'ltc-regtest';

/** A door to the node that can be shut: what a node that stops and comes back looks like. */
class ControlSocketHandle {
  readonly #target: number;
  readonly #open = new Set<Socket>();
  #server: Server | undefined;
  port = 0;

  constructor(target: number) {
    this.#target = target;
  }

  async open(): Promise<void> {
    const server = createServer((socket) => {
      const onward = connect(this.#target, '127.0.0.1');
      for (const end of [socket, onward]) {
        this.#open.add(end);
        end.on('error', () => undefined).on('close', () => this.#open.delete(end));
      }
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as { port: number }).port;
    this.#server = server;
  }

  shut(): void {
    this.#server?.close();
    for (const socket of this.#open) socket.destroy();
  }
}

describeWith('litecoind', (path) => {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-litecoin-'));
  const dataDir = join(folder, 'main');
  let node: LitecoinNode;
  let controlSocket: ControlSocketHandle;
  let server: TrailmarkServer;
  let ingest: TrailmarkProcess;

  const rpcArgs = (): string[] => ['--rpc', `http://127.0.0.1:${controlSocket.port}`, '--rpc-user', node.user];
  const password = (): Record<string, string> => ({ TRAILMARK_RPC_PASSWORD: node.password });
  const startIngest = (...more: string[]): TrailmarkProcess =>
    startTrailmark(['ingest', CHAIN, ...rpcArgs(), '--follow', '--data-dir', dataDir, ...more], password());

  const chainStatus = async () => (await server.api.call('listChains', {})).items.find(({ id }) => id === CHAIN);
  const untilIndexed = async () => {
    const hash = await node.call<string>('getbestblockhash');
    await eventually(chainStatus, (status) => status?.tip?.hash === hash);
  };
  const expectSameLedgers = async (of: TrailmarkServer = server) => {
    const theirs = await readNodeLedger(node.call);
    expect(theirs.size).toBeGreaterThan(10);
    expect(await readIndexLedger(of.api, CHAIN, theirs.keys())).toEqual(theirs);
  };

  /** The statement of the node's wallet agrees with the node on every transaction and the balance. */
  const expectSameStatement = async () => {
    const own = await listWalletAddresses(node.call, (await readNodeLedger(node.call)).keys());
    const { answer, lines } = await readStatement(server.api, CHAIN, own);
    const theirs = await readWalletNet(node.call);
    expect(theirs.size).toBeGreaterThan(10);
    expect(netByTransaction(lines, CHAIN)).toEqual(theirs);
    const { mine } = await node.call<{ mine: { trusted: number; immature: number } }>('getbalances');
    const [row] = answer.balances;
    expect(row?.gaps).toEqual([]);
    expect(row?.closing).toBe(toUnits(mine.trusted) + toUnits(mine.immature));
    expect(row?.closing).toBe(toUnits(await node.call<number>('getbalance')) + toUnits(mine.immature));
    expect((row?.opening ?? -1n) + (row?.in ?? 0n) - (row?.out ?? 0n) - (row?.fees ?? 0n)).toBe(row?.closing);
    expect(lines.at(-1)?.balances[0]?.amount).toBe(row?.closing);
  };

  beforeAll(async () => {
    node = await startLitecoinNode(path);
    controlSocket = new ControlSocketHandle(Number(new URL(node.url).port));
    await controlSocket.open();
    await node.mine(120);
    await makeWalletTransactions(node);
    server = await startServer(dataDir);
    ingest = startIngest('--poll', '1');
  });
  afterAll(async () => {
    await ingest?.stop();
    await server?.stop();
    controlSocket?.shut();
    await node?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('balances, unspent outputs and histories of all addresses equal those of the node', async () => {
    await ingest.waitFor(/The running server \(process \d+\) does the work/);
    await untilIndexed();
    await ingest.waitFor(/Litecoin regtest following, height 1\d\d/);
    await expectSameLedgers();
  });

  test("the statement of the node's wallet equals its own listtransactions and getbalance", () =>
    expectSameStatement());

  test('what the wallet says it received equals our totals', async () => {
    const received = await node.call<{ address: string; amount: number; txids: string[] }[]>(
      'listreceivedbyaddress',
      1,
    );
    expect(received.length).toBeGreaterThan(5);
    for (const { address, amount } of received) {
      const { totals } = await server.api.call('getAddress', { params: { chain: CHAIN, address } });
      // The wallet leaves mining rewards out of this list.
      const mined = (await readHistory(server.api, CHAIN, address)).filter((row) => row.isCoinbase);
      expect(totals.received - mined.reduce((sum, row) => sum + row.received, 0n)).toBe(toUnits(amount));
    }
  });

  test('an unconfirmed transaction is shown next to the index and moves into it when it is mined', async () => {
    const address = await node.call<string>('getnewaddress', '', 'bech32');
    const txid = await node.call<string>('sendtoaddress', address, 1.25);
    const summary = () => server.api.call('getAddress', { params: { chain: CHAIN, address } });
    const seen = await eventually(summary, ({ unconfirmed }) => unconfirmed?.transactionCount === 1);
    expect(seen.unconfirmed?.received).toBe(125_000_000n);
    expect(seen.totals).toMatchObject({ balance: 0n, received: 0n, transactionCount: 0 });
    const newest = await server.api.call('listAddressTransactions', { params: { chain: CHAIN, address } });
    expect(newest.items[0]).toMatchObject({
      txid,
      height: null,
      confirmations: 0,
      flags: expect.arrayContaining(['unconfirmed']),
    });
    const detail = await server.api.call('getTransaction', { params: { chain: CHAIN, txid } });
    const fromNode = await node.call<{ fee: number }>('gettransaction', txid);
    expect(detail.fee).toBe(-toUnits(fromNode.fee));
    await node.mine(1);
    const mined = await eventually(summary, ({ totals }) => totals.transactionCount === 1);
    expect(mined.totals.balance).toBe(125_000_000n);
    const gone = await eventually(summary, ({ unconfirmed }) => (unconfirmed?.transactionCount ?? 0) === 0);
    expect(gone.totals.received).toBe(125_000_000n);
    expect((await readHistory(server.api, CHAIN, address)).map((entry) => [entry.txid, entry.confirmations])).toEqual([
      [txid, 1],
    ]);
  });

  test('after a reorganisation the index equals the node and a rebuilt index', async () => {
    const address = await node.call<string>('getnewaddress', '', 'legacy');
    await node.call('sendtoaddress', address, 3);
    const height = await node.call<number>('getblockcount');
    await node.mine(3);
    await untilIndexed();
    await node.call('invalidateblock', await node.call('getblockhash', height + 1));
    const miner = await node.call<string>('getnewaddress');
    for (let i = 0; i < 4; i++) await node.call('generateblock', miner, []);
    await untilIndexed();
    expect((await chainStatus())?.tip?.height).toBe(height + 4);
    await expectSameLedgers();
    await node.mine(2);
    await untilIndexed();
    await expectSameLedgers();
    await expectSameStatement();

    const anew = join(folder, 'anew');
    const { code, output } = await runTrailmark(['ingest', CHAIN, ...rpcArgs(), '--data-dir', anew], password());
    expect([code, output]).toEqual([0, expect.stringMatching(/Litecoin regtest (running|stopped)/)]);
    await expectSameAnswers(anew, (text) => text);
  });

  test('block files give the same index as the node they belong to', async () => {
    const files = join(folder, 'files');
    const args = ['ingest', CHAIN, '--blocks', node.blocksDirectory, '--data-dir', files];
    expect((await runTrailmark(args)).code).toBe(0);
    const withoutSource = (text: string): string => text.replaceAll(/"(source|summary)":"[^"]*"/g, '');
    await expectSameAnswers(files, withoutSource);
  });

  /** What the index that follows the node says, by the chain it says it of: nothing changes until another block comes. */
  const ours = new Map<string, string>();

  /** Every answer about every address and block is the same, byte for byte, from an index in another folder. */
  async function expectSameAnswers(folderOfOther: string, normalise: (text: string) => string): Promise<void> {
    const addresses = [...(await readNodeLedger(node.call)).keys()];
    const tip = await node.call<string>('getbestblockhash');
    const other = await startServer(folderOfOther);
    try {
      const paths = addresses.flatMap((address) =>
        ['', '/transactions?limit=1000', '/utxos?limit=1000', '/counterparties', '/activity'].map(
          (rest) => `/api/v1/${CHAIN}/addresses/${address}${rest}`,
        ),
      );
      for (const url of [...paths, `/api/v1/${CHAIN}/blocks?limit=1000`]) {
        const key = `${tip} ${url}`;
        if (!ours.has(key)) ours.set(key, await (await server.ask(url)).text());
        const [a, b] = [normalise(ours.get(key) ?? ''), normalise(await (await other.ask(url)).text())];
        expect(a.includes('"asOf":{') || a.includes('"items"'), `${url}: ${a.slice(0, 200)}`).toBe(true);
        // What only a server that follows a node can say, and the second of the answer.
        const still = (text: string): string => text.replaceAll(/"unconfirmed":(null|\{[^}]*\})|"answeredAt":\d+/g, '');
        expect(still(b), url).toBe(still(a));
      }
    } finally {
      await other.stop();
    }
  }

  test('one process at a time: a second server names the process that holds the folder', async () => {
    const second = await runTrailmark(['serve', '--port', '0', '--data-dir', dataDir]);
    expect(second.code).toBe(1);
    expect(second.output).toContain(`in use by "trailmark serve" (process ${server.pid},`);
    const again = await runTrailmark(['ingest', CHAIN, ...rpcArgs(), '--data-dir', dataDir], password());
    expect(again.code).toBe(1);
    expect(again.output).toMatch(
      /Litecoin regtest is being read already, from node http.*One ingest a chain at a time/,
    );
  });

  test('a node of another network is refused with the name of its own', async () => {
    const { code, output } = await runTrailmark(
      ['ingest', 'ltc', ...rpcArgs(), '--data-dir', join(folder, 'wrong')],
      password(),
    );
    expect(code).toBe(1);
    expect(output).toContain('serves Litecoin regtest; you asked for Litecoin (ltc): use ltc-regtest.');
    expect(output).not.toContain(node.password);
  });

  test('a node that goes away is reported and waited for', async () => {
    controlSocket.shut();
    await ingest.waitFor(/cannot be reached: nothing listens there\. Trying again in \d+ s\./);
    const status = await chainStatus();
    expect(status?.ingest).toMatchObject({ state: 'following', message: expect.stringMatching(/cannot be reached/) });
    await node.mine(2);
    await controlSocket.open();
    await untilIndexed();
    expect((await chainStatus())?.ingest?.message).toBeNull();
  });

  test('an announced block is read at once', async () => {
    expect(await ingest.stop()).toBe(0);
    const idle = await runTrailmark(['notify', CHAIN, '--data-dir', dataDir]);
    expect([idle.code, idle.output]).toEqual([1, expect.stringMatching(/No ingest of Litecoin regtest is running/)]);
    ingest = startIngest('--poll', '600');
    await ingest.waitFor(/following/);
    await node.mine(1);
    await sleep(700);
    const hash = await node.call<string>('getbestblockhash');
    expect((await chainStatus())?.tip?.hash).not.toBe(hash);
    expect(await runTrailmark(['notify', CHAIN, '--data-dir', dataDir])).toEqual({ code: 0, output: '' });
    await untilIndexed();
  });

  test('the command that handed its work over ends with a sentence when the server stops', async () => {
    expect(await server.stop()).toBe(0);
    expect(await ingest.ended()).toBe(1);
    expect(ingest.output()).not.toMatch(/\n\s+at /);
    expect(ingest.output()).toMatch(/The running server stopped, and with it this work/);
  });
});

/** Payments to every address form, several inputs of several owners in one transaction, and change. */
async function makeWalletTransactions(node: LitecoinNode): Promise<void> {
  const address = (form: string): Promise<string> => node.call<string>('getnewaddress', '', form);
  const forms = ['legacy', 'p2sh-segwit', 'bech32'];
  const own = await Promise.all([...forms, ...forms].map(address));
  await node.call('sendmany', '', Object.fromEntries(own.map((to, i) => [to, i + 1.5])));
  await node.mine(1);
  for (let round = 0; round < 3; round++) {
    const all = await node.call<{ txid: string; vout: number; amount: number; address: string }[]>('listunspent', 1);
    const inputs = all.filter((output) => own.includes(output.address)).slice(0, 3);
    const total = inputs.reduce((sum, { amount }) => sum + amount, 0);
    const outputs = { [own[round + 3] as string]: Number((total - 0.5).toFixed(8)), [await address('legacy')]: 0.499 };
    const raw = await node.call<string>(
      'createrawtransaction',
      inputs.map(({ txid, vout }) => ({ txid, vout })),
      outputs,
    );
    const { hex } = await node.call<{ hex: string }>('signrawtransactionwithwallet', raw);
    await node.call('sendrawtransaction', hex);
    await node.call('sendtoaddress', own[0], 0.75 + round);
    await node.mine(1);
  }
}
