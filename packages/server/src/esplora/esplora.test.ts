import { hash160, sha256 } from '@trailmark/chains/utxo/hash';
import { describeScript } from '@trailmark/chains/utxo/script';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import { describe, expect, it } from 'vitest';
import { createArrayOverlay } from '../testing/array-overlay.ts';
import { buildLedger } from '../testing/ledger-builder.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { ADDRESS, COIN, coinbase, SAMPLE_BLOCKS, spend, TX, txidOf } from '../testing/sample-ledger.ts';

const { request } = createSampleApp();
const get = (path: string) => request(`/api/esplora/btc${path}`);
const json = async (path: string) => (await get(path)).json();
const text = async (path: string) => (await get(path)).text();
const pay = txidOf(TX.pay);

describe('Esplora transactions', () => {
  it('have its fields', async () => {
    const tx = await json(`/tx/${pay}`);
    expect(tx).toMatchObject({
      txid: pay,
      version: 2,
      locktime: 0,
      size: TX.pay.length,
      weight: TX.pay.length * 4,
      fee: 0,
      status: {
        confirmed: true,
        block_height: 3,
        block_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        block_time: 1231008305,
      },
    });
    expect(tx.vin[0]).toEqual({
      txid: txidOf(TX.first),
      vout: 0,
      prevout: {
        scriptpubkey: `76a914${'01'.repeat(20)}88ac`,
        scriptpubkey_asm: `OP_DUP OP_HASH160 OP_PUSHBYTES_20 ${'01'.repeat(20)} OP_EQUALVERIFY OP_CHECKSIG`,
        scriptpubkey_type: 'p2pkh',
        scriptpubkey_address: ADDRESS.alice,
        value: 5_000_000_000,
      },
      scriptsig: '',
      scriptsig_asm: '',
      is_coinbase: false,
      sequence: 4_294_967_295,
    });
  });

  it('of a coinbase have one input without previous output', async () => {
    const { vin } = await json(`/tx/${txidOf(TX.third)}`);
    expect(vin).toMatchObject([{ txid: '0'.repeat(64), vout: 4_294_967_295, prevout: null, is_coinbase: true }]);
  });

  it('come raw, as hex and with proofs', async () => {
    expect(await text(`/tx/${pay}/hex`)).toBe(Buffer.from(TX.pay).toString('hex'));
    expect(decodeTransaction(new Uint8Array(await (await get(`/tx/${pay}/raw`)).arrayBuffer())).txid).toBe(pay);
    expect(await json(`/tx/${pay}/merkle-proof`)).toEqual({ block_height: 3, merkle: [txidOf(TX.third)], pos: 1 });
    expect(await text(`/tx/${pay}/merkleblock-proof`)).toMatch(/^[0-9a-f]{200,}$/);
    expect(await json(`/tx/${pay}/status`)).toMatchObject({ confirmed: true, block_height: 3 });
  });

  it('say what spent their outputs', async () => {
    const [first, second] = await json(`/tx/${pay}/outspends`);
    expect(first).toMatchObject({ spent: true, txid: txidOf(TX.pass), vin: 0, status: { block_height: 4 } });
    expect(await json(`/tx/${pay}/outspend/1`)).toEqual(second);
    expect(await json(`/tx/${txidOf(TX.pass)}/outspend/0`)).toEqual({ spent: false });
  });

  it.each([
    [`/tx/${'cd'.repeat(32)}`, 404, 'Transaction not found'],
    ['/tx/xyz', 400, 'Invalid hex string'],
    [`/block/${'cd'.repeat(32)}`, 404, 'Block not found'],
    ['/block-height/7', 404, 'Block not found'],
    ['/nothing', 404, 'endpoint does not exist'],
  ])('%s fails with %i in plain text', async (path, status, message) => {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([status, message]);
    expect(response.headers.get('content-type')).toMatch(/text\/plain/);
  });

  it('are not broadcast', async () => {
    const response = await request('/api/esplora/btc/tx', { method: 'POST', body: '00' });
    expect([response.status, await response.text()]).toEqual([501, expect.stringMatching(/not broadcast/)]);
  });
});

