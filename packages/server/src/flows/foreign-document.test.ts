import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { ForeignFlow, ForeignNode, ForeignPayment } from '@trailmark/documents/flow-files/foreign-flow';
import { describe, expect, test } from 'vitest';
import * as ofForeignDocument from './foreign-document.ts';

const recorded = new WatchedResults();
const { buildForeignDocument } = recorded.watch(ofForeignDocument);

const [ALICE, BOB] = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'];
const TXID = 'ab'.repeat(32);

function node(key: string, text: string, more: Partial<ForeignNode> = {}): ForeignNode {
  const nothing = { label: null, note: null, role: null, colour: null, place: null };
  return { key, kind: 'address', chain: 'btc', text, hop: null, isSeed: false, ...nothing, ...more };
}

function payment(more: Partial<ForeignPayment> = {}): ForeignPayment {
  return {
    what: 'row 1',
    kind: 'transfer',
    from: 'a',
    to: 'b',
    chain: 'btc',
    token: null,
    symbol: null,
    amount: '1.5',
    count: 1,
    txids: [TXID],
    height: 800_000,
    time: 1_700_000_000,
    type: 'CSV',
    ...more,
  };
}

function build(payments: readonly ForeignPayment[], nodes = [node('a', ALICE), node('b', BOB)]) {
  const flow = { title: 'Case', nodes, payments, gaps: ['A gap.'], refused: [] } as unknown as ForeignFlow;
  return buildForeignDocument({ name: 'flow.csv', fileHash: 'ff'.repeat(32), at: 5, flow, findToken: () => undefined });
}

const edgesOf = (...payments: ForeignPayment[]) => Object.values(build(payments).document.edges);

describe('a payment of a foreign file', () => {
  test('is a claim, with its amount in units, its time at both ends, and the file it is of', () => {
    expect(edgesOf(payment())).toEqual([
      expect.objectContaining({
        kind: 'transfer',
        amount: '150000000',
        tainted: null,
        count: 1,
        refs: [TXID],
        firstTime: 1_700_000_000,
        lastTime: 1_700_000_000,
        firstHeight: 800_000,
        lastHeight: 800_000,
        basis: 'claim',
        fiat: null,
        rule: 'flow.csv: CSV',
      }),
    ]);
  });

  test('that represents several has a beginning and no known end', () => {
    expect(edgesOf(payment({ count: 2 }))[0]).toMatchObject({
      count: 2,
      firstTime: 1_700_000_000,
      lastTime: null,
      firstHeight: 800_000,
      lastHeight: null,
    });
  });

  test('names fifty transactions at most', () => {
    const txids = Array.from({ length: 51 }, (_, i) => i.toString(16).padStart(64, '0'));
    expect(edgesOf(payment({ txids }))[0]?.refs).toEqual(txids.slice(0, 50));
  });

  test('that is listed twice is kept twice', () => {
    expect(edgesOf(payment(), payment(), payment({ txids: [] }))).toHaveLength(3);
  });

  test.each<[string, Partial<ForeignPayment>, string]>([
    ['from nobody', { from: 'z' }, 'One of its ends was refused.'],
    ['to nobody', { to: 'z' }, 'One of its ends was refused.'],
    ['of a symbol without its contract', { chain: 'eth', symbol: 'ABC' }, 'symbols are not unique'],
    ['of a token where there are none', { token: '0x1' }, 'There are no token contracts on btc.'],
    ['of a token nobody knows', { chain: 'eth', token: `0x${'ab'.repeat(20)}` }, 'are not known here'],
    ['of parts of a unit', { amount: '0.000000001' }, ''],
  ])('%s is refused with its row', (_, more, reason) => {
    const { document, refused } = build([payment(more)]);
    expect(document.edges).toEqual({});
    expect(refused).toEqual([{ what: 'row 1', reason: expect.stringContaining(reason) }]);
  });
});

describe('the document of a foreign file', () => {
  test('says by what it was made, and that its payments are claims where it has any', () => {
    const { document } = build([payment()]);
    expect(document.log).toMatchObject([
      { number: 1, at: 5, action: 'import', asOf: `file ${'ff'.repeat(32)}`, nodes: 2, edges: 1 },
    ]);
    expect(document.gaps).toEqual(['Payments of the imported file are claims: no ledger was read for them.', 'A gap.']);
    expect(build([]).document.gaps).toEqual(['A gap.']);
  });

  test('keeps marks with the file that states them, the first of two, and none where there are none', () => {
    const said = { label: 'Suspect', note: 'Seen twice', role: 'suspect', colour: 'rust' } as const;
    const { document } = build([], [node('a', ALICE, said), node('again', ALICE, { label: 'Other' }), node('b', BOB)]);
    expect(Object.values(document.marks)).toEqual([{ ...said, noteBy: 'flow.csv' }]);
    expect(Object.keys(document.nodes)).toHaveLength(2);
  });

  test('refuses an address by how it begins', () => {
    const { refused } = build([], [node('a', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb')]);
    expect(refused).toMatchObject([{ what: '1A1zP1eP5QGe…' }]);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/foreign-document.txt');
});
