import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSampleApp } from '../testing/sample-app.ts';
import { ADDRESS, createSampleReader } from '../testing/sample-ledger.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const { client, request } = createSampleApp();
const chain = 'btc';
const history = `/api/v1/btc/addresses/${ADDRESS.alice}/transactions`;

async function post(
  path: string,
  body: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const response = await request(path, { method: 'POST', body, headers });
  return {
    status: response.status,
    problem: (await response.json()) as { detail: string; kind: string; reference: string },
  };
}

/** A scan body of exactly so many bytes. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify({ text: '' });
  return JSON.stringify({ text: ' '.repeat(900_000) })
    .padEnd(bytes, ' ')
    .slice(0, Math.max(bytes, empty.length));
}

describe('limits', () => {
  it.each([
    [0, 400],
    [1, 200],
    [2, 200],
    [999, 200],
    [1000, 200],
    [1001, 400],
  ])('page of %i rows answers %i', async (limit, status) => {
    expect((await request(`${history}?limit=${limit}`)).status).toBe(status);
  });

  it.each([
    [2 ** 20 - 1, 200],
    [2 ** 20, 200],
    [2 ** 20 + 1, 413],
  ])('scan body of %i bytes answers %i', async (bytes, status) => {
    const answer = await post('/api/v1/scan', bodyOf(bytes));
    expect(answer.status).toBe(status);
    if (status === 413) expect(answer.problem.detail).toMatch(/1,048,576 bytes/);
  });

  it('counts a body that hides its length', async () => {
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const init = { method: 'POST', body: stream, headers: { 'content-type': 'application/json' }, duplex: 'half' };
    expect((await request('/api/v1/scan', init as RequestInit)).status).toBe(413);
  });

  it.each([
    [0, 400],
    [1, 200],
    [999, 200],
    [1000, 200],
    [1001, 400],
  ])('%i addresses in bulk answer %i', async (count, status) => {
    const addresses = Array.from({ length: count }, () => ADDRESS.bob);
    expect((await post('/api/v1/btc/addresses/bulk', JSON.stringify({ addresses }))).status).toBe(status);
  });

  it.each([
    [8_192, 404],
    [8_193, 414],
  ])('URL of %i characters answers %i', async (length, status) => {
    const path = '/api/v1/'.padEnd(length - 'http://127.0.0.1'.length, 'a');
    expect((await request(path)).status).toBe(status);
  });

  it('takes JSON only', async () => {
    const body = JSON.stringify({ text: '' });
    expect((await post('/api/v1/scan', body, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('/api/v1/scan', '{')).problem.detail).toMatch(/not JSON/);
  });

  it('refuses unknown and repeated query keys by name', async () => {
    const unknown = await (await request(`${history}?page=2`)).json();
    expect(unknown.detail).toMatch(/no query parameter "page".*cursor, limit/);
    const twice = await (await request(`${history}?limit=2&limit=3`)).json();
    expect(twice.detail).toMatch(/given twice/);
  });

  it('names unknown chains and the known ones', async () => {
    const problem = await (await request('/api/v1/xyz/blocks')).json();
    expect(problem).toMatchObject({
      kind: 'invalid',
      status: 400,
      detail: expect.stringMatching(/no chain "xyz".*btc/),
    });
    const absent = await (await request('/api/v1/ltc/blocks')).json();
    expect(absent).toMatchObject({ kind: 'not-found', detail: 'This server holds no Litecoin data. Held: btc.' });
  });

  it('stops at the deadline and notifies the store', async () => {
    let signal: AbortSignal | undefined;
    const reader = createSampleReader();
    reader.totals = (_, options) => {
      signal = options?.signal;
      return new Promise(() => {});
    };
    const slow = createSampleApp({ reader, limits: { deadlineMs: 50 } });
    const response = await slow.request(`/api/v1/btc/addresses/${ADDRESS.bob}`);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(signal?.aborted).toBe(true);
  });

  it('stops the store when the client leaves', async () => {
    const leave = new AbortController();
    let signal: AbortSignal | undefined;
    const reader = createSampleReader();
    reader.totals = (_, options) => {
      signal = options?.signal;
      leave.abort();
      return new Promise(() => {});
    };
    await createSampleApp({ reader }).request(`/api/v1/btc/addresses/${ADDRESS.bob}`, { signal: leave.signal });
    expect(signal?.aborted).toBe(true);
  });

  it('hides what is inside and logs it under the reference', async () => {
    const entries: unknown[] = [];
    const reader = createSampleReader();
    reader.totals = () => Promise.reject(new Error('secret inside'));
    const broken = createSampleApp({ reader, log: (entry) => entries.push(entry) });
    const response = await broken.request(`/api/v1/btc/addresses/${ADDRESS.bob}`);
    const problem = await response.json();
    expect(response.status).toBe(500);
    expect(JSON.stringify(problem)).not.toMatch(/secret/);
    expect(entries).toMatchObject([{ reference: problem.reference, kind: 'internal' }]);
  });

  it('announces histories above the threshold as hot', async () => {
    const isHot = async (hotTransactionCount: number) => {
      const { client: other } = createSampleApp({ limits: { hotTransactionCount } });
      return (await other.call('getAddress', { params: { chain, address: ADDRESS.bob } })).isHot;
    };
    expect([await isHot(2), await isHot(3), await isHot(4)]).toEqual([true, false, false]);
  });
});

describe('cursors', () => {
  const params = { chain, address: ADDRESS.alice } as const;

  async function makeCursor(): Promise<string> {
    const { next } = await client.call('listAddressTransactions', { params, query: { limit: 1 } });
    return next!;
  }

  it.each([
    ['another list', (cursor: string) => ({ params: { ...params, address: ADDRESS.bob }, query: { cursor } })],
    ['another order', (cursor: string) => ({ params, query: { cursor, order: 'oldest' as const } })],
    ['another filter', (cursor: string) => ({ params, query: { cursor, direction: 'in' as const } })],
    ['a changed letter', (cursor: string) => ({ params, query: { cursor: `X${cursor.slice(1)}` } })],
    ['padding', (cursor: string) => ({ params, query: { cursor: `${cursor}=` } })],
    ['a cut', (cursor: string) => ({ params, query: { cursor: cursor.slice(0, -2) } })],
    ['words', () => ({ params, query: { cursor: 'next' } })],
    [
      'forged numbers',
      (cursor: string) => {
        const [version, list] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
        return { params, query: { cursor: Buffer.from(JSON.stringify([version, list, -1.5])).toString('base64url') } };
      },
    ],
  ])('of %s is refused', async (_, toInput) => {
    const call = client.call('listAddressTransactions', toInput(await makeCursor()));
    await expect(call).rejects.toMatchObject({
      kind: 'invalid',
      message: 'This cursor is not one this server made for this list.',
    });
  });
});

it('what one request may ask for is what the documents promise', () => {
  const { deadlineMs, bodyMs, ...sizes } = DEFAULT_LIMITS;
  const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  expect(read('SECURITY.md')).toContain(`A request ends after ${deadlineMs / 1_000} seconds`);
  expect(read('docs/guide/security.md')).toContain(`a body ${bodyMs / 1_000} s and a second for each 64 KiB`);
  expect(sizes).toEqual({
    urlBytes: 8_192,
    headerBytes: 16_384,
    bodyBytes: 65_536,
    exportPage: 5_000,
    hotTransactionCount: 50_000,
  });
});