describe('Esplora addresses', () => {
  it('have sums and counts of outputs', async () => {
    expect(await json(`/address/${ADDRESS.bob}`)).toEqual({
      address: ADDRESS.bob,
      chain_stats: { funded_txo_count: 2, funded_txo_sum: 6e9, spent_txo_count: 1, spent_txo_sum: 1e9, tx_count: 3 },
      mempool_stats: { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 },
    });
  });

  it('list unspent outputs', async () => {
    expect(await json(`/address/${ADDRESS.dave}/utxo`)).toEqual([
      { txid: txidOf(TX.pass), vout: 0, status: expect.objectContaining({ block_height: 4 }), value: 950_000_000 },
    ]);
  });

  it('page by 25 after the last txid seen', async () => {
    const mined = Array.from({ length: 60 }, (_, i) => ({
      height: i,
      transactions: [coinbase(i, { to: 'bob', coins: 50 })],
    }));
    const many = createSampleApp({ reader: buildLedger('btc', mined) });
    const seen: string[] = [];
    for (const size of [25, 25, 10, 0]) {
      const last = seen.at(-1);
      const path = `/api/esplora/btc/address/${ADDRESS.bob}/txs/chain${last ? `/${last}` : ''}`;
      const page = (await (await many.request(path)).json()) as { txid: string }[];
      expect(page).toHaveLength(size);
      seen.push(...page.map(({ txid }) => txid));
    }
    expect(new Set(seen).size).toBe(60);
    const first = await (await many.request(`/api/esplora/btc/address/${ADDRESS.bob}/txs`)).json();
    expect(first.map(({ txid }: { txid: string }) => txid)).toEqual(seen.slice(0, 25));
  });

  it('list 500 unspent outputs, and refuse one more', async () => {
    const ask = async (count: number) => {
      const payments = Array.from({ length: count }, () => ({ to: 'bob', coins: 0.01 }) as const);
      const block = { height: 0, transactions: [coinbase(0, ...payments)] };
      const many = createSampleApp({ reader: buildLedger('btc', [block]) });
      return many.request(`/api/esplora/btc/address/${ADDRESS.bob}/utxo`);
    };
    const most = await ask(500);
    expect([most.status, (await most.json()).length]).toEqual([200, 500]);
    const over = await ask(501);
    expect([over.status, await over.text()]).toEqual([400, expect.stringContaining('(>500)')]);
  });

  it('are found by their beginning', async () => {
    expect(await json(`/address-prefix/${ADDRESS.bob.slice(0, 10)}`)).toEqual([ADDRESS.bob]);
  });
});

describe('Esplora script hashes', () => {
  const KEY = Uint8Array.of(2, ...new Uint8Array(32).fill(7));
  const bare = Uint8Array.of(33, ...KEY, 0xac);
  const hashed = Uint8Array.of(0x76, 0xa9, 20, ...hash160(KEY), 0x88, 0xac);
  const hashOf = (script: Uint8Array): string => Buffer.from(sha256(script)).toString('hex');
  const paidBare = coinbase(0, { to: bare, coins: 50 });
  const paidHashed = coinbase(1, { to: hashed, coins: 7 });
  const spendsBare = spend([[paidBare, 0]], { to: 'bob', coins: 50 });
  const blocks = [paidBare, paidHashed, spendsBare].map((transaction, height) => ({
    height: height + 1,
    transactions: height === 2 ? [coinbase(2, { to: 'carol', coins: 50 }), transaction] : [transaction],
  }));
  const keys = createSampleApp({ reader: buildLedger('btc', blocks) });
  const ask = async (path: string) => (await keys.request(`/api/esplora/btc/scripthash/${path}`)).json();

  it('of a bare key and of its address are two scripts, each with its own coins', async () => {
    const [ofKey, ofAddress] = [await ask(hashOf(bare)), await ask(hashOf(hashed))];
    expect(ofKey.chain_stats).toEqual({
      funded_txo_count: 1,
      funded_txo_sum: 50e8,
      spent_txo_count: 1,
      spent_txo_sum: 50e8,
      tx_count: 2,
    });
    expect(ofAddress.chain_stats).toMatchObject({ funded_txo_count: 1, funded_txo_sum: 7e8, tx_count: 1 });
    expect(await ask(`${hashOf(bare)}/utxo`)).toEqual([]);
    expect(await ask(`${hashOf(hashed)}/utxo`)).toMatchObject([{ txid: txidOf(paidHashed), value: 7e8 }]);
  });

  it('list the transactions of one script, and page through them', async () => {
    const idsOf = async (path: string) => (await ask(path)).map(({ txid }: { txid: string }) => txid);
    const of = `${hashOf(bare)}/txs`;
    expect(await idsOf(of)).toEqual([txidOf(spendsBare), txidOf(paidBare)]);
    expect(await idsOf(`${of}/chain/${txidOf(spendsBare)}`)).toEqual([txidOf(paidBare)]);
    expect(await idsOf(`${hashOf(hashed)}/txs/chain`)).toEqual([txidOf(paidHashed)]);
  });

  it('count an unconfirmed payment for the script it pays alone, also where nothing else was paid to the key', async () => {
    const scripts = { bare, hashed };
    const ofKey = async (paid: 'bare' | 'hashed', asked: 'bare' | 'hashed') => {
      const mined = coinbase(1, { to: hashed, coins: 7 });
      const raw = spend([['ab'.repeat(32), 0]], { to: scripts[paid], coins: 3 });
      const type = paid === 'bare' ? 'p2pk' : 'p2pkh';
      const outputs = [{ owner: describeScript(scripts[paid]).owner, value: 3n * COIN, type } as const];
      const record = { position: -1, txid: txidOf(raw), fee: undefined, isCoinbase: false, hasRaw: true, inputs: [] };
      const unconfirmed = { txid: record.txid, raw, seen: 0, vsize: raw.length, record: { ...record, outputs } };
      const app = createSampleApp({
        reader: buildLedger('btc', [{ height: 1, transactions: [mined] }]),
        overlays: new Map([['btc' as const, createArrayOverlay([unconfirmed])]]),
      });
      const read = async (path: string) => (await app.request(`/api/esplora/btc/${path}`)).json();
      const path = `scripthash/${hashOf(scripts[asked])}`;
      const utxos: { value: number }[] = await read(`${path}/utxo`);
      const count = (await read(path)).mempool_stats.tx_count;
      return [count, (await read(`${path}/txs/mempool`)).length, utxos.map(({ value }) => value / 1e8)];
    };
    expect(await ofKey('hashed', 'hashed')).toEqual([1, 1, [3, 7]]);
    expect(await ofKey('bare', 'hashed')).toEqual([0, 0, [7]]);
  });

  it('that no output has are not found', async () => {
    expect((await keys.request(`/api/esplora/btc/scripthash/${'cd'.repeat(32)}`)).status).toBe(404);
  });
});

