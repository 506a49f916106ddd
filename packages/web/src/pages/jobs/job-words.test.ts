import type { JobView } from '@trailmark/api/contract/job';
import { expect, test } from 'vitest';
import { describeChange, describeStatus, formatInterval } from './job-words.ts';

const JOB: JobView = {
  ...{ id: '00000000-0000-4000-8000-000000000001', kind: 'fetch-addresses', title: 'Fetch 3 addresses' },
  ...{ status: 'waiting', position: 2, attempt: 0, done: null, total: null, sentence: '', failure: null, result: null },
  ...{ createdAt: '2026-11-18T12:00:00.000Z', startedAt: null, endedAt: null, nextAt: null },
  ...{ isStopping: false, isOwn: true, person: 'lead@north.example' },
};

test('the status says the place in line, the next try, and that a job is stopping', () => {
  expect(describeStatus(JOB)).toBe('Waiting, place 2 in line');
  expect(describeStatus({ ...JOB, position: null })).toBe('Waiting');
  const postponed = { ...JOB, position: null, nextAt: '2026-11-18T12:05:00.000Z' };
  expect(describeStatus(postponed)).toBe('Tries again at 2026-11-18 12:05:00 UTC');
  expect(describeStatus({ ...JOB, status: 'running' })).toBe('Running');
  expect(describeStatus({ ...JOB, status: 'running', isStopping: true })).toBe('Stopping');
});

test('a change of status is announced, a change of progress is not', () => {
  const running: JobView = { ...JOB, status: 'running', position: null, done: 1, total: 3 };
  expect(describeChange(JOB, running)).toBe('Fetch 3 addresses: Running');
  expect(describeChange(running, { ...running, done: 2 })).toBeUndefined();
  expect(describeChange(undefined, { ...JOB, status: 'finished' })).toBe('Fetch 3 addresses: Finished');
});

test('intervals are written in their own unit', () => {
  expect([3, 600, 3_600, 21_600].map(formatInterval)).toEqual(['every 3 s', 'every 10 min', 'every 1 h', 'every 6 h']);
});
