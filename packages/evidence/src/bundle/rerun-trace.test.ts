import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofRerunTrace from './rerun-trace.ts';

const recorded = new WatchedResults();
const { findSumFault } = recorded.watch(ofRerunTrace);

type Given = Parameters<typeof findSumFault>;

/** Two assets of which one was traded for the other: every term of both sums is there. */
function sample() {
  const coin = { began: '100', added: '7', convertedIn: '5', convertedOut: '40', cut: '20', fees: '2' };
  const token = { began: '0', added: '0', convertedIn: '60', convertedOut: '0', cut: '0', fees: '0' };
  return {
    sums: [
      { asset: '', ...coin, ended: { holder: '30', service: '20' } },
      { asset: 'aa', ...token, ended: { holder: '60' } },
    ],
    leaves: [
      { asset: '', amount: '30' },
      { asset: '', amount: '20' },
      { asset: 'aa', amount: '60' },
    ],
    cuts: [{ asset: '', amount: '20' }],
    seeds: [
      { asset: '', amount: '60' },
      { asset: '', amount: '40' },
    ],
  };
}

const fault = ({ seeds, ...trace }: ReturnType<typeof sample>) =>
  findSumFault(trace as unknown as Given[0], seeds as unknown as Given[1]);

describe('the sums of a trace', () => {
  test('close where what began, was added and came in trades is what ended, was cut, paid fees and left in trades', () => {
    expect(fault(sample())).toBeUndefined();
  });

  test.each(['began', 'added', 'convertedIn', 'convertedOut', 'cut', 'fees'] as const)(
    'do not close with one unit more of %s',
    (name) => {
      const wrong = sample();
      const [coin] = wrong.sums;
      if (coin) coin[name] = String(BigInt(coin[name]) + 1n);
      expect(fault(wrong)).toBe('the sums of the coin do not close.');
    },
  );

  test('name the token that does not close', () => {
    const wrong = sample();
    const token = wrong.sums[1];
    if (token) token.convertedIn = '61';
    expect(fault(wrong)).toBe('the sums of aa do not close.');
  });

  test('are those of ends, cuts and seeds of the same asset', () => {
    const changed = (part: 'leaves' | 'cuts' | 'seeds') => {
      const wrong = sample();
      wrong[part] = wrong[part].map((each, i) =>
        i === 0 ? { ...each, amount: String(BigInt(each.amount) + 1n) } : each,
      );
      return fault(wrong);
    };
    expect(changed('leaves')).toBe('the ends of the coin do not add up to what ended.');
    expect(changed('cuts')).toBe('the cuts of the coin do not add up to what was cut.');
    expect(changed('seeds')).toBe('the seeds of the coin do not add up to what began.');
    const moved = sample();
    moved.leaves = moved.leaves.map((each) => ({ ...each, asset: 'aa' }));
    expect(fault(moved)).toBe('the ends of the coin do not add up to what ended.');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/rerun-trace.txt');
});
