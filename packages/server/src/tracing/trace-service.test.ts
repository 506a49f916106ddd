import type { TraceAnswer } from '@trailmark/api/contract/trace';
import { traceRequest } from '@trailmark/api/contract/trace-wire';
import { AppError } from '@trailmark/core/errors';
import type { LabelReader } from '@trailmark/core/label';
import { describe, expect, it } from 'vitest';
import type { FailureEntry } from '../http/problem.ts';
import { createOpenGate } from '../testing/open-gate.ts';
import { createSampleAccountReader, KEY } from '../testing/sample-account-ledger.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { createSampleKnowledge } from '../testing/sample-labels.ts';
import { createSampleReader, TX, txidOf } from '../testing/sample-ledger.ts';
import { KeptTraces } from './kept-traces.ts';
import type { TraceAsOf } from './trace-as-of.ts';
import { TraceGate } from './trace-gate.ts';

const asked = { chain: 'btc' as const, seeds: [{ kind: 'output' as const, txid: txidOf(TX.first), vout: 0 }] };
const request = traceRequest.parse({ ...asked, stops: { services: false } });

function post(body: unknown, signal?: AbortSignal): RequestInit {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body), ...(signal ? { signal } : {}) };
}

function toWire(budget: number): unknown {
  return traceRequest.encode({ ...request, budget });
}

describe('the gate of traces', () => {
  const later = () => Promise.withResolvers<void>();

  it('lets two of one account and four of all run, and gives places back', async () => {
    const gate = new TraceGate();
    const of = (person: string) => ({ person, agency: 'north' });
    const begun: string[] = [];
    const run = (person: string) => {
      const { promise, resolve } = later();
      const work = () => {
        begun.push(person);
        return promise;
      };
      return { done: gate.run(of(person), work), end: resolve };
    };
    const all = ['x', 'x', 'y', 'z', 'x', 'y'].map(run);
    expect(begun).toEqual(['x', 'x', 'y', 'z']);
    expect(gate.stateFor(of('x'))).toEqual({
      ...{ atOnce: 4, running: 4, waiting: 2 },
      own: [{ position: 1, of: 2, seconds: null }],
    });
    all[0]?.end();
    await all[0]?.done;
    // The account that was served longest ago.
    await expect.poll(() => begun.slice(4)).toEqual(['x']);
    for (const { end } of all) end();
    await Promise.all(all.map(({ done }) => done));
    await expect(gate.run(of('x'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await gate.run(of('x'), async () => 3)).toBe(3);
  });

  it('is one for traces, comparisons, audits and replays, and answers 503 with when to come back', async () => {
    const reader = createSampleReader();
    reader.spenders = (_, options) =>
      new Promise((_resolve, reject) => options?.signal?.addEventListener('abort', () => reject(new Error('left'))));
    const failures: FailureEntry[] = [];
    const { client, request: fetchPath } = createSampleApp({ reader, log: (entry) => failures.push(entry) });
    const leaving = new AbortController();
    const slow = ['traces', 'traces/comparison', 'traces', 'traces', 'traces/comparison', 'traces'].map((path) =>
      fetchPath(`/api/v1/${path}`, post({ request: asked }, leaving.signal)),
    );
    const readLine = () => client.call('getTraceLine', {});
    await expect.poll(readLine).toMatchObject({ atOnce: 4, running: 2, waiting: 4 });
    expect((await readLine()).own.map(({ position, of }) => [position, of])).toEqual([1, 2, 3, 4].map((at) => [at, 4]));
    const entry = { number: 1, at: 1, action: 'trace', asOf: '', nodes: 0, edges: 0, resultHash: '0' };
    const log = [{ ...entry, request: JSON.stringify({ request: asked }) }];
    for (const [path, body] of [
      ['/traces', { request: asked }],
      ['/traces/audit-sheet', { request: asked }],
      ['/traces/replay', { log }],
    ] as const) {
      const refused = await fetchPath(`/api/v1${path}`, post(body));
      expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '2']);
      expect(await refused.text()).toContain('of yours run or wait already');
    }
    leaving.abort();
    await Promise.allSettled(slow);
    await expect.poll(readLine).toEqual({ atOnce: 4, running: 0, waiting: 0, own: [] });
    // Their places are free again, and load that was turned away is no failure of the server.
    expect((await fetchPath('/api/v1/traces', post({ request: { ...asked, method: 'magic/1' } }))).status).toBe(400);
    expect(failures).toEqual([]);
  });
});

