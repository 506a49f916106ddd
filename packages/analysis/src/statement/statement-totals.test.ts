import type { StatementLeg, StatementLine } from '@trailmark/core/statement/statement';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofStatementTotals from './statement-totals.ts';

const recorded = new WatchedResults();
const { createTotals } = recorded.watch(ofStatementTotals);

const DATE = { day: '2026-03-09', month: '2026-03' };
const shop = { address: 'shop', label: 'A shop', category: 'merchant' };
const leg = (amount: bigint, value: bigint | undefined, asset = 'eth'): StatementLeg => ({
  asset: asset as StatementLeg['asset'],
  amount,
  tokenId: undefined,
  value,
});

function line(change: Partial<StatementLine>): StatementLine {
  const plain = { no: 1, chain: 'eth', height: 5, time: 9, txid: undefined, part: 0, parts: 1, type: 'payment-out' };
  const more = { basis: 'fact', rule: undefined, legs: [], fee: undefined, parties: [shop], partyCount: 1, own: [] };
  return { ...plain, ...more, isSpam: false, ...change } as unknown as StatementLine;
}

function total(lines: readonly StatementLine[], dates = [DATE]) {
  const totals = createTotals();
  for (const [i, each] of lines.entries()) totals.add(each, dates[i] ?? DATE);
  return totals.list();
}

describe('sums of lines', () => {
  test('add what came in, what went out and the fees, count every move but no fee, and value what has a price', () => {
    const lines = [
      line({ legs: [leg(-10n, -100n)], fee: leg(-1n, -7n) }),
      line({ legs: [leg(4n, 40n)], fee: leg(-2n, undefined) }),
      line({ legs: [leg(-3n, undefined)] }),
    ];
    const sum = { in: 4n, out: 13n, fees: 3n, count: 3, valueIn: 40n, valueOut: 107n, unpriced: 2 };
    const { month, type, category, counterparty } = total(lines);
    expect(month).toEqual([{ key: '2026-03', label: undefined, chain: 'eth', asset: 'eth', ...sum }]);
    expect(type).toEqual([{ key: 'payment-out', label: undefined, chain: 'eth', asset: 'eth', ...sum }]);
    expect(category).toEqual([{ key: 'merchant', label: undefined, chain: 'eth', asset: 'eth', ...sum }]);
    expect(counterparty).toEqual([{ key: 'shop', label: 'A shop', chain: 'eth', asset: 'eth', ...sum }]);
  });

  test('are of one asset each', () => {
    const { month } = total([line({ legs: [leg(-10n, -1n), leg(5n, 1n, 'usdc')] })]);
    expect(month.map(({ asset, in: got, out, count }) => [asset, got, out, count])).toEqual([
      ['eth', 0n, 10n, 1],
      ['usdc', 5n, 0n, 1],
    ]);
  });

  test('leave spam out', () => {
    expect(total([line({ legs: [leg(5n, 1n)], isSpam: true })]).month).toEqual([]);
  });

  test('name a counterparty and its category only where there is one', () => {
    const keysOf = (change: Partial<StatementLine>) => {
      const { category, counterparty } = total([line({ legs: [leg(5n, 1n)], ...change })]);
      return [category[0]?.key, counterparty[0]?.key, counterparty[0]?.label];
    };
    expect(keysOf({})).toEqual(['merchant', 'shop', 'A shop']);
    expect(keysOf({ partyCount: 2 })).toEqual(['unlabelled', 'several', undefined]);
    expect(keysOf({ parties: [], partyCount: 0 })).toEqual(['unlabelled', 'none', undefined]);
    expect(keysOf({ parties: [{ ...shop, category: undefined }] })).toEqual(['unlabelled', 'shop', 'A shop']);
  });

  test('of months come in their order, all others the largest value first, then the most moves, then by name', () => {
    const at = (address: string, ...legs: StatementLeg[]) => line({ legs, parties: [{ ...shop, address }] });
    const lines = [
      at('b', leg(1n, 5n)),
      at('small', leg(1n, 4n)),
      at('often', leg(1n, 3n), leg(1n, 2n)),
      at('paid', leg(-1n, -6n)),
      at('a', leg(1n, 5n)),
    ];
    const { counterparty, month } = total(lines, [DATE, { day: '2026-01-02', month: '2026-01' }]);
    expect(counterparty.map(({ key }) => key)).toEqual(['paid', 'often', 'a', 'b', 'small']);
    expect(month.map(({ key }) => key)).toEqual(['2026-01', '2026-03']);
  });

  test('of more than 20,000 counterparties are one sum for all that came after, and a table of 1,000 rows sums what is left', () => {
    const totals = createTotals();
    const add = (address: string, value: bigint) =>
      totals.add(line({ legs: [leg(1n, value)], parties: [{ ...shop, address }] }), DATE);
    for (let i = 0; i < 20_000; i++) add(`address ${i}`, 1n);
    for (const [address, value] of [
      ['late', 10n],
      ['later', 10n],
      ['address 5', 5n],
    ] as const)
      add(address, value);
    const { counterparty } = totals.list();
    expect(counterparty).toHaveLength(1_001);
    expect(counterparty[0]).toMatchObject({ key: 'address 5', in: 2n, count: 2, valueIn: 6n });
    expect(counterparty.at(-1)).toMatchObject({
      ...{ key: 'others', label: '19000 smaller ones together', in: 19_002n, count: 19_002, valueIn: 19_020n },
    });
    expect(counterparty.filter(({ key }) => key === 'late')).toEqual([]);
    expect(counterparty.reduce((sum, { valueIn }) => sum + valueIn, 0n)).toBe(20_025n);
  });

  test('of more than 1,000 months are the newest 1,000, after one sum of each asset for the earlier ones', () => {
    const months = Array.from({ length: 1_003 }, (_, i) => ({ day: '', month: String(i + 1_000) }));
    const { month } = total(
      months.map(() => line({ legs: [leg(1n, 2n)] })),
      months,
    );
    expect(month).toHaveLength(1_001);
    expect(month[0]).toMatchObject({ key: 'earlier', label: '3 earlier ones together', in: 3n, count: 3, valueIn: 6n });
    expect([month[1]?.key, month.at(-1)?.key]).toEqual(['1003', '2002']);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/statement-totals.txt');
});
