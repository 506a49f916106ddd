import type { TraceAnswer } from '@trailmark/api/contract/trace';
import { traceRequest } from '@trailmark/api/contract/trace-wire';
import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { assert, describe, expect, it } from 'vitest';
import { createSampleAccountReader, KEY } from '../testing/sample-account-ledger.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { createSampleKnowledge } from '../testing/sample-labels.ts';
import { ADDRESS, createSampleReader, TX, txidOf } from '../testing/sample-ledger.ts';

const readers = new Map([['eth' as const, createSampleAccountReader()]]);
const paid = txidOf(TX.first);
const asked = { chain: 'btc' as const, seeds: [{ kind: 'output' as const, txid: paid, vout: 0 }] };
/** With every default, as a client writes it. */
const request = traceRequest.parse(asked);

async function readLines(response: Response): Promise<Record<string, unknown>[]> {
  return (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function post(body: unknown, signal?: AbortSignal): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  };
}

describe('a trace over the API', () => {
  const { client, request: fetchPath } = createSampleApp({ readers, knowledge: createSampleKnowledge() });

  it('follows a coin to where it ends, in sums that close', async () => {
    const through = { ...request, stops: { ...request.stops, services: false } };
    const { trace, asOf, graph, resume } = await client.call('runTrace', { body: { request: through } });
    expect(trace.state).toBe('complete');
    expect(resume).toBeNull();
    expect(asOf).toMatchObject({ chain: 'btc', height: 11, engine: 'trace-engine/4' });
    expect(trace.sums).toMatchObject([{ began: 5_000_000_000n, difference: 0n, fees: 50_000_000n }]);
    expect(new Set(trace.leaves.map(({ address }) => address))).toEqual(new Set([ADDRESS.dave, ADDRESS.erin]));
    expect(trace.leaves.every(({ detail }) => detail.length > 0)).toBe(true);
    expect(graph.nodes.filter(({ isSeed }) => isSeed)).toHaveLength(1);
  });

  it('repeats the request with every default filled in, and gives the same hash to it', async () => {
    const first = await client.call('runTrace', { body: { request } });
    expect(first.trace.request).toMatchObject({ direction: 'forward', method: 'fifo/1', stops: { maxHops: 10 } });
    const again = await client.call('runTrace', { body: { request: first.trace.request } });
    expect(again.hash).toBe(first.hash);
    const told = traceRequest.parse({ ...asked, method: 'exact/1', params: { follow: 'all' } });
    const untold = traceRequest.parse({ ...asked, method: 'exact/1' });
    const [a, b] = await Promise.all(
      [told, untold].map((body) => client.call('runTrace', { body: { request: body } })),
    );
    expect(a?.hash).toBe(b?.hash);
    const other = await client.call('runTrace', { body: { request: { ...request, method: 'haircut/1' } } });
    expect(other.hash).not.toBe(first.hash);
  });

  it('continues a partial trace, and ends with the hash of one run with the whole budget', async () => {
    const begun = await client.call('runTrace', { body: { request: { ...request, budget: 1 } } });
    expect(begun.trace.state).toBe('partial');
    expect(begun.trace.leaves.some(({ reason }) => reason === 'budget')).toBe(true);
    const body = { request: { ...request, budget: 9 }, resume: begun.resume ?? '' };
    const ended = await client.call('runTrace', { body });
    const whole = await client.call('runTrace', { body: { request: { ...request, budget: 10 } } });
    expect(ended.trace.state).toBe('complete');
    expect(ended.hash).toBe(whole.hash);
  });

  it('finds every end on request, with ranges, and its trace is that of its own request', async () => {
    const found = await client.call('runTrace', { body: { request, findsEnds: true } });
    assert(found.ends);
    expect(found.ends.methods).toEqual(['fifo/1', 'haircut/1', 'lifo/1']);
    expect(found.ends.items.length).toBeGreaterThan(0);
    for (const { amounts, least, most, reach, advice } of found.ends.items) {
      expect(amounts).toHaveLength(3);
      expect(least <= most && most <= reach).toBe(true);
      expect(advice.length).toBeGreaterThan(10);
    }
    expect(found.ends.sentences.join(' ')).toMatch(/transactions? were read/);
    expect(found.ends.passes.length).toBeGreaterThan(0);
    const again = await client.call('runTrace', { body: { request: found.trace.request } });
    expect(again.hash).toBe(found.hash);
    expect(again.ends).toBeUndefined();
    const lines = await readLines(await fetchPath('/api/v1/traces/stream', post({ request: asked, findsEnds: true })));
    const streamed = lines.at(-1)?.answer as TraceAnswer | undefined;
    expect(streamed?.ends?.items).toHaveLength(found.ends.items.length);
  });

  it('streams the same answer, a line at a time', async () => {
    const lines = await readLines(await fetchPath('/api/v1/traces/stream', post({ request: asked })));
    const answer = lines.at(-1)?.answer as TraceAnswer;
    const whole = await client.call('runTrace', { body: { request } });
    expect(answer.hash).toBe(whole.hash);
    expect(lines.slice(0, -1).every((line) => 'progress' in line)).toBe(true);
  });

  it('reports in the stream its place in the queue until its turn comes', async () => {
    const reader = createSampleReader();
    const { spenders } = reader;
    const mayGoOn = Promise.withResolvers<void>();
    reader.spenders = async (...given) => {
      await mayGoOn.promise;
      return spenders(...given);
    };
    const slow = createSampleApp({ reader });
    const running = [0, 1].map(() => slow.request('/api/v1/traces', post({ request: asked })));
    await expect.poll(() => slow.client.call('getTraceLine', {})).toMatchObject({ running: 2 });
    const stream = await slow.request('/api/v1/traces/stream', post({ request: asked }));
    const text = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = await text?.read();
    expect(JSON.parse(first?.value ?? '')).toEqual({ waiting: { position: 1, of: 1, seconds: null } });
    mayGoOn.resolve();
    let rest = '';
    for (let read = await text?.read(); read && !read.done; read = await text?.read()) rest += read.value;
    expect(JSON.parse(rest.trim().split('\n').at(-1) ?? '')).toMatchObject({
      answer: { trace: { state: 'complete' } },
    });
    await Promise.all(running);
  });

  it('says in the stream what was wrong', async () => {
    const wrong = { chain: 'btc', seeds: [{ kind: 'output', txid: 'ab'.repeat(32), vout: 0 }] };
    const [problem] = await readLines(await fetchPath('/api/v1/traces/stream', post({ request: wrong })));
    expect(problem).toMatchObject({ problem: { kind: 'not-found' } });
    expect(JSON.stringify(problem)).toContain('abab');
  });

  it.each([
    ['a method that is not there', { ...asked, method: 'magic/1' }, 'fifo/1'],
    ['a method of another family', { ...asked, method: 'libr/1' }, 'libr/1'],
    ['a seed that is not there', { ...asked, seeds: [{ kind: 'output', txid: paid, vout: 7 }] }, '7'],
    ['a window that ends before it begins', { ...asked, stops: { fromTime: 2, toTime: 1 } }, 'window'],
    ['an address of another chain', { ...asked, seeds: [{ kind: 'address', address: '0x00' }] }, 'Bitcoin address'],
    ['an unknown parameter', { ...asked, params: { luck: 7 } }, 'luck'],
  ])('refuses %s and names it', async (_what, wrong, named) => {
    const response = await fetchPath('/api/v1/traces', post({ request: wrong }));
    expect([400, 404]).toContain(response.status);
    expect(await response.text()).toContain(named);
  });

  it('ends the work when the client leaves', async () => {
    const reader = createSampleReader();
    const { promise: begun, resolve } = Promise.withResolvers<AbortSignal | undefined>();
    reader.spenders = (_outputs, options) => {
      resolve(options?.signal);
      return new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new Error('left')));
      });
    };
    const slow = createSampleApp({ reader });
    const leaving = new AbortController();
    const answer = slow.request('/api/v1/traces', post({ request: asked }, leaving.signal));
    const signal = await Promise.race([begun, answer.then((response) => response.text())]);
    assert(signal instanceof AbortSignal, String(signal));
    leaving.abort();
    await answer.catch(() => undefined);
    expect(signal.aborted).toBe(true);
  });

  it('replays a log and distinguishes the same from the different', async () => {
    const { hash } = await client.call('runTrace', { body: { request } });
    const entry = {
      ...{ number: 1, at: 1, action: 'trace' as const, asOf: 'height 11', nodes: 1, edges: 1 },
      request: JSON.stringify({ request: asked }),
      resultHash: hash,
    };
    const broken = { ...entry, number: 3, request: '{"request":{"chain":"btc"}}' };
    const log = [
      entry,
      { ...entry, number: 2, resultHash: '0'.repeat(64) },
      broken,
      { ...entry, number: 4, action: 'path' as const },
    ];
    const { entries, asOf } = await client.call('replayFlow', { body: { log } });
    expect(entries.map(({ outcome }) => outcome)).toEqual(['same', 'differs', 'failed', 'not-replayed']);
    expect(entries[2]?.sentence).toContain('seeds');
    expect(asOf).toMatchObject([{ chain: 'btc' }]);
  });

  it('lists its methods with conventions and parameters', async () => {
    const { items } = await client.call('listTraceMethods', {});
    expect(items.map(({ id }) => id)).toContain('haircut/1');
    for (const { conventions, sentence, caution, source } of items) {
      expect(conventions.length).toBeGreaterThan(0);
      for (const text of [sentence, caution, source]) expect(text.length).toBeGreaterThan(10);
    }
    expect(items.find(({ id }) => id === 'exact/1')?.params[0]?.options).toContain('change');
  });

  it('states of prepared cases whether their data are indexed', async () => {
    const { items } = await client.call('listFlowStarters', {});
    expect(items).toHaveLength(3);
    expect(items.every(({ isHeld }) => !isHeld)).toBe(true);
  });
});

