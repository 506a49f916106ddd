import { describe, expect, it } from 'vitest';
import { listFilterChips } from './filter-chips.ts';
import { addressHistorySearch } from './search.ts';

const BTC = { symbol: 'BTC', decimals: 8 };
const texts = (pairs: Record<string, string>) =>
  listFilterChips(addressHistorySearch.parse(pairs), BTC).map(({ text }) => text);

/** A row of the table below: as literals, each row would be a type of its own. */
const chip = (pairs: Record<string, string>, text: string) => [pairs, text] as const;

describe('listFilterChips', () => {
  it.each([
    chip({ from: '2017-05-12', to: '2017-05-22' }, '12 to 22 May 2017'),
    chip({ from: '2017-05-12', to: '2017-06-02' }, '12 May to 2 Jun 2017'),
    chip({ from: '2010-12-31', to: '2011-01-09' }, '31 Dec 2010 to 9 Jan 2011'),
    chip({ from: '2009-01-12', to: '2009-01-12' }, '12 Jan 2009'),
    chip({ from: '2009-01-12T06:00', to: '2009-01-12T06:59' }, '12 Jan 2009 06:00 to 06:59 UTC'),
    chip({ from: '2009-01-12' }, 'From 12 Jan 2009'),
    chip({ to: '2009-01-12' }, 'To 12 Jan 2009'),
    chip({ fromHeight: '0', toHeight: '4312' }, 'Heights 0 to 4,312'),
    chip({ fromHeight: '170', toHeight: '170' }, 'Height 170'),
    chip({ fromHeight: '100000' }, 'From height 100,000'),
    chip({ direction: 'self' }, 'To itself'),
    chip({ min: '0.5' }, 'At least 0.5 BTC'),
    chip({ max: '1000000.25' }, 'At most 1,000,000.25 BTC'),
    chip({ max: '1' }, 'At most 1 BTC'),
    chip({ min: '0.5', max: '1' }, '0.5 to 1 BTC, either way'),
    chip({ with: '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3' }, 'With 1Q2TWHE3…gFt5Jvm3'),
  ])('says %j', (pairs, text) => {
    expect(texts(pairs)).toEqual([text]);
  });

  it('says nothing about filters that are not applied', () => {
    expect(texts({ min: '0.123456789', order: 'oldest', tab: 'charts' })).toEqual([]);
  });

  it('names what removing a chip takes out', () => {
    const [chip] = listFilterChips(addressHistorySearch.parse({ from: '2009-01-12' }), BTC);
    expect(chip?.keys).toEqual(['from', 'to']);
  });
});
