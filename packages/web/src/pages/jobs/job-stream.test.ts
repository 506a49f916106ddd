import { expect, test } from 'vitest';
import { readEvents } from './job-stream.ts';

const job = {
  ...{ id: '00000000-0000-4000-8000-000000000001', kind: 'fetch-addresses', title: 'Fetch', status: 'running' },
  ...{ position: null, attempt: 1, done: 1, total: 3, sentence: '1 of 3', failure: null, result: null },
  ...{ createdAt: '2026-11-18T12:00:00.000Z', startedAt: null, endedAt: null, nextAt: null },
  ...{ isStopping: false, isOwn: true, person: null },
};
const event = `event: job\ndata: ${JSON.stringify(job)}\n\n`;

test('events are read whole, however they are cut', () => {
  const text = `retry: 3000\n: open\n\n${event}: quiet\n\n${event}`;
  for (let cut = 0; cut <= text.length; cut += 1) {
    const first = readEvents(text.slice(0, cut));
    const second = readEvents(first.rest + text.slice(cut));
    expect([...first.jobs, ...second.jobs]).toEqual([job, job]);
    expect(second.rest).toBe('');
  }
});

test('an event of another version of the server is left out', () => {
  const other = `event: job\ndata: ${JSON.stringify({ ...job, status: 'paused' })}\n\n`;
  expect(readEvents(other + event).jobs).toEqual([job]);
});
