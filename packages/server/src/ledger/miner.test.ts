import { ownerScript } from '@trailmark/chains/utxo/script';
import { encodeTransaction } from '@trailmark/chains/utxo/transaction';
import { describe, expect, it } from 'vitest';
import { buildLedger, type RawBlock } from '../testing/ledger-builder.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { createSampleKnowledge } from '../testing/sample-labels.ts';
import { ADDRESS, coinbase, PEOPLE, SAMPLE_BLOCKS, txidOf } from '../testing/sample-ledger.ts';

const chain = 'btc';
const TAGS = {
  source: 'https://example.org/pools',
  licence: 'MIT',
  asOf: '2026-02-24',
  tags: [
    { tag: '/Sample Pool Solo/', pool: 'Sample Pool Solo', link: undefined },
    { tag: '/Sample Pool', pool: 'Sample Pool', link: undefined },
  ],
};

function mine(text: string, ...people: readonly (keyof typeof PEOPLE)[]): Uint8Array {
  const script = Uint8Array.of(2, 1, 0, ...new TextEncoder().encode(text));
  const inputs = [{ prevTxid: '0'.repeat(64), prevVout: 0xffff_ffff, script, sequence: 0, witness: [] }];
  const outputs = people.map((name) => ({ value: 1n, script: ownerScript(PEOPLE[name]) ?? new Uint8Array(0) }));
  return encodeTransaction({ version: 1, inputs, outputs, lockTime: 0 }, { witness: true });
}

function open(blocks: readonly RawBlock[], knowledge: Parameters<typeof createSampleApp>[0] = {}) {
  return createSampleApp({
    reader: buildLedger(chain, blocks),
    knowledge: { ...createSampleKnowledge(), coinbaseTags: () => TAGS, ...knowledge.knowledge },
  }).client;
}

async function minerOf(client: ReturnType<typeof open>, block = '0') {
  return (await client.call('getBlock', { params: { chain, block } })).block.miner;
}

describe('who made a block', () => {
  it('is claimed by the most specific text of a pool in its coinbase, named with the list it is from', async () => {
    const miner = await minerOf(open([{ height: 0, transactions: [mine('x/Sample Pool Solo/y', 'alice')] }]));
    expect(miner?.tag).toEqual({
      text: '/Sample Pool Solo/',
      pool: 'Sample Pool Solo',
      source: 'https://example.org/pools',
      licence: 'MIT',
      asOf: '2026-02-24',
    });
    expect(miner?.tagNote).toBeNull();
  });

  it('is claimed by public labels of the addresses the coinbase pays, and by no internal one', async () => {
    const miner = await minerOf(open([{ height: 0, transactions: [mine('', 'bob', 'frank', 'carol', 'bob')] }]));
    expect(miner?.claims.map(({ address, label }) => [address, label])).toEqual([
      [ADDRESS.bob, 'Sample Exchange 1'],
      [ADDRESS.carol, 'SampleLocker'],
      [ADDRESS.carol, 'Second Exchange'],
    ]);
    expect(miner).toMatchObject({ claimCount: 3, tag: null });
    expect(miner?.tagNote).toBe('None of the 2 texts known of pools stands in the coinbase.');
  });

  it('is stated for the coinbase alike, and for no other transaction', async () => {
    const raw = mine('/Sample Pool/', 'bob');
    const client = open([...SAMPLE_BLOCKS.slice(0, 4), { height: 4, transactions: [raw] }]);
    const detail = await client.call('getTransaction', { params: { chain, txid: txidOf(raw) } });
    expect(detail.miner).toEqual(await minerOf(client, '4'));
    expect(detail.miner?.tag?.pool).toBe('Sample Pool');
    const pay = SAMPLE_BLOCKS[3]?.transactions[1] as Uint8Array;
    expect((await client.call('getTransaction', { params: { chain, txid: txidOf(pay) } })).miner).toBeNull();
  });

  it('has no text where the raw coinbase is not stored, and still what sources state about the payees', async () => {
    const blocks = [{ height: 0, transactions: [mine('/Sample Pool/', 'bob')], hasRaw: false }];
    const miner = await minerOf(open(blocks));
    expect(miner?.tag).toBeNull();
    expect(miner?.tagNote).toMatch(/^The raw bytes of the coinbase are not stored/);
    expect(miner?.claimCount).toBe(1);
  });

  it('is not known where the coinbase is not indexed', async () => {
    const other = SAMPLE_BLOCKS[3]?.transactions[1] as Uint8Array;
    expect(await minerOf(open([{ height: 0, transactions: [other], isWhole: false }]))).toBeNull();
  });

  it('has no text on chains whose pools no list names', async () => {
    const blocks = [{ height: 0, transactions: [coinbase(0, { to: 'alice', coins: 50 })] }];
    const miner = await minerOf(open(blocks, { knowledge: { coinbaseTags: () => undefined } }));
    expect(miner).toMatchObject({ tag: null, tagNote: 'This server holds no list of the texts of Bitcoin pools.' });
  });
});
