import { describe, expect, it } from 'vitest';
import { buildLedger } from '../testing/ledger-builder.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { ADDRESS, COIN, coinbase, SAMPLE_BLOCKS, TX, txidOf } from '../testing/sample-ledger.ts';

const chain = 'btc';

async function totalsOf(address: string, blocks = SAMPLE_BLOCKS) {
  const { client } = createSampleApp({ reader: buildLedger('btc', blocks) });
  return client.call('getAddress', { params: { chain, address } });
}

describe('balance', () => {
  it('is exact at the tip when every block is indexed', async () => {
    const { totals, coverage } = await totalsOf(ADDRESS.bob, SAMPLE_BLOCKS.slice(0, 5));
    expect(totals).toMatchObject({ balance: 50n * COIN, balanceAsOfHeight: 4, balanceNote: null });
    expect(coverage).toMatchObject({ complete: true, gaps: [] });
  });

  it('is as of the end of the gapless run when all entries are inside it', async () => {
    const { totals, coverage } = await totalsOf(ADDRESS.bob);
    expect(totals).toMatchObject({ balance: 50n * COIN, balanceAsOfHeight: 4 });
    expect(totals.balanceNote).toMatch(/As of height 4/);
    expect(coverage.complete).toBe(false);
    expect(coverage.gaps[0]?.message).toBe(
      'Heights 5 to 9 are not in this index. Payments in them are not shown, and balances that they may change are not known.',
    );
  });

  it('is not known when the address is used above the run', async () => {
    const { totals, coverage } = await totalsOf(ADDRESS.alice);
    expect(totals).toMatchObject({ balance: null, balanceAsOfHeight: null });
    expect(coverage.gaps[0]?.message).toMatch(/between the first and the last use/);
  });

  it('is not known when the chain starts in its middle', async () => {
    const { totals } = await totalsOf(ADDRESS.erin, SAMPLE_BLOCKS.slice(5));
    expect(totals).toMatchObject({ balance: null, received: 90n * COIN });
    expect(totals.balanceNote).toMatch(/first block/);
  });

  it('is not known after a block indexed only in part', async () => {
    const blocks = SAMPLE_BLOCKS.slice(0, 5).map((block) =>
      block.height === 2 ? { ...block, isWhole: false } : block,
    );
    expect((await totalsOf(ADDRESS.bob, blocks)).totals.balance).toBeNull();
    expect((await totalsOf(ADDRESS.bob, blocks)).coverage.gaps[0]?.kind).toBe('block-partial');
  });

  it('is zero, not unknown, for an address that a complete index has not seen', async () => {
    const { status, totals } = await totalsOf('12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S', SAMPLE_BLOCKS.slice(0, 5));
    expect(status).toBe('not-seen');
    expect(totals).toMatchObject({ balance: 0n, transactionCount: 0, firstHeight: null });
  });

  it('counts what it received and what it spent as transfers of the coin', async () => {
    const { client } = createSampleApp({ reader: buildLedger('btc', SAMPLE_BLOCKS.slice(0, 5)) });
    const { coin, totals } = await client.call('getAddress', { params: { chain, address: ADDRESS.alice } });
    expect(totals?.spendCount).toBeGreaterThan(0);
    expect(coin).toMatchObject({ moves: (totals?.receiveCount ?? 0) + (totals?.spendCount ?? 0) });
  });

  it('counts what can never be spent', async () => {
    const blocks = [...SAMPLE_BLOCKS.slice(0, 5), { height: 5, transactions: [TX.third] }];
    expect((await totalsOf(ADDRESS.alice, blocks)).totals.unspendable).toBe(50n * COIN);
    // A double that is not one of the two on the real chain overwrote nothing, in this answer and in every other.
    expect((await totalsOf(ADDRESS.carol, blocks)).totals.unspendable).toBe(0n);
  });

  it('counts a repeated coinbase that no rule of the chain took away as one that can be spent, in every answer', async () => {
    const blocks = Array.from({ length: 110 }, (_, height) => ({
      height,
      transactions: [
        height === 105 ? coinbase(3, { to: 'carol', coins: 50 }) : coinbase(height, { to: 'carol', coins: 50 }),
      ],
    }));
    const { client, request } = createSampleApp({ reader: buildLedger('btc', blocks) });
    const params = { chain, address: ADDRESS.carol } as const;
    const { totals } = await client.call('getAddress', { params });
    // The coinbase of the first block alone can never be spent.
    expect(totals).toMatchObject({ balance: 110n * 50n * COIN, unspendable: 50n * COIN });
    const { items } = await client.call('listAddressTransactions', { params, query: { limit: 200 } });
    expect(items.filter(({ flags }) => flags.includes('unspendable')).map(({ height }) => height)).toEqual([0]);
    const { items: utxos } = await client.call('listAddressUtxos', { params, query: { limit: 200 } });
    const spendable = new Map(utxos.map((utxo) => [utxo.height, utxo.spendable]));
    expect([0, 1, 3, 9, 10, 105].map((height) => spendable.get(height))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
    const txid = txidOf(coinbase(3, { to: 'carol', coins: 50 }));
    for (const height of [3, 105]) {
      const { outputs } = await client.call('getTransaction', { params: { chain, txid }, query: { height } });
      expect(outputs).toMatchObject([{ unspendable: false, spentBy: null }]);
    }
    const listed = await (await request(`/api/esplora/btc/address/${ADDRESS.carol}/utxo`)).json();
    expect(listed.filter((utxo: { txid: string }) => utxo.txid === txid)).toHaveLength(2);
  });

  it('lists both copies of a duplicated coinbase', async () => {
    const copy = coinbase(3, { to: 'carol', coins: 50 });
    const blocks = [...SAMPLE_BLOCKS.slice(0, 5), { height: 5, transactions: [copy] }];
    const { client } = createSampleApp({ reader: buildLedger('btc', blocks) });
    const [item] = (await client.call('listAddressTransactions', { params: { chain, address: ADDRESS.carol } })).items;
    const txid = item?.txid ?? '';
    expect(await client.call('getTransaction', { params: { chain, txid } })).toMatchObject({
      height: 5,
      duplicates: [3],
    });
    const early = await client.call('getTransaction', { params: { chain, txid }, query: { height: 3 } });
    // Only the two doubles of the real chain overwrote an output; every answer identifies a copy by its block's hash.
    expect(early).toMatchObject({ height: 3, duplicates: [5], outputs: [{ unspendable: false }] });
    for (const [query, height] of [
      [{}, 5],
      [{ height: 5 }, 5],
      [{ height: 3 }, 3],
    ] as const) {
      expect(await client.call('getTransactionProof', { params: { chain, txid }, query })).toMatchObject({ height });
      expect((await client.call('getRawTransaction', { params: { chain, txid }, query })).txid).toBe(txid);
    }
    for (const name of ['getTransaction', 'getTransactionProof', 'getRawTransaction'] as const) {
      await expect(client.call(name, { params: { chain, txid }, query: { height: 4 } })).rejects.toMatchObject({
        kind: 'not-found',
        message: 'This transaction is not in block 4. It is in block 3 and 5.',
      });
    }
    const { items } = await client.call('listAddressUtxos', { params: { chain, address: ADDRESS.carol } });
    expect(items.map(({ height, spendable }) => [height, spendable])).toContainEqual([3, false]);
  });

  it('is known per period only as far as it is exact', async () => {
    const { client } = createSampleApp();
    const call = (address: string) =>
      client.call('getAddressActivity', { params: { chain, address }, query: { period: 'hour' } });
    expect((await call(ADDRESS.bob)).points.at(-1)?.balance).toBe(50n * COIN);
    expect((await call(ADDRESS.alice)).points.at(-1)?.balance).toBeNull();
  });
});