describe('Esplora blocks', () => {
  it('are found by height, hash and tip', async () => {
    const hash = await text('/block-height/3');
    expect(await text('/blocks/tip/height')).toBe('11');
    expect(await text('/blocks/tip/hash')).toBe(await text('/block-height/11'));
    const block = await json(`/block/${hash}`);
    expect(block).toMatchObject({
      id: hash,
      height: 3,
      tx_count: 2,
      bits: 0x1d00ffff,
      difficulty: 1,
      nonce: 3,
      version: 1,
    });
    expect(await json(`/block/${hash}/status`)).toMatchObject({
      in_best_chain: true,
      next_best: await text('/block-height/4'),
    });
    expect((await json('/blocks/4')).map(({ height }: { height: number }) => height)).toEqual([4, 3, 2, 1, 0]);
  });

  it('give their transactions', async () => {
    const hash = await text('/block-height/3');
    const txids = await json(`/block/${hash}/txids`);
    expect(txids).toEqual([txidOf(TX.third), pay]);
    expect(await text(`/block/${hash}/txid/1`)).toBe(pay);
    expect((await json(`/block/${hash}/txs`)).map(({ txid }: { txid: string }) => txid)).toEqual(txids);
    expect((await get(`/block/${hash}/txs/7`)).status).toBe(400);
    const raw = Buffer.from(await (await get(`/block/${hash}/raw`)).arrayBuffer());
    expect(raw.subarray(0, 80).toString('hex')).toBe(await text(`/block/${hash}/header`));
    expect(raw.subarray(81).equals(Buffer.concat([TX.third, TX.pay]))).toBe(true);
  });

  it('without raw bytes leave null what only those show', async () => {
    const blocks = SAMPLE_BLOCKS.map((block) => ({ ...block, hasRaw: false }));
    const facts = createSampleApp({ reader: buildLedger('btc', blocks) });
    const tx = await (await facts.request(`/api/esplora/btc/tx/${pay}`)).json();
    expect(tx).toMatchObject({ version: null, size: null, fee: 0, vout: [{ scriptpubkey_address: ADDRESS.bob }, {}] });
    expect((await facts.request(`/api/esplora/btc/tx/${pay}/hex`)).status).toBe(404);
  });
});

describe('Esplora mempool', () => {
  it('is empty where no node is followed', async () => {
    expect(await json('/mempool')).toEqual({ count: 0, vsize: 0, total_fee: 0, fee_histogram: [] });
    expect(await json('/mempool/txids')).toEqual([]);
    expect(await json('/mempool/recent')).toEqual([]);
    expect(await json('/fee-estimates')).toEqual({});
  });
});
