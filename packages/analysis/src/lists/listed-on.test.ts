import { expect, test } from 'vitest';
import { listedOn, toPeriods } from './listed-on.ts';

const copies = (...each: (readonly [string, boolean])[]) => each.map(([asOf, has]) => ({ asOf, has }));
const SERIES = copies(['2024-01-10', false], ['2024-04-12', true], ['2025-01-01', true], ['2026-11-18', false]);

test('a delisted address shows from when to when it was listed', () => {
  expect(toPeriods({ copies: SERIES, stated: [] })).toEqual([{ from: '2024-04-12', how: 'by', to: '2026-11-18' }]);
});

test('a day is judged by what was in force then, and a later removal changes nothing of it', () => {
  const record = { copies: SERIES, stated: [] };
  expect(listedOn(record, '2024-05-20')).toMatchObject({ state: 'listed', period: { from: '2024-04-12' } });
  expect(listedOn(record, '2024-02-01')).toEqual({
    ...{ state: 'not-listed', period: null },
    next: { from: '2024-04-12', days: 71 },
  });
  expect(listedOn(record, '2026-11-18')).toMatchObject({ state: 'not-listed', next: null });
  expect(listedOn(record, '2026-11-17').state).toBe('listed');
});

test('a day before every copy is unknown, unless the source states the day of listing', () => {
  expect(listedOn({ copies: SERIES, stated: [] }, '2022-01-01').state).toBe('no-copy');
  const stated = [{ from: '2024-04-10', how: 'on', to: null } as const];
  expect(listedOn({ copies: SERIES, stated }, '2022-01-01').state).toBe('not-listed');
  expect(listedOn({ copies: SERIES, stated }, '2024-04-11').state).toBe('listed');
  const byThen = [{ from: '2024-04-10', how: 'by', to: null } as const];
  expect(listedOn({ copies: [], stated: byThen }, '2022-01-01').state).toBe('no-copy');
});

test('an address that was listed twice has two periods, and what the source states of another time is a third', () => {
  const twice = copies(['2020-01-01', true], ['2021-01-01', false], ['2022-01-01', true], ['2023-01-01', false]);
  const stated = [{ from: '2015-01-01', how: 'on', to: '2016-01-01' } as const];
  expect(toPeriods({ copies: twice, stated }).map(({ from, to }) => `${from} ${to}`)).toEqual([
    '2015-01-01 2016-01-01',
    '2020-01-01 2021-01-01',
    '2022-01-01 2023-01-01',
  ]);
});

test('without a copy and without a statement nothing is known', () => {
  expect(listedOn({ copies: [], stated: [] }, '2024-01-01')).toEqual({ state: 'no-copy', period: null, next: null });
});