describe('kept traces', () => {
  const kept = (owner: string, size = 1) => ({
    ...{ owner, key: 'k', asOf: {} as TraceAsOf, tip: '', spent: 1, size },
    session: { run: () => Promise.reject(new Error('not run')) },
  });

  it('belong to an account and a request, are given out once, and grow old', () => {
    let now = 0;
    const traces = new KeptTraces(() => now);
    const token = traces.keep(kept('x'));
    expect(traces.take(token, 'y', 'k')).toBeUndefined();
    expect(traces.take(token, 'x', 'other')).toBeUndefined();
    expect(traces.take(token, 'x', 'k')?.owner).toBe('x');
    expect(traces.take(token, 'x', 'k')).toBeUndefined();
    const old = traces.keep(kept('x'));
    now += 600_000;
    expect(traces.take(old, 'x', 'k')).toBeUndefined();
  });

  it('of one account push out its own, and never those of another', () => {
    const traces = new KeptTraces(() => 0);
    const others = traces.keep(kept('y'));
    const own = Array.from({ length: 50 }, () => traces.keep(kept('x')));
    expect(traces.take(others, 'y', 'k')).toBeDefined();
    expect(own.filter((token) => traces.take(token, 'x', 'k'))).toEqual(own.slice(-3));
  });

  it('hold three hundred thousand transactions together and no more', () => {
    const traces = new KeptTraces(() => 0);
    const tokens = ['a', 'b', 'c', 'd'].map((owner) => [owner, traces.keep(kept(owner, 100_000))] as const);
    expect(tokens.map(([owner, token]) => traces.take(token, owner, 'k') !== undefined)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('a trace', () => {
  const account = { chain: 'eth' as const, seeds: [{ kind: 'address' as const, address: `0x${KEY.alice}` }] };

  it('over accounts states the asset it followed, and replays to the same hash whether or not it was named', async () => {
    const { client } = createSampleApp({ readers: new Map([['eth', createSampleAccountReader()]]) });
    const left = await client.call('runTrace', { body: { request: traceRequest.parse(account) } });
    expect(left.trace.request.asset).toBe('');
    const named = await client.call('runTrace', { body: { request: traceRequest.parse({ ...account, asset: '' }) } });
    expect(named.hash).toBe(left.hash);
    const entry = { number: 1, at: 1, action: 'trace' as const, asOf: '', nodes: 0, edges: 0, resultHash: left.hash };
    const log = [{ ...entry, request: JSON.stringify({ request: account }) }];
    const { entries } = await client.call('replayFlow', { body: { log } });
    expect(entries.map(({ outcome }) => outcome)).toEqual(['same']);
  });
});

describe('a continued trace', () => {
  it('is continued by the request its answer states, which names the asset', async () => {
    const { client } = createSampleApp({ readers: new Map([['eth', createSampleAccountReader()]]) });
    const body = { chain: 'eth' as const, seeds: [{ kind: 'address' as const, address: `0x${KEY.alice}` }], budget: 1 };
    const begun = await client.call('runTrace', { body: { request: traceRequest.parse(body) } });
    expect(begun.trace.state).toBe('partial');
    const ended = await client.call('runTrace', {
      body: { request: begun.trace.request, resume: begun.resume ?? '' },
    });
    expect(ended.restarted).toBeNull();
    expect(ended.trace.request.budget).toBe(2);
  });

  async function begin(app: ReturnType<typeof createSampleApp>): Promise<TraceAnswer> {
    const begun = await app.client.call('runTrace', { body: { request: { ...request, budget: 1 } } });
    expect(begun.trace.state).toBe('partial');
    expect(begun.restarted).toBeNull();
    return begun;
  }

  it('is started again where labels changed meanwhile, and says so', async () => {
    const knowledge = createSampleKnowledge();
    let version = '';
    const labels = (): LabelReader => {
      const reader = knowledge.labels?.();
      if (!reader) throw new Error('The sample has labels.');
      return version === '' ? reader : Object.create(reader, { version: { value: version } });
    };
    const app = createSampleApp({ knowledge: { ...knowledge, labels } });
    const begun = await begin(app);
    version = 'another';
    const body = { request: { ...request, budget: 9 }, resume: begun.resume ?? '' };
    const ended = await app.client.call('runTrace', { body });
    expect(ended.restarted).toContain('labels have changed since it was begun');
    expect(ended.asOf.labels).toBe('another');
    const whole = await app.client.call('runTrace', { body: { request: { ...request, budget: 9 } } });
    expect(ended.hash).toBe(whole.hash);
  });

  it('is started again where the tip changed meanwhile, and says as of which height it was', async () => {
    const reader = createSampleReader();
    const app = createSampleApp({ reader });
    const begun = await begin(app);
    const block = reader.block(11);
    const other = block && { ...block, hash: 'ff'.repeat(32) };
    const known = reader.block;
    reader.tip = () => other;
    reader.block = (height) => (height === 11 ? other : known(height));
    const body = { request: { ...request, budget: 9 }, resume: begun.resume ?? '' };
    const ended = await app.client.call('runTrace', { body });
    expect(ended.restarted).toContain('as of height 11');
    expect(ended.asOf.hash).toBe('ff'.repeat(32));
  });

  it('is started again where a single transaction was fetched above the last whole block', async () => {
    const reader = createSampleReader();
    const app = createSampleApp({ reader });
    const begun = await begin(app);
    const block = reader.block(11);
    reader.tip = () => block && { ...block, height: 900 };
    const body = { request: { ...request, budget: 9 }, resume: begun.resume ?? '' };
    const ended = await app.client.call('runTrace', { body });
    expect([ended.restarted !== null, ended.asOf.height]).toEqual([true, 11]);
  });

  it('of another account is started again, and discloses nothing of the other', async () => {
    const gate = createOpenGate();
    const identify = gate.identify;
    let id = '';
    gate.identify = async (...given) => {
      const caller = await identify(...given);
      return id === '' || !caller.account ? caller : { ...caller, account: { ...caller.account, id } };
    };
    const app = createSampleApp({ gate });
    const begun = await begin(app);
    id = '00000000-0000-4000-8000-000000000002';
    const body = { request: { ...request, budget: 1 }, resume: begun.resume ?? '' };
    const foreign = await app.client.call('runTrace', { body });
    expect(foreign.restarted).toContain('it is not kept here any more');
    const unknown = await app.client.call('runTrace', { body: { ...body, resume: 'ab'.repeat(16) } });
    expect(unknown.restarted).toBe(foreign.restarted);
    id = '';
    const own = await app.client.call('runTrace', { body: { ...body, request: { ...request, budget: 9 } } });
    expect(own.restarted).toBeNull();
    expect(own.trace.state).toBe('complete');
  });

  it('continues after the store was out of reach, with the same token and the hash of one run', async () => {
    const reader = createSampleReader();
    const failures: FailureEntry[] = [];
    const app = createSampleApp({ reader, log: (entry) => failures.push(entry) });
    const whole = await app.client.call('runTrace', { body: { request: { ...request, budget: 10 } } });
    const begun = await begin(app);
    const { records } = reader;
    reader.records = () => Promise.reject(new AppError('unavailable', 'The index cannot be read now. Try again.'));
    const body = { request: toWire(9), resume: begun.resume };
    const failed = await app.request('/api/v1/traces', post(body));
    expect(failed.status).toBe(503);
    expect(await failed.text()).toContain('The index cannot be read now.');
    const lines = await (await app.request('/api/v1/traces/stream', post(body))).text();
    const last = JSON.parse(lines.trim().split('\n').at(-1) ?? '') as { problem: { reference: string } };
    expect(last.problem).toMatchObject({ kind: 'unavailable', detail: 'The index cannot be read now. Try again.' });
    // What went wrong in a stream is in the log under the reference that the stream gave.
    expect(failures.map(({ reference }) => reference)).toContain(last.problem.reference);
    reader.records = records;
    const ended = await app.client.call('runTrace', {
      body: { request: { ...request, budget: 9 }, resume: begun.resume ?? '' },
    });
    expect(ended.restarted).toBeNull();
    expect(ended.hash).toBe(whole.hash);
  });
});
