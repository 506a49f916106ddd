import type { ThreatRule } from '@trailmark/core/screening/rule-set';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofDescribeExposure from './describe-exposure.ts';
import type { RuleSum } from './rule-sum.ts';
import { sampleAsset, sampleParty } from './testing/sample-evidence.ts';

const recorded = new WatchedResults();
const { describeExposure } = recorded.watch(ofDescribeExposure);

const at = (day: string): number => Date.parse(`${day}T10:00:00Z`) / 1000;
const listing = { before: 0n, unclear: 0n, after: 5n, lifted: 0n, listedFrom: '2022-04-05' };
const RULE = { basis: 'direct', listing: null, dustOnly: false } as unknown as ThreatRule;

type Given = Parameters<typeof sampleParty>[0];

function say(rule: Partial<ThreatRule>, parties: readonly Given[], sum: Partial<RuleSum> = {}, asset = {}): string {
  const parts = parties.map((given) => ({ party: sampleParty(given), amount: 5n, money: null }));
  const found = { parts, amount: 123_760_000n, sharePpm: 12_376, money: 495_040_000n, hasAllPrices: true, ...sum };
  return describeExposure({ ...RULE, ...rule } as ThreatRule, { ...sampleAsset([]), ...asset }, 'out', found, 'USD');
}

describe('the reason of an exposure', () => {
  test('states amount, share of all that went the way, and value', () => {
    expect(say({}, [{}])).toBe(
      '1.2376 BTC (1.2376 % of all it sent, worth 495 USD at the time) was sent to a party labelled Ransomware.',
    );
    const asset = sampleAsset([]);
    const found = { parts: [], amount: 1n, sharePpm: 1, money: null, hasAllPrices: true };
    expect(describeExposure(RULE, asset, 'in', found, 'USD')).toMatch(/of all it received\) came from 0 parties/);
  });

  test('leaves the value out where a part has no price, or the asset is the currency itself', () => {
    for (const text of [say({}, [{}], { hasAllPrices: false }), say({}, [{}], { money: null })])
      expect(text).not.toContain('worth');
    expect(say({}, [{}], {}, { symbol: 'USD' })).not.toContain('worth');
  });

  test('of what trades made says of what the share is', () => {
    expect(say({}, [{}], {}, { tradedFrom: 'aa' })).toContain('(1.2376 % of what was traded on the way, worth');
  });

  test('counts several parties and the hops to the nearest, and of one its own', () => {
    expect(say({ basis: 'indirect' }, [{ minHops: 3 }, { minHops: 4 }])).toMatch(
      /is traced to 2 parties labelled Ransomware, the nearest 3 hops away\.$/,
    );
    expect(say({ basis: 'indirect' }, [{ minHops: 2 }])).toMatch(/a party labelled Ransomware, 2 hops away\.$/);
    expect(say({}, [{}, { category: 'scam' }])).toMatch(/2 parties labelled Ransomware, Scam\.$/);
  });

  test('calls a party sanctioned only where a list says so', () => {
    expect(say({}, [{ category: 'sanctioned' }])).toMatch(/to a sanctioned address\.$/);
    expect(say({}, [{ category: 'sanctioned_historic' }])).toMatch(/to a formerly sanctioned address\.$/);
    expect(say({}, [{ category: 'ransomware', party: { listing: 'On a list.' } }])).toMatch(/a party labelled/);
    expect(say({}, [{ category: 'sanctioned', party: { listing: undefined } }])).toMatch(/to a party labelled/);
  });

  test('says of dust that nobody can refuse it', () => {
    expect(say({ dustOnly: true }, [{}])).toMatch(/^Dust that nobody can refuse: 1\.2376 BTC/);
  });
});

describe('days from a listing', () => {
  const days = (rule: 'before' | 'after', first: string, last = first, more: Given = {}) =>
    say({ listing: rule }, [
      { category: 'sanctioned', listing, firstTime: at(first), lastTime: at(last), ...more },
    ]).split('sanctioned address')[1];

  test.each([
    ['2022-04-05', '2022-04-05', ', on the day it was listed.'],
    ['2022-04-01', '2022-04-05', ', on the day it was listed.'],
    ['2022-04-06', '2022-04-06', ', 1 day after it was listed.'],
    ['2022-04-05', '2022-04-07', ', 0 to 2 days after it was listed.'],
    ['2022-04-06', '2022-04-15', ', 1 to 10 days after it was listed.'],
    ['2022-04-01', '2022-04-07', ', up to 2 days after it was listed.'],
  ])('of payments on and after it, %s to %s', (first, last, words) => {
    expect(days('after', first, last)).toBe(words);
  });

  test.each([
    ['2022-04-04', '2022-04-04', ', 1 day before it was listed.'],
    ['2022-03-06', '2022-04-04', ', 1 to 30 days before it was listed.'],
    ['2022-04-01', '2022-04-05', ', up to 4 days before it was listed.'],
    ['2022-04-01', '2022-04-09', ', up to 4 days before it was listed.'],
  ])('of payments before it, %s to %s', (first, last, words) => {
    expect(days('before', first, last)).toBe(words);
  });

  test('are not counted where the day is no day, is not known, or there are several parties', () => {
    const unsure = { ...listing, listedFrom: '2022-04' };
    expect(days('after', '2022-04-06', '2022-04-06', { listing: unsure })).toBe(', on or after the day of listing.');
    expect(days('before', '2022-04-01', '2022-04-01', { listing: null })).toBe(', before the day of listing.');
    const two = say({ listing: 'after' }, [
      { category: 'sanctioned', listing },
      { category: 'sanctioned', listing },
    ]);
    expect(two).toMatch(/2 parties labelled [^,]+, on or after the day of listing\.$/);
  });

  test('that is not known is said to be unknown, and one known in part to be inexact', () => {
    const undated = (each: Given) => say({ listing: 'undated' }, [{ category: 'sanctioned', ...each }]);
    expect(undated({ listing: null })).toMatch(/\. The day of listing is not known\.$/);
    expect(undated({ listing })).toMatch(/may have been listed already: the day of listing is not known exactly\.$/);
    expect(say({ listing: 'former' }, [{ category: 'sanctioned_historic' }])).toMatch(/sanctioned address\.$/);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/describe-exposure.txt');
});