describe('a search for paths', () => {
  it('follows the asset that it names, and the coin where it names none', async () => {
    const { request: ask } = createSampleApp({ readers, knowledge: createSampleKnowledge() });
    const [from, to] = [KEY.alice, KEY.bob].map((key) => formatAccount(getAccountChain('eth'), key));
    const assetsOf = async (asset?: string): Promise<unknown[]> => {
      const response = await ask('/api/v1/traces/paths', post({ chain: 'eth', direction: 'forward', asset, from, to }));
      const { paths } = (await response.json()) as { paths: { steps: { asset: string }[] }[] };
      return paths.map(({ steps }) => steps.map((step) => step.asset));
    };
    const ofToken = await assetsOf(KEY.tether);
    expect(ofToken).toEqual([[KEY.tether]]);
    expect(await assetsOf()).toEqual(await assetsOf(''));
    expect(await assetsOf('')).not.toEqual(ofToken);
    expect(await assetsOf(KEY.carol)).toEqual([]);
  });
});

describe('a body that nests without end', () => {
  it('is refused in a sentence', async () => {
    const { request: fetchPath } = createSampleApp();
    const deep = `{"request":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const init = { ...post({}), body: deep };
    const response = await fetchPath('/api/v1/traces', init);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('nests deeper than 64 levels');
  });
});
