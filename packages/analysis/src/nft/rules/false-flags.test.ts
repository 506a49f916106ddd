import type { WalletPayment } from '@trailmark/core/nft';
import { describe, expect, test } from 'vitest';
import { CollectionBuilder } from '../collection-table.ts';
import { PaymentTable } from '../payment-table.ts';
import { runWashRules } from '../run-wash-rules.ts';
import { WASH_SET } from '../wash-set.ts';

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
}

/** A payment some seconds after the step of that number. */
type Paid = readonly [from: string, to: string, amount: bigint, step: number, after: number];

/** Numbers of the sales that each rule flags, by rule; rules that flag none are left out. */
function flag(steps: readonly Step[], paid: readonly Paid[] = []): Record<string, number[]> {
  const builder = new CollectionBuilder((asset) => asset);
  const timeOf = (step: number): number => (step + 1) * DAY;
  steps.forEach(({ from, to, price = ETHER, asset = '', token = 7n }, i) => {
    const [time, item] = [timeOf(i), { tokenId: token, amount: 1n }];
    builder.addSale({
      ...{ time, buyer: to, seller: from, price: { asset, amount: price, tokenId: undefined } },
      ...{ items: [item], itemCount: 1, isFlashLoan: false },
    });
    builder.addEvent({ ...item, time, from, to, kind: 'sale', sale: i });
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
