import type { WalletPayment } from '@trailmark/core/nft';
import { describe, expect, test } from 'vitest';
import { BLEND } from '../../protocols/blend.ts';
import { CollectionBuilder } from '../collection-table.ts';
import { PaymentTable } from '../payment-table.ts';
import { runWashRules } from '../run-wash-rules.ts';
import { WASH_SET, weightOf } from '../wash-set.ts';

const { params } = WASH_SET.parse({});
const [ANNA, BERT, CARL] = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(20)) as [string, string, string];
const DAY = 86_400;
const ETHER = 10n ** 18n;

/** A sale, a day after the one before. */
interface Step {
  readonly from: string;
  readonly to: string;
  readonly price?: bigint;
  readonly asset?: string;
  readonly token?: bigint;
  readonly isMulti?: boolean;
  /** Which of the two is a pool of a market. */
  readonly pool?: string;
}

/** A payment some seconds after the step of that number. */
type Paid = readonly [from: string, to: string, amount: bigint, step: number, after: number];

/** Numbers of the sales that each rule flags, by rule; rules that flag none are left out. */
function flag(steps: readonly Step[], paid: readonly Paid[] = [], minted = 0n): Record<string, number[]> {
  const builder = new CollectionBuilder((asset) => asset);
  const timeOf = (step: number): number => (step + 1) * DAY;
  if (minted > 0n)
    builder.addEvent({
      ...{ tokenId: 7n, amount: minted, isMulti: true, time: 0, from: '', to: ANNA, kind: 'mint', sale: undefined },
    });
  steps.forEach(({ from, to, price = ETHER, asset = '', token = 7n, isMulti = false, pool = '' }, i) => {
    const [time, item] = [timeOf(i), { tokenId: token, amount: 1n }];
    builder.addSale({
      ...{ time, buyer: to, seller: from, price: { asset, amount: price, tokenId: undefined } },
      ...{ items: [item], itemCount: 1, isFlashLoan: false, pool },
    });
    builder.addEvent({ ...item, isMulti, time, from, to, kind: 'sale', sale: i });
  });
  const payments = paid.map(([from, to, amount, step, after], position): WalletPayment => {
    return { from, to, amount, position, time: timeOf(step) + after };
  });
  const { runs } = runWashRules({
    ...{ table: builder.build(), payments: new PaymentTable(payments), funding: undefined },
    ...{ services: new Map(), hasCalls: true, params },
  });
  return Object.fromEntries(
    runs.flatMap(({ rule, flagged }) => {
      const places = [...flagged].flatMap((isFlagged, sale) => (isFlagged ? [sale] : []));
      return places.length > 0 ? [[rule.id, places]] : [];
    }),
  );
}

describe('a price in a token', () => {
  const usdc = { from: ANNA, to: BERT, price: 1_000_000_000n, asset: 'usdc' };

  test('is compared with no payment of coin: a few gwei are not a thousand dollars', () => {
    const [before, after]: Paid[] = [
      [ANNA, BERT, 900_000_000n, 0, -DAY],
      [ANNA, BERT, 1_000_000_000n, 0, 3_600],
    ];
    const back: Paid = [BERT, ANNA, 1_000_000_000n, 0, -3_600];
    expect(flag([usdc], [before as Paid, after as Paid, back])).toEqual({});
  });

  test('in coin is compared: the same payments are a refund and two payments in advance', () => {
    const coin = { ...usdc, asset: '' };
    expect(flag([coin], [[ANNA, BERT, 1_000_000_000n, 0, 3_600]])).toEqual({ 'instant-refund': [0] });
    expect(flag([coin], [[ANNA, BERT, 900_000_000n, 0, -DAY]])).toEqual({ 'seller-funded-buyer': [0] });
    expect(flag([coin], [[BERT, ANNA, 900_000_000n, 0, -DAY]])).toEqual({ 'buyer-funded-seller': [0] });
    expect(flag([coin], [[CARL, ANNA, 900_000_000n, 0, -DAY]])).toEqual({});
  });
});

describe('a token that always moves one piece at a time under the standard for several', () => {
  const around: Step[] = [
    { from: ANNA, to: BERT, isMulti: true },
    { from: BERT, to: CARL, isMulti: true },
    { from: CARL, to: ANNA, isMulti: true },
    { from: ANNA, to: BERT, isMulti: true },
    { from: BERT, to: ANNA, isMulti: true },
    { from: ANNA, to: BERT, isMulti: true },
  ];
  const OF_TOKEN = ['ring', 'back-and-forth-token', 'repeated-purchase'];
  const ofToken = (minted: bigint, steps = around) =>
    OF_TOKEN.filter((rule) => flag(steps, [], minted)[rule] !== undefined);

  test('may be another piece each time: no rule about one token flags it', () => {
    expect(ofToken(0n)).toEqual([]);
    expect(ofToken(2n)).toEqual([]);
  });

  test('is one token where a single piece was minted, as a token of the other standard is', () => {
    expect(ofToken(1n)).toEqual(OF_TOKEN);
    expect(
      ofToken(
        0n,
        around.map((step) => ({ ...step, isMulti: false })),
      ),
    ).toEqual(OF_TOKEN);
  });
});

describe('a contract that trades with everybody is no trader', () => {
  const around = (venue: string, pool = ''): Step[] => [
    { from: ANNA, to: venue, pool },
    { from: venue, to: BERT, pool },
    { from: BERT, to: venue, pool },
    { from: venue, to: ANNA, pool },
    { from: ANNA, to: venue, pool },
    { from: BERT, to: ANNA },
  ];

  test('neither the contract of loans that a purchase was financed by, nor a pool of a market', () => {
    expect(flag(around(BLEND))).toEqual({});
    expect(flag(around(CARL, CARL))).toEqual({});
  });

  test('and the same sales between three people are flagged', () => {
    expect(Object.keys(flag(around(CARL)))).toContain('ring');
    expect(Object.keys(flag(around(CARL)))).toContain('repeated-purchase');
  });
});

describe('a token that its seller buys back after it changed hands', () => {
  const around: Step[] = [
    { from: ANNA, to: BERT },
    { from: BERT, to: CARL },
    { from: CARL, to: ANNA },
  ];

  test('is a ring of weight 1, which the strict view leaves out, without a payment among its wallets', () => {
    const found = flag(around);
    expect(found).toEqual({ ring: [0, 1, 2] });
    expect(weightOf(WASH_SET.parse({}), 'ring')).toBeLessThan(WASH_SET.parse({}).strictFrom);
  });

  test('is flagged strictly where a tenth of the price went among its wallets outside the sales', () => {
    const tenth: Paid = [CARL, BERT, ETHER / 10n, 2, DAY];
    expect(flag(around, [tenth])).toEqual({ ring: [0, 1, 2], 'paid-ring': [0, 1, 2] });
    expect(flag(around, [[CARL, BERT, ETHER / 10n - 1n, 2, DAY]])['paid-ring']).toBeUndefined();
    expect(flag(around, [[CARL, BERT, ETHER, 2, 40 * DAY]])['paid-ring']).toBeUndefined();
    const dollars = around.map((step) => ({ ...step, asset: 'usdc' }));
    expect(flag(dollars, [tenth])['paid-ring']).toBeUndefined();
  });
});

test('no payment is a share of a price of nothing', () => {
  const free = { from: ANNA, to: BERT, price: 0n };
  expect(
    flag(
      [free],
      [
        [ANNA, BERT, 5n, 0, 3_600],
        [ANNA, BERT, 5n, 0, -3_600],
      ],
    ),
  ).toEqual({});
});
