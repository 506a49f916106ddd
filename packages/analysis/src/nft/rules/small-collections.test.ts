import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { CollectionBuilder, type SaleRow } from '../collection-table.ts';
import * as ofRunWashRules from '../run-wash-rules.ts';
import { WASH_SET } from '../wash-set.ts';

const recorded = new WatchedResults();
const { runWashRules } = recorded.watch(ofRunWashRules);

const { params } = WASH_SET.parse({});
const [ANNA, BERT, CARL] = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(20)) as [string, string, string];
const DAY = 86_400;

type Given = Partial<Pick<SaleRow, 'isFlashLoan' | 'itemCount'>> & {
  readonly amount?: bigint;
  readonly token?: bigint;
};

/** A sale of one token for one coin, each a day after the one before. */
type Sale = readonly [seller: string, buyer: string, given?: Given];

/** Numbers of the sales that each rule flags, by rule; rules that flag none are left out. */
function flag(...sales: readonly Sale[]): Record<string, number[]> {
  const builder = new CollectionBuilder((asset) => asset);
  for (const [i, [seller, buyer, { amount = 1n, token = 7n, ...given }]] of sales
    .map(([from, to, more]) => [from, to, more ?? {}] as const)
    .entries()) {
    const time = (i + 1) * DAY;
    builder.addSale({
      ...{
        time,
        buyer,
        seller,
        pool: '',
        price: { asset: 'eth', amount: 10n ** 18n },
        itemCount: 1,
        isFlashLoan: false,
      },
      items: [{ tokenId: token, amount }] as unknown as SaleRow['items'],
      ...given,
    } as SaleRow);
    builder.addEvent({ time, from: seller, to: buyer, tokenId: token, amount, isMulti: false, kind: 'sale', sale: i });
  }
  const input = { payments: undefined, funding: undefined, services: new Map(), hasCalls: true, params };
  const { runs } = runWashRules({ ...input, table: builder.build() });
  return Object.fromEntries(
    runs.flatMap(({ rule, flagged }) => {
      const places = [...flagged].flatMap((isFlagged, sale) => (isFlagged ? [sale] : []));
      return places.length > 0 ? [[rule.id, places]] : [];
    }),
  );
}

describe('a collection of a few sales', () => {
  test('of which nothing is odd has no finding', () => {
    expect(flag([ANNA, BERT], [BERT, CARL])).toEqual({});
  });

  test('whose first sale was paid with a loan is flagged for it', () => {
    expect(flag([ANNA, BERT, { isFlashLoan: true }])).toEqual({ 'flash-loan': [0] });
    expect(flag([ANNA, BERT], [BERT, CARL, { isFlashLoan: true }])).toEqual({ 'flash-loan': [1] });
  });

  test('whose first buyer is the seller is flagged, and not where nobody is known', () => {
    expect(flag([ANNA, ANNA])).toMatchObject({ 'same-wallet': [0] });
    expect(flag(['', ''])).toEqual({});
  });

  test('that goes there and back is flagged for both sales, and not as a piece of an edition or another token', () => {
    expect(flag([ANNA, BERT], [BERT, ANNA])['back-and-forth-token']).toEqual([0, 1]);
    expect(flag([ANNA, BERT, { amount: 2n }], [BERT, ANNA])['back-and-forth-token']).toBeUndefined();
    expect(flag([ANNA, BERT], [BERT, ANNA, { token: 8n }])['back-and-forth-token']).toBeUndefined();
  });

  test('is flagged for a wallet that buys one token as often as the rule says, and not once less', () => {
    const again: Sale[] = Array.from({ length: params.repeatedPurchases }, (_, i) => [i % 2 ? CARL : ANNA, BERT]);
    expect(flag(...again)['repeated-purchase']).toEqual(again.map((_, sale) => sale));
    expect(flag(...again.slice(1))['repeated-purchase']).toBeUndefined();
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/small-collections.txt');
});
