import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofQuietHours from './quiet-hours.ts';

const recorded = new WatchedResults();
const { assertZone, findQuietEnd } = recorded.watch(ofQuietHours);

const NIGHT = { from: '22:00', to: '06:30', zone: 'UTC' };
const end = (hours: Parameters<typeof findQuietEnd>[0], at: string) => findQuietEnd(hours, new Date(at)).toISOString();

test.each([
  ['2026-11-18T21:59:59.000Z', '2026-11-18T21:59:59.000Z'],
  ['2026-11-18T22:00:00.000Z', '2026-11-19T06:30:00.000Z'],
  ['2026-11-18T23:15:42.500Z', '2026-11-19T06:30:00.000Z'],
  ['2026-11-19T00:00:00.000Z', '2026-11-19T06:30:00.000Z'],
  ['2026-11-19T06:29:59.000Z', '2026-11-19T06:30:00.000Z'],
  ['2026-11-19T06:30:00.000Z', '2026-11-19T06:30:00.000Z'],
])('at night what is raised at %s is sent at %s', (at, sent) => {
  expect(end(NIGHT, at)).toBe(sent);
});

test('hours within a day end on that day, in their own zone', () => {
  const hours = { from: '09:00', to: '17:00', zone: 'Asia/Kolkata' };
  expect(end(hours, '2026-11-18T03:29:00.000Z')).toBe('2026-11-18T03:29:00.000Z');
  expect(end(hours, '2026-11-18T03:30:00.000Z')).toBe('2026-11-18T11:30:00.000Z');
  expect(end(hours, '2026-11-18T11:30:00.000Z')).toBe('2026-11-18T11:30:00.000Z');
});

test('hours that end when they begin are none', () => {
  expect(end({ from: '08:00', to: '08:00', zone: 'UTC' }, '2026-11-18T08:00:00.000Z')).toBe('2026-11-18T08:00:00.000Z');
});

test('a zone that is none is refused with two that are', () => {
  expect(() => assertZone('Europe/Paris')).not.toThrow();
  expect(() => assertZone('Mars/Olympus')).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      context: { field: 'quiet' },
      message: expect.stringMatching(/^“Mars\/Olympus” is no time zone/),
    }),
  );
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/quiet-hours.txt');
});
