import { expect, test } from 'vitest';
import { compareVersions } from './head-clashes.ts';

const base = { title: 'Harbour', unit: '', priority: 'low', lead: '' };

test('what others changed alone is taken, what both changed differently clashes, and the rest stays mine', () => {
  const mine = { ...base, title: 'Harbour theft', unit: 'Cyber', priority: 'high' };
  const theirs = { ...base, title: 'Harbour case', lead: 'b1', priority: 'high' };
  expect(compareVersions({ base, mine, theirs })).toEqual({ taken: { lead: 'b1' }, clashing: ['title'] });
});

test('blanks at the ends are no change, and a field that was emptied is one', () => {
  const begun = { ...base, unit: 'Cyber' };
  expect(
    compareVersions({ base: begun, mine: { ...begun, title: ' Harbour ' }, theirs: { ...begun, title: 'X' } }),
  ).toEqual({
    ...{ taken: { title: 'X' }, clashing: [] },
  });
  expect(compareVersions({ base: begun, mine: { ...begun, unit: 'Tax' }, theirs: { ...begun, unit: '' } })).toEqual({
    ...{ taken: {}, clashing: ['unit'] },
  });
});
