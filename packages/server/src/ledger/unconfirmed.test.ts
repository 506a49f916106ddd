import { toPosition } from '@trailmark/core/position';
import { describe, expect, it } from 'vitest';
import { createArrayOverlay } from '../testing/array-overlay.ts';
import { buildLedger } from '../testing/ledger-builder.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import {
  ADDRESS,
  COIN,
  createSampleReader,
  PEOPLE,
  SAMPLE_BLOCKS,
  spend,
  TX,
  txidOf,
} from '../testing/sample-ledger.ts';

const reader = createSampleReader();
const raw = spend([[TX.pass, 0]], { to: 'erin', coins: 9 }, { to: 'dave', coins: 0.4 });
const txid = txidOf(raw);
const record = {
  position: -1,
  txid,
  fee: COIN / 10n,
  isCoinbase: false,
  hasRaw: true,
  inputs: [{ owner: PEOPLE.dave, value: 950_000_000n, source: toPosition(4, 1), vout: 0, isP2pk: false }],
  outputs: [
    { owner: PEOPLE.erin, value: 9n * COIN, type: 'p2pkh' as const },
    { owner: PEOPLE.dave, value: 40_000_000n, type: 'p2pkh' as const },
  ],
};
const claim = { txid, raw, seen: 1_231_900_000, record, vsize: raw.length };
const overlay = createArrayOverlay([claim], new Map([[txid, [`${txidOf(TX.pass)}:0`]]]));
const { client, request } = createSampleApp({ reader, overlays: new Map([['btc' as const, overlay]]) });
const chain = 'btc';
const json = async (path: string) => (await request(`/api/esplora/btc${path}`)).json();

describe('transactions that vanished', () => {
  const replacedBy = 'ab'.repeat(32);
  const seen = { txid, raw, firstSeen: 1_231_900_000, lastSeen: 1_231_900_060 };
  const replaced = { ...seen, reason: 'replaced', block: undefined, replacedBy } as const;
  const block = { height: 5, hash: 'cd'.repeat(32) };
  const reorganised = { ...seen, reason: 'reorganised', block, replacedBy: undefined } as const;
  const appOf = (vanished: typeof replaced | typeof reorganised) =>
    createSampleApp({ reader: buildLedger(chain, SAMPLE_BLOCKS, { vanished: [vanished] }) });

  it.each([
    [replaced, `It was seen unconfirmed from 2009-01-14 02:26 to 2009-01-14 02:27 UTC, until ${replacedBy} spent`],
    [reorganised, `It was in block 5 (${block.hash}), which a reorganisation took back on 2009-01-14 02:27 UTC.`],
  ])('are not on the chain, and what became of them is stated', async (vanished, sentence) => {
    const looking = appOf(vanished).client.call('getTransaction', { params: { chain, txid } });
    await expect(looking).rejects.toMatchObject({ kind: 'not-found', message: expect.stringContaining(sentence) });
  });

  it('are evidence with their bytes', async () => {
    const { client } = appOf(replaced);
    expect(await client.call('getTransactionEvidence', { params: { chain, txid } })).toMatchObject({
      txid,
      isMined: false,
      items: [
        {
          reason: 'replaced',
          firstSeen: seen.firstSeen,
          lastSeen: seen.lastSeen,
          height: null,
          blockHash: null,
          replacedBy,
          hex: Buffer.from(raw).toString('hex'),
        },
      ],
    });
    const mined = await client.call('getTransactionEvidence', { params: { chain, txid: txidOf(TX.pass) } });
    expect(mined).toMatchObject({ isMined: true, items: [] });
  });
});

describe('unconfirmed transactions', () => {
  it('are separate from totals and on top of the history', async () => {
    const params = { chain, address: ADDRESS.dave } as const;
    const { totals, unconfirmed } = await client.call('getAddress', { params });
    expect(totals.balance).toBe(950_000_000n);
    expect(unconfirmed).toEqual({ transactionCount: 1, received: 40_000_000n, sent: 950_000_000n });
    const { items } = await client.call('listAddressTransactions', { params });
    expect(items[0]).toMatchObject({
      txid,
      height: null,
      direction: 'out',
      confirmations: 0,
      runningBalance: null,
      flags: ['unconfirmed'],
    });
    expect(items[1]?.runningBalance).toBe(950_000_000n);
    const mined = await client.call('listAddressTransactions', { params, query: { toHeight: 100 } });
    expect(mined.items.map((row) => row.height)).toEqual([4]);
    expect((await client.call('listAddressTransactions', { params, query: { order: 'oldest' } })).items).toHaveLength(
      1,
    );
  });

  it('have a detail without a block, and name what they spend', async () => {
    const detail = await client.call('getTransaction', { params: { chain, txid } });
    expect(detail).toMatchObject({ height: null, blockHash: null, confirmations: 0, fee: COIN / 10n, duplicates: [] });
    expect(detail.inputs[0]).toMatchObject({ prevTxid: txidOf(TX.pass), prevHeight: 4, address: ADDRESS.dave });
    const spent = await client.call('getTransaction', { params: { chain, txid: txidOf(TX.pass) } });
    expect(spent.outputs[0]).toMatchObject({ spentBy: { txid, input: 0, height: null }, spentKnown: false });
    const proof = client.call('getTransactionProof', { params: { chain, txid } });
    await expect(proof).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringMatching(/not in a block yet/),
    });
    expect((await client.call('getRawTransaction', { params: { chain, txid } })).hex).toBe(
      Buffer.from(raw).toString('hex'),
    );
  });

  it('are found by search', async () => {
    const { hits } = await client.call('search', { query: { q: txid } });
    expect(hits).toMatchObject([
      { kind: 'transaction', isIndexed: false, detail: expect.stringMatching(/unconfirmed/) },
    ]);
  });

  it('are Esplora transactions too', async () => {
    expect((await json(`/tx/${txid}`)).status).toEqual({ confirmed: false });
    expect((await json(`/address/${ADDRESS.dave}`)).mempool_stats).toMatchObject({
      tx_count: 1,
      spent_txo_sum: 950_000_000,
    });
    expect(await json(`/address/${ADDRESS.dave}/utxo`)).toMatchObject([
      { txid, vout: 1, status: { confirmed: false } },
    ]);
    expect((await json(`/address/${ADDRESS.dave}/txs`)).map((tx: { txid: string }) => tx.txid)).toEqual([
      txid,
      txidOf(TX.pass),
    ]);
    expect(await json('/mempool')).toMatchObject({ count: 1, total_fee: 10_000_000 });
    expect(await json('/mempool/txids')).toEqual([txid]);
    expect(await json(`/tx/${txidOf(TX.pass)}/outspend/0`)).toMatchObject({
      spent: true,
      txid,
      status: { confirmed: false },
    });
  });
});
