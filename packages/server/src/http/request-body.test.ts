import { expect, test } from 'vitest';
import { readJsonBody } from './request-body.ts';

function read(body: string | Uint8Array<ArrayBuffer>): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return readJsonBody(new Request('http://localhost/', { method: 'POST', body, headers }), 1_000);
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
