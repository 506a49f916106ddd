import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofFillIn from './fill-in.ts';

const recorded = new WatchedResults();
const { fillIn } = recorded.watch(ofFillIn);

const filling = { kept: { case: { id: 'c-1', version: 3 } }, now: new Date('2026-02-27T12:00:00Z') };

test('answers of earlier steps are put in with the type they have', () => {
  expect(
    fillIn({ case: '{{case.id}}', version: '{{case.version}}', rows: ['Case {{case.id}}.', 7, null] }, filling),
  ).toEqual({ case: 'c-1', version: 3, rows: ['Case c-1.', 7, null] });
});

test('days and times count from now, in whole days', () => {
  expect(fillIn(['{{day}}', '{{day+2}}', 'by {{day-27}}', '{{second-1}}'], filling)).toEqual([
    '2026-02-27',
    '2026-03-01',
    'by 2026-01-31',
    Date.parse('2026-02-26T12:00:00Z') / 1000,
  ]);
});

test('a name that nothing was kept under is refused by its name', () => {
  expect(() => fillIn('{{case.number}}', filling)).toThrow('"case.number"');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/fill-in.txt');
});
