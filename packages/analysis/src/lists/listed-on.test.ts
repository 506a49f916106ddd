import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofListedOn from './listed-on.ts';

const recorded = new WatchedResults();
const { listedOn, toPeriods } = recorded.watch(ofListedOn);

const copies = (...each: (readonly [string, boolean])[]) => each.map(([asOf, has]) => ({ asOf, has }));
const SERIES = copies(['2024-01-10', false], ['2024-04-12', true], ['2025-01-01', true], ['2026-11-18', false]);

test('a delisted address shows from when to when it was listed', () => {
  expect(toPeriods({ copies: SERIES, stated: [] })).toEqual([{ from: '2024-04-12', how: 'by', to: '2026-11-18' }]);
});

test('a day is judged by what was in force then, and a later removal changes nothing of it', () => {
  const record = { copies: SERIES, stated: [] };
  expect(listedOn(record, '2024-05-20')).toMatchObject({ state: 'listed', period: { from: '2024-04-12' } });
  expect(listedOn(record, '2026-11-18')).toMatchObject({ state: 'not-listed', next: null });
  expect(listedOn(record, '2024-01-10')).toMatchObject({ state: 'not-listed', next: { from: '2024-04-12', days: 93 } });
});

test('a day between two copies is settled by neither, unless both have the address', () => {
  const record = { copies: SERIES, stated: [] };
  expect(listedOn(record, '2024-02-01')).toEqual({
    ...{ state: 'between-copies', period: null, next: { from: '2024-04-12', days: 71 } },
    ...{ before: SERIES[0], after: SERIES[1] },
  });
  // After the last copy with it nobody here knows when it was removed, up to the first copy without it.
  expect(listedOn(record, '2026-11-17')).toMatchObject({
    ...{ state: 'between-copies', period: { from: '2024-04-12' } },
    ...{ before: SERIES[2], after: SERIES[3] },
  });
  expect(listedOn(record, '2025-01-01').state).toBe('listed');
  expect(listedOn(record, '2025-01-02').state).toBe('between-copies');
  const apart = copies(['2021-01-01', false], ['2025-01-01', false]);
  expect(listedOn({ copies: apart, stated: [] }, '2023-01-01').state).toBe('between-copies');
  const by = { from: '2023-06-01', how: 'by', to: null, asOf: '2025-01-01' } as const;
  const on = { ...by, how: 'on' } as const;
  const later = copies(['2021-01-01', false], ['2025-01-01', true]);
  expect(listedOn({ copies: later, stated: [by] }, '2023-01-01').state).toBe('between-copies');
  expect(listedOn({ copies: later, stated: [on] }, '2023-01-01').state).toBe('not-listed');
});

test('a day after the last copy is not settled by it, with and without the address', () => {
  const without = copies(['2024-01-10', false]);
  expect(listedOn({ copies: without, stated: [] }, '2026-01-01')).toEqual({
    ...{ state: 'after-last-copy', period: null, next: null, before: without[0], after: null },
  });
  const has = copies(['2024-01-10', true]);
  expect(listedOn({ copies: has, stated: [] }, '2024-01-10').state).toBe('listed');
  expect(listedOn({ copies: has, stated: [] }, '2026-01-01')).toMatchObject({
    ...{ state: 'after-last-copy', period: { from: '2024-01-10', to: null }, before: { has: true } },
  });
});

test('an end that the source states closes no listing that a later copy has', () => {
  const has = copies(['2021-01-01', true], ['2025-01-01', true]);
  const former = { from: '2018-01-01', how: 'on', to: '2022-01-01', asOf: '2026-01-01' } as const;
  const record = { copies: has, stated: [former] };
  expect(toPeriods(record)).toEqual([
    { from: '2018-01-01', how: 'on', to: '2022-01-01' },
    { from: '2025-01-01', how: 'by', to: null },
  ]);
  const states = ['2021-06-01', '2022-01-01', '2024-01-01', '2025-01-01', '2025-06-01'];
  expect(states.map((day) => listedOn(record, day).state)).toEqual([
    ...['listed', 'not-listed', 'between-copies', 'listed', 'after-last-copy'],
  ]);
  // Of an address in two entries of a list one is over, and the other is not.
  const other = { from: '2020-01-01', how: 'on', to: null, asOf: '2025-01-01' } as const;
  const both = { copies: has, stated: [former, other] };
  expect(toPeriods(both)).toEqual([{ from: '2018-01-01', how: 'on', to: null }]);
  expect(listedOn(both, '2024-01-01').state).toBe('listed');
});

test('of two copies of one day the later one counts', () => {
  const twice = copies(['2024-01-10', true], ['2024-01-10', false]);
  expect(toPeriods({ copies: twice, stated: [] })).toEqual([]);
  expect(listedOn({ copies: twice, stated: [] }, '2024-01-10').state).toBe('not-listed');
  const around = copies(['2024-01-01', true], ['2024-01-10', false], ['2024-01-10', true]);
  expect(listedOn({ copies: around, stated: [] }, '2024-01-05').state).toBe('listed');
});

test('a day before every copy is unknown, unless the source states the day of listing', () => {
  expect(listedOn({ copies: SERIES, stated: [] }, '2022-01-01').state).toBe('no-copy');
  const asOf = '2025-01-01';
  const stated = [{ from: '2024-04-10', how: 'on', to: null, asOf } as const];
  expect(listedOn({ copies: SERIES, stated }, '2022-01-01').state).toBe('not-listed');
  expect(listedOn({ copies: SERIES, stated }, '2024-04-11').state).toBe('listed');
  const byThen = [{ from: '2024-04-10', how: 'by', to: null, asOf } as const];
  expect(listedOn({ copies: [], stated: byThen }, '2022-01-01').state).toBe('no-copy');
});

