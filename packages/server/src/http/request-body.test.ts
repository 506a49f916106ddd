import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofRequestBody from './request-body.ts';

const recorded = new WatchedResults();
const { readJsonBody } = recorded.watch(ofRequestBody);

function read(body: string | Uint8Array<ArrayBuffer>): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return readJsonBody(new Request('http://localhost/', { method: 'POST', body, headers }), {
    bytes: 1_000,
    ms: 10_000,
  });
}

test('bodies are read as UTF-8, with a byte order mark or without', async () => {
  expect(await read('{"a":"plain"}')).toEqual({ a: 'plain' });
  expect(await read('{"a":"Zürich 東京 🜚"}')).toEqual({ a: 'Zürich 東京 🜚' });
  expect(await read('\uFEFF{"a":1}')).toEqual({ a: 1 });
});

test('bytes that are no UTF-8 are refused', async () => {
  const latin1 = Uint8Array.from(Buffer.from('{"a":"Zürich"}', 'latin1'));
  await expect(read(latin1)).rejects.toThrow('The body is not JSON text in UTF-8.');
  await expect(read('{"a":')).rejects.toThrow('The body is not JSON text in UTF-8.');
});

test('a body that does not arrive in time is refused, and of one that states its length nothing is read', async () => {
  const headers = { 'content-type': 'application/json' };
  const stream = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{')) });
  const init = { method: 'POST', body: stream, headers, duplex: 'half' } as RequestInit;
  const slow = readJsonBody(new Request('http://localhost/', init), { bytes: 64, ms: 1 });
  await expect(slow).rejects.toMatchObject({ kind: 'invalid', context: { reason: 'body-too-slow' } });
  const declared = { method: 'POST', body: '{}', headers: { ...headers, 'content-length': '65' } };
  const large = readJsonBody(new Request('http://localhost/', declared), { bytes: 64, ms: 10_000 });
  await expect(large).rejects.toMatchObject({ context: { reason: 'body-too-large', limit: 64 } });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/request-body.txt');
});
