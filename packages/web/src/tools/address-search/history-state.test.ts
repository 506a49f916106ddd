import type { Gap } from '@trailmark/api/wire';
import { describe, expect, it } from 'vitest';
import { listRelevantGaps } from '../../format/ledger-summary.ts';
import { parseMoment, toMoments } from '../../format/moment.ts';
import { createHistoryPlace } from './history-place.ts';
import { sumDerived } from './key-totals.ts';
import { addRecent, parseRecent } from './recent-subjects.ts';
import { addressHistorySearch } from './search.ts';

describe('createHistoryPlace', () => {
  it('links to neighbouring states of the page and takes fields out', () => {
    const place = createHistoryPlace('btc', '1Q2T', addressHistorySearch.parse({ tab: 'charts', from: '2009-01-12' }), [
      'charts',
    ]);
    expect(place.linkTo({ tab: undefined })).toBe('/address-search/btc/1Q2T?from=2009-01-12');
    expect(place.linkTo({ from: undefined, order: 'oldest' })).toBe('/address-search/btc/1Q2T?tab=charts&order=oldest');
  });

  it('leaves out state that the chain does not have', () => {
    const search = addressHistorySearch.parse({ tab: 'transfers', asset: 'eth:0xa0b8', kind: 'token', nozero: '1' });
    expect(createHistoryPlace('btc', '1Q2T', search, ['unspent']).linkTo({})).toBe('/address-search/btc/1Q2T');
    expect(createHistoryPlace('eth', '0xab', search, ['transfers']).linkTo({})).toBe(
      '/address-search/eth/0xab?tab=transfers&asset=eth%3A0xa0b8&kind=token&nozero=1',
    );
    expect(
      createHistoryPlace('eth', '0xab', addressHistorySearch.parse({ tab: 'unspent' }), ['transfers']).search.tab,
    ).toBeUndefined();
  });
});

describe('moments', () => {
  it('are days where the span is whole days, else minutes', () => {
    expect(toMoments(1231718400, 1231718400 + 2 * 86_400 - 1)).toEqual({ from: '2009-01-12', to: '2009-01-13' });
    expect(toMoments(1231740000, 1231743599)).toEqual({ from: '2009-01-12T06:00', to: '2009-01-12T06:59' });
  });

  it('refuse clocks that do not exist', () => {
    expect(() => parseMoment('2009-01-12 25:00')).toThrow('2009-01-12 25:00');
    expect(() => parseMoment('1969-12-31')).toThrow('1969-12-31');
  });
});

describe('recent subjects', () => {
  it('are newest first, each once, and ignore a spoiled storage', () => {
    const list = addRecent(addRecent([{ chain: 'btc', address: 'a' }], { chain: 'btc', address: 'b' }), {
      chain: 'btc',
      address: 'a',
    });
    expect(list.map(({ address }) => address)).toEqual(['a', 'b']);
    expect(parseRecent('{"x":1}')).toEqual([]);
    expect(parseRecent('[{"chain":"nope","address":"a"},{"chain":"ltc","address":"b"}]')).toEqual([
      { chain: 'ltc', address: 'b' },
    ]);
    expect(parseRecent('not json')).toEqual([]);
  });
});

describe('sumDerived', () => {
  const totals = (transactionCount: number, balance: bigint | null) =>
    ({
      path: '0/0',
      address: 'a',
      totals: { transactionCount, received: 3n, sent: 1n, balance },
    }) as unknown as Parameters<typeof sumDerived>[0][number];

  it('is not known as soon as one seen balance is not, and ignores what was never seen', () => {
    expect(sumDerived([totals(1, 2n), totals(0, null)])).toEqual({ received: 3n, sent: 1n, balance: 2n, seenCount: 1 });
    expect(sumDerived([totals(1, 2n), totals(1, null)]).balance).toBeNull();
  });
});

describe('listRelevantGaps', () => {
  const gap = (kind: Gap['kind'], fromHeight: number | null, toHeight: number | null): Gap => ({
    kind,
    message: '',
    fromHeight,
    toHeight,
    count: null,
  });

  it('keeps missing heights anywhere, and estimates only where the address was used', () => {
    const gaps = [
      gap('heights-missing', 9, 20),
      gap('time-estimated', 100, 200),
      gap('time-estimated', 3, 5),
      gap('previous-output-unknown', null, null),
    ];
    const totals = { firstHeight: 1, lastHeight: 4 };
    expect(listRelevantGaps({ coverage: { gaps }, totals })).toEqual([gaps[0], gaps[2], gaps[3]]);
  });

  it('keeps every gap of an account that was never seen', () => {
    const gaps = [gap('time-estimated', 100, 200), gap('block-partial', 3, 5)];
    expect(listRelevantGaps({ coverage: { gaps }, totals: null })).toEqual(gaps);
  });
});
