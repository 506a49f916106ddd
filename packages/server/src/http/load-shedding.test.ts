import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createSampleApp } from '../testing/sample-app.ts';
import { shedLoad, watchDelay } from './load-shedding.ts';

/** An application whose requests run until they are let go. */
function createSlowApp(delay: () => number) {
  const gate = Promise.withResolvers<void>();
  const logged: unknown[] = [];
  const app = new Hono();
  app.use(shedLoad(delay, (entry) => logged.push(entry)));
  app.get('/slow', async () => {
    await gate.promise;
    return new Response('done');
  });
  const start = (count: number) => Array.from({ length: count }, () => Promise.resolve(app.request('/slow')));
  return { app, start, logged, letGo: () => gate.resolve() };
}

describe('load', () => {
  it.each([
    [0, 199, 'done'],
    [0, 200, 'refused'],
    [250, 100, 'done'],
    [251, 7, 'done'],
    [251, 8, 'refused'],
  ])('with a loop %i ms late and %i requests running the next one is %s', async (delay, running, outcome) => {
    const { app, start, logged, letGo } = createSlowApp(() => delay);
    const before = start(running);
    const last = Promise.resolve(app.request('/slow'));
    letGo();
    const answer = await last;
    expect(answer.status).toBe(outcome === 'done' ? 200 : 503);
    if (outcome === 'refused') expect(answer.headers.get('retry-after')).toBe('2');
    expect((await Promise.all(before)).every(({ status }) => status === 200)).toBe(true);
    expect((await app.request('/slow')).status).toBe(200);
    expect(logged).toEqual([]);
  });

  it('never turns away the question whether the server lives', async () => {
    const { app } = createSampleApp({ delay: () => 10_000 });
    const answers = await Promise.all(Array.from({ length: 300 }, () => app.request('http://127.0.0.1/healthz')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('is measured', async () => {
    const delay = watchDelay();
    const end = performance.now() + 3_500;
    while (performance.now() < end) {
      const busyUntil = performance.now() + 300;
      while (performance.now() < busyUntil);
      await sleep(1);
    }
    expect(delay()).toBeGreaterThan(250);
  });
});
