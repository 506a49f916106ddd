import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEndpoint } from './endpoint.ts';
import { createSourceTransport } from './source-transport.ts';

const read = (name: string): Buffer => readFileSync(fileURLToPath(new URL(`../testing/tls/${name}`, import.meta.url)));
const cert = read('cert.pem');
const pin = createHash('sha256')
  .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
  .digest('hex');

let server: Server;
let url: string;
let asked: string[];
beforeAll(async () => {
  server = createServer({ cert, key: read('key.pem') }, (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['x-key']}`);
    response.end('{"ok":true}');
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function ask(given: string | undefined, body?: string) {
  asked = [];
  return createSourceTransport()({
    url: new URL(`${url}/list`),
    endpoint: parseEndpoint(url, true, { pin: given }),
    headers: { 'x-key': 'secret' },
    body,
    maxBytes: 1_000,
    signal: AbortSignal.timeout(60_000),
  });
}

test('a certificate that nobody vouches for is refused without a pin', async () => {
  await expect(ask(undefined)).rejects.toThrow(/certificate|self.signed/i);
  expect(asked).toEqual([]);
});

test('a pinned key is accepted, whoever signed its certificate', async () => {
  const { status, body } = await ask(pin);
  expect([status, Buffer.from(body).toString()]).toEqual([200, '{"ok":true}']);
  expect(asked).toEqual(['GET /list secret']);
  await ask(pin, '{"num":0}');
  expect(asked).toEqual(['POST /list secret']);
});

test('another key than the pinned one is sent nothing', async () => {
  await expect(ask('0'.repeat(64))).rejects.toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('another key than the one that is pinned'),
  });
  expect(asked).toEqual([]);
});

test('a pin without TLS is refused', () => {
  expect(() => parseEndpoint('http://127.0.0.1:1', true, { pin })).toThrow(
    expect.objectContaining({ kind: 'invalid' }),
  );
});
