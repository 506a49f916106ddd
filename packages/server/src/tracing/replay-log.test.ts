import { traceRequest } from '@trailmark/api/contract/trace-wire';
import { expect, test } from 'vitest';
import { createSampleApp } from '../testing/sample-app.ts';
import { TX, txidOf } from '../testing/sample-ledger.ts';

const app = createSampleApp();
const asked = { chain: 'btc' as const, seeds: [{ kind: 'output' as const, txid: txidOf(TX.first), vout: 0 }] };
const request = JSON.stringify({ request: traceRequest.encode(traceRequest.parse(asked)) });
const entry = { number: 1, at: 1, action: 'trace', request, resultHash: '0', asOf: '', nodes: 0, edges: 0 };

type Edited = Partial<Record<keyof typeof entry, unknown>>;

async function replay(...log: readonly Edited[]) {
  const body = JSON.stringify({ log: log.map((part) => ({ ...entry, ...part })) });
  const headers = { 'content-type': 'application/json' };
  const answer = await app.request('/api/v1/traces/replay', { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
}

async function outcomes(...log: readonly Edited[]) {
  const { status, body } = await replay(...log);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { entries: { number: number; outcome: string; resultHash: string | null; sentence: string }[] })
    .entries;
}

test('a log edited by hand is reported entry by entry, and the one left alone is the same', async () => {
  const [first] = await outcomes({});
  const kept = { resultHash: first?.resultHash };
  const hops = request.replace(/"maxHops":\d+/, '"maxHops":1');
  const told = await outcomes(kept, { ...kept, number: 2, request: hops }, { number: 3, resultHash: 'f'.repeat(64) });
  expect(told.map(({ outcome }) => outcome)).toEqual(['same', 'differs', 'differs']);
});

test.each([
  ['no JSON', '{"request":', 'Entry 1 of the log holds no JSON.'],
  ['nothing', '', 'Entry 1 of the log holds no JSON.'],
  ['a list within lists within lists', '['.repeat(60_000), 'Entry 1 of the log holds no JSON.'],
  ['deep lists that end', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'is not understood at its beginning'],
  ['null', 'null', 'is not understood at its beginning'],
  ['another chain', request.replace('"btc"', '"dollar"'), 'is not understood at request.chain'],
  ['names every object has', '{"__proto__":{"request":1},"constructor":2}', 'is not understood at request'],
  [
    'numbers beyond all bounds',
    request.replace(/"budget":\d+/, '"budget":1e300'),
    'is not understood at request.budget',
  ],
])('an entry whose request is %s fails in a sentence and ends nothing else', async (_, text, sentence) => {
  const [broken, whole] = await outcomes({ request: text }, { number: 2 });
  expect([broken?.outcome, broken?.resultHash]).toEqual(['failed', null]);
  expect(broken?.sentence).toContain(sentence);
  expect(whole?.outcome).toBe('differs');
});

test('a log that is none is refused as a whole', async () => {
  expect((await replay()).status).toBe(400);
  expect((await replay({ request: 'x'.repeat(65_537) })).status).toBe(400);
  expect((await replay(...Array.from({ length: 201 }, () => ({})))).status).toBe(400);
  expect((await replay({ action: 'delete' })).status).toBe(400);
});
