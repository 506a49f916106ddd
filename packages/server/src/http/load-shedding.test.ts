import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createSampleApp } from '../testing/sample-app.ts';
import { Capacity } from './capacity.ts';
import { shedLoad, watchDelay } from './load-shedding.ts';

/** An application whose requests run until they are let go. */
function createSlowApp(delay: () => number) {
  const gate = Promise.withResolvers<void>();
  const logged: unknown[] = [];
  const app = new Hono();
  app.use(shedLoad(new Capacity(delay), (entry) => logged.push(entry)));
  app.get('/slow', async () => {
    await gate.promise;
    return new Response('done');
  });
  const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
    Promise.resolve(app.request('/slow', { headers }, { incoming: { socket: { remoteAddress } } }));
  // Five sources, none of which comes to its own limit.
  const start = (count: number) => Array.from({ length: count }, (_, at) => ask(`192.0.2.${at % 5}`));
  return { app, ask, start, logged, letGo: () => gate.resolve() };
}

describe('load', () => {
  it.each([
    [0, 149, 'done'],
    [0, 150, 'refused'],
    [250, 100, 'done'],
    [251, 7, 'done'],
    [251, 8, 'refused'],
  ])('with a loop %i ms late and %i requests running the next one is %s', async (delay, running, outcome) => {
    const { app, ask, start, logged, letGo } = createSlowApp(() => delay);
    const before = start(running);
    const last = ask('198.51.100.1');
    letGo();
    const answer = await last;
    expect(answer.status).toBe(outcome === 'done' ? 200 : 503);
    if (outcome === 'refused') expect(answer.headers.get('retry-after')).toBe('2');
    expect((await Promise.all(before)).every(({ status }) => status === 200)).toBe(true);
    expect((await app.request('/slow')).status).toBe(200);
    expect(logged).toEqual([]);
  });

  it('is turned away from one source with 429 while all others are answered', async () => {
    const { ask, letGo } = createSlowApp(() => 0);
    const before = Array.from({ length: 64 }, () => ask('192.0.2.1'));
    const [own, other] = [ask('192.0.2.1'), ask('192.0.2.2')];
    letGo();
    expect([(await own).status, (await other).status]).toEqual([429, 200]);
    expect((await Promise.all(before)).every(({ status }) => status === 200)).toBe(true);
  });

  it.each([
    [{ cookie: 'theme=dark; sid=abc' }, 200],
    [{ cookie: '__Host-sid=abc' }, 200],
    [{ authorization: 'Bearer abc' }, 200],
    [{ cookie: 'nosid=abc' }, 503],
    [{}, 503],
  ])('leaves room for requests that name a session: %o', async (headers, status) => {
    const { ask, start, letGo } = createSlowApp(() => 0);
    const before = start(150);
    const last = ask('198.51.100.1', headers as Record<string, string>);
    letGo();
    expect((await last).status).toBe(status);
    await Promise.all(before);
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
