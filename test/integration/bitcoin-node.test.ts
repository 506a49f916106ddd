import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NodeCall, readHistory, readIndexLedger, readNodeLedger, toUnits } from './node-ledger.ts';
import { runTrailmark, startServer, type TrailmarkServer } from './trailmark-process.ts';

// No current bitcoind is in the archive of our test machines, so vitest.config.ts leaves this out unless one is named:
// TRAILMARK_BITCOIND=/path/to/bitcoind (docs/guide/nodes.md).
const PATH = process.env.TRAILMARK_BITCOIND ?? '';
const CHAIN = 'btc-regtest';

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

interface BitcoinNode {
  readonly url: string;
  readonly directory: string;
  readonly call: NodeCall;
  stop(): Promise<void>;
}

async function startBitcoinNode(path: string, directory: string): Promise<BitcoinNode> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = [
    ...['-regtest', `-datadir=${directory}`, '-server', '-listen=0', '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1'],
    ...[`-rpcport=${port}`, '-txindex=1', '-fallbackfee=0.0001', '-printtoconsole=0'],
  ];
  const child = spawn(path, flags, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const call: NodeCall = async <T>(method: string, ...params: unknown[]) => {
    const cookie = readFileSync(join(directory, 'regtest', '.cookie'), 'utf8');
    const authorization = `Basic ${Buffer.from(cookie).toString('base64')}`;
    const body = JSON.stringify({ id: 0, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { authorization }, body });
    const { result, error } = (await answer.json()) as { result: T; error: { message: string } | null };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  for (const deadline = Date.now() + 60_000; ; await sleep(100)) {
    try {
      await call('getblockcount');
      break;
    } catch (error) {
      if (Date.now() > deadline || child.exitCode !== null) throw error;
    }
  }
  await call('createwallet', 'w');
  return {
    ...{ url, directory, call },
    async stop() {
      await call('stop').catch(() => child.kill('SIGKILL'));
      await ended;
    },
  };
}

/** Payments between every address form, so that every form is spent too, taproot by its key path. */
async function makePayments({ call }: BitcoinNode): Promise<void> {
  const address = (form: string): Promise<string> => call<string>('getnewaddress', '', form);
  const forms = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'];
  await call('generatetoaddress', 110, await address('bech32m'));
  for (let round = 0; round < 3; round++) {
    const own = await Promise.all([...forms, ...forms].map(address));
    await call('sendmany', '', Object.fromEntries(own.map((to, i) => [to, i + 1])));
    await call('generatetoaddress', 1, await address('legacy'));
    const all = await call<{ txid: string; vout: number; amount: number; address: string }[]>('listunspent', 1);
    const inputs = all.filter((output) => own.includes(output.address)).map(({ txid, vout }) => ({ txid, vout }));
    expect(inputs).toHaveLength(8);
    const raw = await call<string>('createrawtransaction', inputs, [
      { [await address('bech32m')]: 35.999 },
      { data: '00ff' },
    ]);
    const { hex } = await call<{ hex: string }>('signrawtransactionwithwallet', raw);
    await call('sendrawtransaction', hex);
    await call('generatetoaddress', 1, await address('bech32'));
  }
}

describe('with bitcoind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-bitcoin-'));
  const nodeDirectory = mkdtempSync(join(tmpdir(), 'bitcoin-node-'));
  let node: BitcoinNode;
  let server: TrailmarkServer;

  beforeAll(async () => {
    node = await startBitcoinNode(PATH, nodeDirectory);
    await makePayments(node);
    const cookie = join(nodeDirectory, 'regtest', '.cookie');
    const args = ['ingest', CHAIN, '--rpc', node.url, '--rpc-cookie', cookie, '--data-dir', join(folder, 'rpc')];
    expect((await runTrailmark(args)).code).toBe(0);
    server = await startServer(join(folder, 'rpc'));
  });
  afterAll(async () => {
    await server?.stop();
    await node?.stop();
    for (const path of [folder, nodeDirectory]) rmSync(path, { recursive: true, force: true });
  });

  test('balances, unspent outputs and histories of all addresses equal those of the node', async () => {
    const theirs = await readNodeLedger(node.call);
    expect([...theirs.keys()].filter((address) => address.startsWith('bcrt1p')).length).toBeGreaterThan(6);
    expect(await readIndexLedger(server.api, CHAIN, theirs.keys())).toEqual(theirs);
  });

  test('fees, weights and previous outputs equal those the node gives with getblock at verbosity 3', async () => {
    interface Input {
      prevout?: { value: number; height: number; scriptPubKey: { address: string; type: string } };
    }
    interface Detail {
      txid: string;
      hash: string;
      weight: number;
      vsize: number;
      fee?: number;
      vin: Input[];
    }
    const forms = new Set<string>();
    const tip = await node.call<number>('getblockcount');
    for (let height = 109; height <= tip; height++) {
      const hash = await node.call<string>('getblockhash', height);
      const block = await node.call<{ weight: number; tx: Detail[] }>('getblock', hash, 3);
      const ours = await server.api.call('getBlock', { params: { chain: CHAIN, block: hash } });
      expect(ours.block.weight).toBe(block.weight);
      for (const tx of block.tx) {
        const detail = await server.api.call('getTransaction', { params: { chain: CHAIN, txid: tx.txid } });
        expect([detail.wtxid, detail.weight, detail.vsize]).toEqual([tx.hash, tx.weight, tx.vsize]);
        expect(detail.fee).toBe(toUnits(tx.fee ?? 0));
        if (tx.fee === undefined) continue;
        for (const [i, { prevout }] of tx.vin.entries()) {
          const input = detail.inputs[i];
          expect([input?.value, input?.address, input?.prevHeight]).toEqual([
            ...[toUnits(prevout?.value ?? 0), prevout?.scriptPubKey.address, prevout?.height],
          ]);
          forms.add(input?.scriptType ?? '');
        }
      }
    }
    expect([...forms].sort()).toEqual(['p2pkh', 'p2sh', 'p2tr', 'p2wpkh']);
  });

  test('block files under an XOR mask give the same index', async () => {
    const blocks = join(nodeDirectory, 'regtest', 'blocks');
    expect(readFileSync(join(blocks, 'xor.dat')).some((byte) => byte !== 0)).toBe(true);
    expect(readFileSync(join(blocks, 'blk00000.dat')).subarray(0, 4).toString('hex')).not.toBe('fabfb5da');
    const files = join(folder, 'files');
    const { code, output } = await runTrailmark(['ingest', CHAIN, '--blocks', blocks, '--data-dir', files]);
    expect([code, output]).toEqual([0, expect.stringContaining('Bitcoin regtest')]);
    const other = await startServer(files);
    try {
      const theirs = await readNodeLedger(node.call);
      expect(await readIndexLedger(other.api, CHAIN, theirs.keys())).toEqual(theirs);
      const [address = ''] = [...theirs.keys()].filter((text) => text.startsWith('bcrt1p'));
      expect(await readHistory(other.api, CHAIN, address)).toEqual(await readHistory(server.api, CHAIN, address));
    } finally {
      await other.stop();
    }
  });
});
