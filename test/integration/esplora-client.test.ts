import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EsploraExplorer } from '@bitcoinerlab/explorer';
import * as bitcoin from 'bitcoinjs-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TrailmarkServer } from './trailmark-process.ts';

// @bitcoinerlab/explorer is what wallets use to read blockstream.info; here it reads our adapter.

const SENDER = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
/** 147 transactions in the blocks from 100,000 on, of which only facts are indexed. */
const BUSY = '1JkT6EQMotCz6BFqPWFd3kFDQzU1qa119N';
const FIRST_PAYMENT = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const GENESIS_COINBASE = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
/** Pays the bare key of the sender, who spends it in block 170. */
const COINBASE_OF_BLOCK_9 = '0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9';
const BLOCK_170 = '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee';

const folder = mkdtempSync(join(tmpdir(), 'trailmark-esplora-'));
let server: TrailmarkServer;
let explorer: EsploraExplorer;

beforeAll(async () => {
  server = await startServer(join(folder, 'data'), { TRAILMARK_BUNDLED: 'on' });
  explorer = new EsploraExplorer({ url: new URL('/api/esplora/btc', server.url).href });
  await explorer.connect();
});
afterAll(async () => {
  explorer?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('it finds the server connected and at the highest indexed block', async () => {
  expect(await explorer.isConnected()).toBe(true);
  expect(await explorer.fetchBlockHeight()).toBe(832_918);
});

test('it reads balance and transaction count of an address', async () => {
  expect(await explorer.fetchAddress(SENDER)).toEqual({
    ...{ balance: 1_800_000_000, txCount: 6, unconfirmedBalance: 0, unconfirmedTxCount: 0 },
  });
});

test('it reads the same by the hash of the output script, which is that of the bare key', async () => {
  const byHash = (script: Uint8Array) => {
    const scriptHash = Buffer.from(bitcoin.crypto.sha256(script));
    // The client turns the hash round, as Electrum names it.
    return explorer.fetchScriptHash(scriptHash.reverse().toString('hex'));
  };
  const [bareKey] = bitcoin.Transaction.fromHex(await explorer.fetchTx(COINBASE_OF_BLOCK_9)).outs;
  expect(await byHash(bareKey?.script ?? new Uint8Array(0))).toEqual(await explorer.fetchAddress(SENDER));
  // Nothing was ever paid to the script of its address: its coins are another script's.
  const none = { balance: 0, txCount: 0, unconfirmedBalance: 0, unconfirmedTxCount: 0 };
  expect(await byHash(bitcoin.address.toOutputScript(SENDER))).toEqual(none);
});

test('it reads the history of an address, oldest first', async () => {
  const history = await explorer.fetchTxHistory({ address: SENDER });
  expect(history.map(({ blockHeight }) => blockHeight)).toEqual([9, 170, 181, 182, 183, 248]);
  expect(history[1]).toEqual({ txId: FIRST_PAYMENT, blockHeight: 170, irreversible: true });
});

test('it pages through a history longer than a page', async () => {
  const params = { chain: 'btc' as const, address: BUSY };
  const { totals } = await server.api.call('getAddress', { params });
  expect(totals.transactionCount).toBe(147);
  const history = await explorer.fetchTxHistory({ address: BUSY });
  expect(history).toHaveLength(totals.transactionCount);
  expect(new Set(history.map(({ txId }) => txId)).size).toBe(history.length);
  const heights = history.map(({ blockHeight }) => blockHeight);
  expect(heights).toEqual(heights.toSorted((x, y) => x - y));
});

test('it reads raw transactions whose bytes hash to their ids', async () => {
  for (const txid of [FIRST_PAYMENT, GENESIS_COINBASE]) {
    expect(bitcoin.Transaction.fromHex(await explorer.fetchTx(txid)).getId()).toBe(txid);
  }
});

test('it reads hash and time of a block', async () => {
  expect(await explorer.fetchBlockStatus(170)).toEqual({
    ...{ blockHeight: 170, blockHash: BLOCK_170, blockTime: 1_231_731_025, irreversible: true },
  });
  expect(await explorer.fetchBlockStatus(900_000)).toBeUndefined();
});

test('what the server does not offer or hold is an error to it', async () => {
  await expect(explorer.push('00')).rejects.toThrow(/not broadcast here/);
  await expect(explorer.fetchTx('11'.repeat(32))).rejects.toThrow(/Transaction not found.*404/);
  await expect(explorer.fetchAddress('1nonsense')).rejects.toThrow(/400/);
});
