import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofClaimText from './claim-text.ts';

const recorded = new WatchedResults();
const { formatUsd, writeClaim } = recorded.watch(ofClaimText);

test('dollars are rounded half up, in groups of three', () => {
  const cases: [bigint, string][] = [
    [0n, '0.00 USD'],
    [4_999n, '0.00 USD'],
    [5_000n, '0.01 USD'],
    [999_994_999n, '999.99 USD'],
    [999_995_000n, '1,000.00 USD'],
    [2_345_678_900_000n, '2,345,678.90 USD'],
  ];
  for (const [micro, text] of cases) expect(formatUsd(micro)).toBe(text);
});

test('a sentence has its figures out of the result', () => {
  const result = { sum: '150000000', decimals: 8, symbol: 'BTC', when: 1_700_000_000, usd: '5000', none: null };
  const write = (...text: Parameters<typeof writeClaim>[0]['text']) => writeClaim({ text, result });
  expect(write('It got ', { amount: 'sum' }, ' at ', { time: 'when' }, '.')).toBe(
    'It got 1.50000000 BTC at 2023-11-14 22:13:20.',
  );
  expect(write({ usd: 'usd' }, '; ', { value: 'none' }, '; ', { value: 'decimals' })).toBe('0.01 USD; not known; 8');
  expect(writeClaim({ text: [{ amount: 'sum' }], result: { sum: '7' } })).toBe('7');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/claim-text.txt');
});
