import type { LossPayment, LossSum } from '@trailmark/core/statement/losses';
import { expect, test } from 'vitest';
import { readWorkbook } from '../../reading/read-workbook.ts';
import { checkPdf } from '../../testing/check-pdf.ts';
import { HOSTILE_LABELS } from '../../testing/sample-statement.ts';
import type { LossDocument } from './loss-document.ts';
import { streamLossPdf } from './loss-pdf.ts';
import { streamLossCsv, streamLossXlsx } from './loss-tables.ts';

const MICRO = 1_000_000n;
const TIME = 1_772_323_200;

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Victims with names of strangers in every script, each with some payments; the last payment is undecided. */
function sampleLosses(count: number, available: bigint | null): LossDocument {
  const sumOf = (i: number): LossSum => ({
    ...{ asset: 'btc', paid: BigInt(i + 1) * 150_000n, returned: 50_000n, count: 2, unpriced: 0 },
    ...{ paidValue: BigInt(i + 1) * 90n * MICRO, returnedValue: 30n * MICRO },
  });
  const names = Array.from({ length: count }, (_, i) => ({
    name: HOSTILE_LABELS[i % HOSTILE_LABELS.length] ?? `Customer ${i}`,
    reference: `V-${i + 1}`,
  }));
  const payment = (i: number): LossPayment => ({
    ...{ no: i + 1, way: i % 2 === 0 ? 'paid' : 'returned', basis: i === count * 2 ? 'undecided' : 'addresses' },
    ...{ victims: i === count * 2 ? [0, 1] : [i >> 1], chain: 'btc', height: 900_000 + i, time: TIME + i * 60 },
    ...{ txid: i.toString(16).padStart(64, 'c'), asset: 'btc', amount: 100_000n + BigInt(i) },
    ...{ value: i % 5 === 4 ? undefined : 60n * MICRO, payers: [`bc1q${'x'.repeat(38)}`], payerCount: 3 },
    paid: `bc1q${'y'.repeat(38)}`,
  });
  return {
    ...{ agency: 'Northgate Police (fictional)', currency: 'USD', time: TIME, available, names },
    facts: [
      { name: 'Case', value: '2026-0417 Harbour' },
      { name: 'Period', value: 'the first block to the last indexed block' },
    ],
    victims: names.map((_, victim) => ({
      ...{ victim, sums: [sumOf(victim)], count: 2, unpriced: 0, firstTime: TIME, lastTime: TIME + 60 },
      ...{ loss: (BigInt(victim + 1) * 90n - 30n) * MICRO, share: Math.floor(1_000_000 / count) },
      restitution: available === null ? undefined : 10n * MICRO,
    })),
    payments: Array.from({ length: count * 2 + 1 }, (_, i) => payment(i)),
    undecided: [sumOf(0)],
    unverified: [{ ...sumOf(1), asset: 'btc:fake' }],
    others: [{ asset: 'btc', amount: 7n, count: 1 }],
    assets: new Map([['btc', { id: 'btc', symbol: 'BTC', statedName: undefined, decimals: 8, isUnverified: false }]]),
    limits: ['That an address is of a victim is a claim of the list of victims; the payments are facts.'],
    software: 'Trailmark test',
    hash: '4f1c'.padEnd(64, '0'),
  };
}

test.each([
  [40, 400n * MICRO],
  [3, null],
  [1, 10n * MICRO],
])(
  'a list of %i victims breaks no clause of PDF/A and PDF/UA that is checked, and cuts no hash',
  async (count, available) => {
    const document = sampleLosses(count, available);
    const { faults, pages } = checkPdf(await collect(streamLossPdf(document)));
    expect(faults).toEqual([]);
    const text = pages.join('\n').replace(/\s/g, '');
    for (const { txid } of document.payments) expect(text).toContain(txid);
    expect(text).toContain('Restitutionlist');
    expect(text).toContain('Undecided');
  },
);

test('the workbook sums what it lists, names stay text, and equal lists have equal bytes', async () => {
  const bytes = await collect(streamLossXlsx(sampleLosses(3, 30n * MICRO)));
  expect(bytes.equals(await collect(streamLossXlsx(sampleLosses(3, 30n * MICRO))))).toBe(true);
  const rows = [...readWorkbook(bytes).rows('Restitution')].map(({ cells }) => cells);
  expect(rows.at(-1)?.slice(6, 11)).toEqual(['540.00', '90.00', '450.00', '', '30.00']);
  const byAsset = [...readWorkbook(bytes).rows('By asset')].map(({ cells }) => cells);
  expect(byAsset.at(-1)?.slice(1, 3)).toEqual(['token that nobody vouches for: in no loss', 'btc:fake']);
  const cells = (await collect(streamLossCsv(sampleLosses(5, null)))).toString().split(/[\r\n,]/);
  expect(cells.filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
});
