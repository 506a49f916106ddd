import type { ChainStatus } from '@trailmark/api/contract/chain';
import type { OutputChainId } from '@trailmark/core/chain';
import { describe, expect, it } from 'vitest';
import { buildLedger } from '../testing/ledger-builder.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { coinbase, createSampleReader, spend } from '../testing/sample-ledger.ts';

const INGEST: ChainStatus['ingest'] = {
  source: 'node http://127.0.0.1:9332',
  state: 'running',
  blocks: 0,
  transactions: 0,
  bytes: 0,
  transactionsPerSecond: 0,
  height: null,
  targetHeight: null,
  secondsLeft: null,
  message: 'The node http://127.0.0.1:9332 cannot be reached. Trying again in 2 s.',
};
const LITECOIN = 'LhK2kQwiaAvhjWY799cZvMyYwnQAcxkarr';

describe('a chain that is read and has no block yet', () => {
  const readers = new Map<OutputChainId, ReturnType<typeof buildLedger>>([
    ['btc', createSampleReader()],
    ['ltc', buildLedger('ltc', [])],
  ]);
  const { client } = createSampleApp({ readers, ingestStatus: (chain) => (chain === 'ltc' ? INGEST : null) });

  it('is listed with its ingest', async () => {
    const { items } = await client.call('listChains', {});
    expect(items).toMatchObject([
      { id: 'btc', ingest: null },
      { id: 'ltc', tip: null, transactionCount: 0, ingest: INGEST, coverage: { complete: false, ranges: [] } },
    ]);
    expect(items[1]?.coverage.summary).toBe('No block of this chain is indexed yet.');
  });

  it('answers that nothing is known', async () => {
    const params = { chain: 'ltc', address: LITECOIN } as const;
    const { totals, asOf } = await client.call('getAddress', { params });
    expect(totals).toMatchObject({ balance: null, transactionCount: 0 });
    expect(asOf).toMatchObject({ height: null, hash: null });
    expect((await client.call('listAddressTransactions', { params })).items).toEqual([]);
    expect((await client.call('listBlocks', { params: { chain: 'ltc' } })).items).toEqual([]);
    const block = client.call('getBlock', { params: { chain: 'ltc', block: '0' } });
    await expect(block).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('counts as not indexed for a search', async () => {
    const { hits } = await client.call('search', { query: { q: LITECOIN } });
    expect(hits).toMatchObject([
      { chain: 'ltc', detail: 'Valid Litecoin address; this server holds no data of that chain', isIndexed: false },
    ]);
    const { found } = await client.call('scanText', { body: { text: LITECOIN, chain: 'ltc' } });
    expect(found).toEqual(hits);
  });
});

describe('sentences', () => {
  it('count one as one', async () => {
    const foreign = (vouts: readonly number[]) =>
      spend(
        vouts.map((vout) => ['ab'.repeat(32), vout] as const),
        { to: 'alice', coins: 1 },
      );
    const messages = async (transaction: Uint8Array) => {
      const reader = buildLedger('btc', [{ height: 5, transactions: [coinbase(5), transaction], timeEstimated: true }]);
      const { client } = createSampleApp({ reader });
      const [txid = ''] = (await reader.blockTxids(5)).slice(1);
      const detail = await client.call('getTransaction', { params: { chain: 'btc', txid } });
      return [detail.coverage.summary, ...detail.coverage.gaps.map(({ message }) => message)];
    };
    const one = await messages(foreign([0]));
    expect(one).toContain('1 input spends an output outside this index: its amount and the fee are not known.');
    expect(one[0]).toMatch(/^Partial data: 1 block indexed between/);
    expect(await messages(foreign([0, 1]))).toContain(
      '2 inputs spend outputs outside this index: their amounts and the fee are not known.',
    );
    for (const message of one) expect(message).not.toMatch(/\b1 (blocks|inputs|outputs|transactions)\b/);
  });
});
