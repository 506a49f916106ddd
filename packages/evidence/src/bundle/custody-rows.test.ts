import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import type { CustodyAct } from './custody-rows.ts';
import * as ofCustodyRows from './custody-rows.ts';

const recorded = new WatchedResults();
const { chainCustody, findCustodyFault } = recorded.watch(ofCustodyRows);

const act = (what: string): CustodyAct => ({
  at: '2026-11-20T14:05:00Z',
  who: 'Lead investigator',
  act: 'received',
  what,
  sha256: null,
  how: 'by hand',
});
const rows = chainCustody(['EV-01', 'EV-02', 'EV-03'].map(act));

describe('a chain of custody', () => {
  test('is numbered from one, and each row names the hash of the row before it', () => {
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(rows.map(({ before }) => before)).toEqual(['0'.repeat(64), rows[0]?.hash, rows[1]?.hash]);
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(3);
    expect(findCustodyFault(rows)).toBeUndefined();
    expect(findCustodyFault([])).toBeUndefined();
  });

  test('holds where rows were left out of a copy, wherever they were', () => {
    for (const left of [0, 1, 2])
      expect(findCustodyFault(rows.map((row, i) => (i === left ? undefined : row)))).toBeUndefined();
  });

  test('says which row is none, was changed, or does not follow', () => {
    const [first, second, third] = rows;
    expect(findCustodyFault([first, 'a text', third])).toBe('row 2 is no row of custody.');
    expect(findCustodyFault([first, { ...second, hash: 'ab' }])).toBe('row 2 is no row of custody.');
    expect(findCustodyFault([first, second, { ...third, who: 'Somebody else' }])).toBe(
      'row 3 is not what its hash is of.',
    );
    expect(findCustodyFault([first, third])).toBe('row 2 does not follow the row before it.');
    expect(findCustodyFault([second, third])).toBe('row 1 does not follow the row before it.');
    const [, other] = chainCustody(['EV-09', 'EV-02'].map(act));
    expect(findCustodyFault([first, other])).toBe('row 2 does not follow the row before it.');
    expect(findCustodyFault([undefined, third])).toBe('row 2 does not follow the row before it.');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/custody-rows.txt');
});