test('an address that was listed twice has two periods, and what the source states of another time is a third', () => {
  const twice = copies(['2020-01-01', true], ['2021-01-01', false], ['2022-01-01', true], ['2023-01-01', false]);
  const stated = [{ from: '2015-01-01', how: 'on', to: '2016-01-01', asOf: '2016-01-01' } as const];
  expect(toPeriods({ copies: twice, stated }).map(({ from, to }) => `${from} ${to}`)).toEqual([
    '2015-01-01 2016-01-01',
    '2020-01-01 2021-01-01',
    '2022-01-01 2023-01-01',
  ]);
});

test('without a copy and without a statement nothing is known', () => {
  expect(listedOn({ copies: [], stated: [] }, '2024-01-01')).toEqual({
    ...{ state: 'no-copy', period: null, next: null, before: null, after: null },
  });
});

const stated = (from: string, to: string | null = null, how: 'on' | 'by' = 'on') => ({
  ...{ from, how, to, asOf: to ?? from },
});
const LISTED = copies(['2020-01-01', false], ['2021-01-01', true], ['2022-01-01', false]);
const periodsOf = (...each: ReturnType<typeof stated>[]) =>
  toPeriods({ copies: LISTED, stated: each }).map(({ from, how, to }) => `${from} ${how} ${to}`);

test('copies that have an address one after the other are one period, which begins with the first of them', () => {
  const many = copies(['2020-01-01', true], ['2020-02-01', true], ['2020-03-01', true], ['2020-04-01', false]);
  expect(toPeriods({ copies: many, stated: [] })).toEqual([{ from: '2020-01-01', how: 'by', to: '2020-04-01' }]);
  const again = copies(['2020-01-01', true], ['2020-02-01', false], ['2020-03-01', true]);
  expect(toPeriods({ copies: again, stated: [] }).map(({ from, to }) => [from, to])).toEqual([
    ['2020-01-01', '2020-02-01'],
    ['2020-03-01', null],
  ]);
});

test('what a source states of the same time is one period with the copies: the earlier start, and their end', () => {
  expect(periodsOf(stated('2020-06-01'))).toEqual(['2020-06-01 on 2022-01-01']);
  expect(periodsOf(stated('2020-06-01', '2023-06-01'))).toEqual(['2020-06-01 on 2022-01-01']);
  expect(periodsOf(stated('2020-06-01', '2021-01-01'))).toEqual(['2020-06-01 on 2022-01-01']);
  expect(periodsOf(stated('2021-01-01', null))).toEqual(['2021-01-01 on 2022-01-01']);
  // An end between the last copy that has it and the first without it is known better than by the copies.
  expect(periodsOf(stated('2020-06-01', '2021-06-01'))).toEqual(['2020-06-01 on 2021-06-01']);
  expect(periodsOf(stated('2021-06-01', '2021-07-01'))).toEqual(['2021-01-01 by 2021-07-01']);
  expect(periodsOf(stated('2020-06-01', null, 'by'))).toEqual(['2020-06-01 by 2022-01-01']);
});

test('what it states of another time is a period of its own, before or after', () => {
  const own = '2021-01-01 by 2022-01-01';
  expect(periodsOf(stated('2020-06-01', '2020-12-31'))).toEqual(['2020-06-01 on 2020-12-31', own]);
  expect(periodsOf(stated('2022-01-02'))).toEqual([own, '2022-01-02 on null']);
  expect(periodsOf(stated('2023-01-01'), stated('2010-01-01', '2011-01-01'))).toEqual([
    '2010-01-01 on 2011-01-01',
    own,
    '2023-01-01 on null',
  ]);
  const open = { copies: copies(['2021-01-01', true]), stated: [stated('2019-01-01', '2020-01-01')] };
  expect(toPeriods(open)).toHaveLength(2);
  expect(toPeriods({ ...open, stated: [stated('2025-01-01', '2026-01-01')] })).toHaveLength(1);
  // Of two periods only the one that meets a statement takes it on.
  const twice = copies(['2020-01-01', true], ['2021-01-01', false], ['2022-01-01', true], ['2023-01-01', false]);
  expect(toPeriods({ copies: twice, stated: [stated('2021-12-01')] }).map(({ from }) => from)).toEqual([
    '2020-01-01',
    '2021-12-01',
  ]);
});

test('the first day of a period is listed, and its end is the first that is not', () => {
  const record = { copies: LISTED, stated: [] };
  const days = ['2019-12-31', '2020-01-01', '2020-12-31', '2021-01-01', '2021-12-31', '2022-01-01', '2023-01-01'];
  expect(days.map((day) => listedOn(record, day).state)).toEqual([
    ...['no-copy', 'not-listed', 'between-copies', 'listed', 'between-copies', 'not-listed', 'after-last-copy'],
  ]);
  expect(listedOn(record, '2020-12-31').next).toEqual({ from: '2021-01-01', days: 1 });
  expect(listedOn(record, '2020-01-01').next?.days).toBe(366);
});

test('after a period that a source states to be over, a day is not listed, without any copy, up to the day of the source', () => {
  const record = { copies: [], stated: [{ ...stated('2015-01-01', '2016-01-01', 'by'), asOf: '2016-01-02' }] };
  const days = ['2014-12-31', '2015-01-01', '2015-12-31', '2016-01-01', '2016-01-02', '2016-01-03'];
  expect(days.map((day) => listedOn(record, day).state)).toEqual([
    ...['no-copy', 'listed', 'listed', 'not-listed', 'not-listed', 'no-copy'],
  ]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/listed-on.txt');
});
