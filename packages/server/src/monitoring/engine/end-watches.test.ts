import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { ReadingWatch } from '@trailmark/store/cases/watches/watch-rows';
import { expect, test } from 'vitest';
import * as ofEndWatches from './end-watches.ts';

const recorded = new WatchedResults();
const { endOf } = recorded.watch(ofEndWatches);

const OPEN = {
  ...{ caseStatus: 'open', expiresOn: null, needsAuthority: false, authorityId: null },
  ...{ authorityFrom: null, authorityTo: null, authorityEndedOn: null },
};
const end = (given: object, day = '2026-11-18') => endOf({ ...OPEN, ...given } as unknown as ReadingWatch, day);
const HELD = { authorityId: 'a', needsAuthority: true, authorityFrom: '2026-11-01', authorityTo: '2026-11-18' };

test('a watch of an open case without limits reads on, with and without an authority in force', () => {
  expect(end({})).toBeUndefined();
  expect(end(HELD)).toBeUndefined();
  expect(end({ ...HELD, authorityTo: null })).toBeUndefined();
});

test('a watch of a closed case ends, whatever authority it has', () => {
  expect(end({ ...HELD, caseStatus: 'closed' })).toBe('The case was closed.');
});

test('the last day of a watch is read, the day after is not', () => {
  expect(end({ expiresOn: '2026-11-18' })).toBeUndefined();
  expect(end({ expiresOn: '2026-11-18' }, '2026-11-19')).toBe('Its last day was 2026-11-18.');
});

test('without the authority that its case demands a watch ends', () => {
  expect(end({ needsAuthority: true })).toBe(
    'The case demands a legal authority for monitoring, and the watch has none.',
  );
});

test('a watch reads from the first to the last day of its authority, and not on the day it was ended early', () => {
  expect(end(HELD, '2026-10-31')).toBe('The legal authority begins on 2026-11-01.');
  expect(end(HELD, '2026-11-01')).toBeUndefined();
  expect(end(HELD, '2026-11-19')).toBe('The legal authority ended on 2026-11-18.');
  expect(end({ ...HELD, authorityEndedOn: '2026-11-10' })).toBe('The legal authority ended on 2026-11-10.');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/end-watches.txt');
});
