import { describe, expect, it } from 'vitest';
import { stringifySearch } from '../../search-params.ts';
import { clearFilters, isFiltered, readAmounts, readCounterparty, readRange, toHistoryQuery } from './filters.ts';
import { type AddressHistorySearch, addressHistorySearch } from './search.ts';

const parse = (pairs: Record<string, string>): AddressHistorySearch => addressHistorySearch.parse(pairs);

describe('toHistoryQuery', () => {
  it('reads days as whole days in UTC and coins as smallest units', () => {
    const search = parse({
      from: '2009-01-12',
      to: '2009-01-13',
      min: '0.5',
      max: '21000000',
      direction: 'in',
      order: 'oldest',
    });
    expect(toHistoryQuery(search, 8)).toEqual({
      order: 'oldest',
      direction: 'in',
      fromTime: 1231718400,
      toTime: 1231891199,
      minAmount: 50_000_000n,
      maxAmount: 2_100_000_000_000_000n,
    });
  });

  it('reads minutes to their last second, heights and the counterparty', () => {
    const search = parse({
      from: '2009-01-12T06:00',
      to: '2009-01-12T06:59',
      fromHeight: '0',
      toHeight: '170',
      with: '1Q2T',
    });
    expect(toHistoryQuery(search, 8)).toEqual({
      order: 'newest',
      fromTime: 1231740000,
      toTime: 1231743599,
      fromHeight: 0,
      toHeight: 170,
      counterparty: '1Q2T',
    });
  });

  it('leaves out what a hand-written link spells wrongly', () => {
    const search = parse({
      from: 'yesterday',
      fromHeight: '-1',
      direction: 'sideways',
      min: '0.123456789',
      max: 'all',
    });
    expect(toHistoryQuery(search, 8)).toEqual({ order: 'newest' });
  });
});

describe('filters in the address bar', () => {
  it('survive being written and read again', () => {
    const pairs = { from: '2011-01-01', toHeight: '102999', direction: 'out', min: '0.00000001', with: '1Q2T' };
    const search = parse(pairs);
    const again = addressHistorySearch.parse(Object.fromEntries(new URLSearchParams(stringifySearch(search))));
    expect(again).toEqual(search);
  });

  it('are ended by one patch that keeps the rest', () => {
    const search = parse({ from: '2011-01-01', min: '1', tab: 'charts', order: 'oldest' });
    expect(isFiltered(search)).toBe(true);
    const cleared = { ...search, ...clearFilters() };
    expect(isFiltered(cleared)).toBe(false);
    expect(cleared).toMatchObject({ tab: 'charts', order: 'oldest' });
  });
});

describe('readRange', () => {
  it('takes loose dates and heights with commas', () => {
    expect(readRange({ from: '2009-1-3', to: '2009-01-12 14:30', fromHeight: '100,000' })).toEqual({
      patch: { from: '2009-01-03', to: '2009-01-12T14:30', fromHeight: 100_000, toHeight: undefined },
    });
  });

  it('refuses days that do not exist and ends before beginnings', () => {
    expect(readRange({ from: '2009-02-30' })).toEqual({ errors: { from: 'There is no 2009-02-30 in the calendar.' } });
    expect(readRange({ from: '12/01/2009' })).toHaveProperty('errors.from');
    expect(readRange({ from: '2009-01-13', to: '2009-01-12' })).toHaveProperty('errors.to');
    expect(readRange({ fromHeight: '5', toHeight: '4' })).toHaveProperty('errors.toHeight');
    expect(readRange({ from: '2009-01-12', to: '2009-01-12' })).toHaveProperty('patch');
  });
});

describe('readAmounts', () => {
  it('keeps typed coins as exact text', () => {
    expect(readAmounts({ min: '1,234.50', max: '' }, 8)).toEqual({ patch: { min: '1234.50', max: undefined } });
    expect(readAmounts({ min: '.5' }, 8)).toEqual({ patch: { min: '0.5', max: undefined } });
  });

  it('refuses more places than the asset has, signs, and bounds the wrong way round', () => {
    expect(readAmounts({ min: '0.000000001' }, 8)).toHaveProperty('errors.min');
    expect(readAmounts({ min: '-1' }, 8)).toHaveProperty('errors.min');
    expect(readAmounts({ min: '2', max: '1' }, 8)).toHaveProperty('errors.max');
  });
});

describe('readCounterparty', () => {
  it('takes one identifier and ends the filter when empty', () => {
    expect(readCounterparty({ with: ' 1Q2T ' })).toEqual({ patch: { with: '1Q2T' } });
    expect(readCounterparty({ with: '' })).toEqual({ patch: { with: undefined } });
    expect(readCounterparty({ with: 'two words' })).toHaveProperty('errors.with');
  });
});
