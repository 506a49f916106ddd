import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import { describe, expect, test } from 'vitest';
import * as ofSentences from './sentences.ts';

const recorded = new WatchedResults();
const { formatCoinJoin, formatDays, formatLength, formatMissing, formatNumber, formatParty } =
  recorded.watch(ofSentences);

const PARTY: KnownParty = {
  kind: 'service',
  name: 'Kraken',
  category: undefined,
  basis: 'claim',
  source: 'a list',
  asOf: undefined,
  confidence: 90,
  key: 'kraken',
  via: undefined,
};

describe('a sentence of a trace', () => {
  test('counts in thousands, days and the seconds above them', () => {
    expect([formatNumber(999), formatNumber(1_234_567n)]).toEqual(['999', '1,234,567']);
    expect([formatDays(1), formatDays(2_000)]).toEqual(['1 day', '2,000 days']);
    expect(formatLength(86_400 + 23 * 3_600 + 59 * 60 + 5)).toBe('1 day, 23 h 59 min 5 s');
    expect(formatLength(2 * 86_400)).toBe('2 days, 0 h 0 min 0 s');
  });

  test('names three runs of heights and counts the others', () => {
    const runs = [1, 2, 3, 4, 5].map((from) => ({ from: from * 1_000, to: from * 1_000 + (from % 2) }));
    expect(formatMissing(runs.slice(1, 2))).toBe('Height 2,000 is not held whole');
    expect(formatMissing(runs.slice(0, 1))).toBe('Heights 1,000 to 1,001 are not held whole');
    expect(formatMissing(runs.slice(0, 3))).toBe('Heights 1,000 to 1,001, 2,000, 3,000 to 3,001 are not held whole');
    expect(formatMissing(runs.slice(0, 4))).toMatch(/3,001 and 1 more run are not held whole$/);
    expect(formatMissing(runs)).toMatch(/3,001 and 2 more runs are not held whole$/);
  });

  test('states on whose word a party is named, as of when, and by which member of its cluster', () => {
    expect(formatParty(PARTY)).toBe(
      'The address is said to be “Kraken” (a list, confidence 90): a service pools funds, so what leaves it is not the same money.',
    );
    const inferred = { ...PARTY, kind: 'mixer', basis: 'inference', asOf: '2026-01-02', via: '1Member' } as const;
    expect(formatParty(inferred)).toBe(
      'The address is inferred to be “Kraken” (a list, 2026-01-02, confidence 90, by a label on 1Member of the same cluster): a mixer hands out other money than it takes in.',
    );
  });

  test('quotes the entry of a sanctions list, of the address or of a member of its cluster', () => {
    const listed = { ...PARTY, kind: 'sanctioned', listing: 'On the OFAC SDN list: "X".' } as const;
    expect(formatParty(listed)).toBe('The address: On the OFAC SDN list: "X"; trails end at sanctioned addresses.');
    expect(formatParty({ ...listed, via: '1Member' })).toMatch(/^1Member, of the same cluster: On the OFAC SDN list/);
  });

  test('says whether a trail enters or leaves a CoinJoin, and how large its set is', () => {
    const finding = {
      detector: 'wasabi-1',
      version: 2,
      kind: 'wasabi-1',
      confidence: 80,
      isCoinJoin: true,
      participants: 50,
      denominations: [10_000_000n, 20_000_000n, 30_000_000n, 40_000_000n],
      notes: [],
    } as const;
    expect(formatCoinJoin('abc', finding, true)).toBe(
      'Enters abc, a CoinJoin by the rule wasabi-1/2 (confidence 80): an anonymity set of 50 at best, with equal outputs of 10,000,000, 20,000,000, 30,000,000 units.',
    );
    expect(formatCoinJoin('abc', { ...finding, participants: undefined, denominations: [] }, false)).toBe(
      'Comes out of abc, a CoinJoin by the rule wasabi-1/2 (confidence 80): an anonymity set of unknown size at best.',
    );
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/sentences.txt');
});
