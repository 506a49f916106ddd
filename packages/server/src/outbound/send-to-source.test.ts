import {
  type ReplayAnswer,
  type ReplayRequest,
  type ReplayServer,
  startReplayServer,
} from '@trailmark/ingest/on-demand/testing/replay-server';
import { afterEach, expect, test } from 'vitest';
import { parseEndpoint } from './endpoint.ts';
import { createSendToSource, type RequestOutcome, type SendDeps } from './send-to-source.ts';
import { createSourceTransport } from './source-transport.ts';

const KEY = 'S3CRETKEY0123456789';
const QUERY = { in: 'query', name: 'apikey' } as const;

let server: ReplayServer | undefined;
afterEach(() => server?.close());

async function open(answer: (request: ReplayRequest) => ReplayAnswer, more: Partial<SendDeps> = {}) {
  server = await startReplayServer(answer);
  const log: (string | RequestOutcome)[] = [];
  const send = createSendToSource({
    endpoint: parseEndpoint(server.url, true),
    keyPlace: QUERY,
    key: KEY,
    transport: createSourceTransport(),
    record: async ({ url, revealed }) => {
      log.push(`${url.replace(server?.url ?? '', '')} ${revealed}`);
      return '1';
    },
    settle: async (_, outcome) => {
      log.push(outcome);
    },
    ...more,
  });
  const ask = () => send({ path: '/list', query: { page: '1' }, revealed: '0xa1' }, AbortSignal.timeout(60_000));
  return { server, log, ask };
}

test('a request is logged before it leaves, with the key in neither the log nor the answer', async () => {
  const { server, log, ask } = await open(() => ({ json: { ok: true } }));
  const { body } = await ask();
  expect(server.requests[0]?.query.get('apikey')).toBe(KEY);
  expect(log).toEqual(['/list?page=1 0xa1', { status: 200, bytes: body.length, fault: null }]);
  expect(JSON.stringify(log)).not.toContain(KEY);
});

test('nothing leaves where it cannot be recorded', async () => {
  const { server, ask } = await open(() => ({ json: {} }), {
    record: async () => {
      throw new Error('no database');
    },
  });
  await expect(ask()).rejects.toThrow('no database');
  expect(server.requests).toEqual([]);
});

test('a key in a header is there and nowhere else', async () => {
  const { server, ask } = await open(() => ({ json: {} }), {
    keyPlace: { in: 'header', name: 'x-key', prefix: 'Bearer ' },
  });
  await ask();
  expect(server.requests[0]?.headers['x-key']).toBe(`Bearer ${KEY}`);
  expect(server.requests[0]?.query.has('apikey')).toBe(false);
});

test('redirections stay on the endpoint, are recorded each, and end after three', async () => {
  const { server, log, ask } = await open(({ query }) => ({
    status: 302,
    headers: { location: `/next?apikey=${query.get('apikey')}` },
  }));
  await expect(ask()).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('more than 3') });
  expect(server.requests).toHaveLength(4);
  expect(JSON.stringify(log)).not.toContain(KEY);
});

test.each(['http://127.0.0.1:1/', 'https://evil.example/', 'http://user:pw@127.0.0.1/', 'file:///etc/passwd'])(
  'a redirection to %s is not followed',
  async (location) => {
    const { server, ask } = await open(() => ({ status: 301, headers: { location } }));
    await expect(ask()).rejects.toMatchObject({ kind: 'forbidden' });
    expect(server.requests).toHaveLength(1);
  },
);

test('a redirection that carries the key elsewhere in itself is not followed', async () => {
  const { ask } = await open(() => ({ status: 302, headers: { location: `/steal/${KEY}` } }));
  await expect(ask()).rejects.toMatchObject({ kind: 'forbidden', message: expect.not.stringContaining(KEY) });
});

test.each([
  ['is cut off', 'cut', /did not answer over the network/],
  ['does not come', 'hang', /did not answer within 0\.3 s/],
  ['never ends', 'drip', /did not answer within 0\.3 s/],
  ['is compressed unasked', 'bomb', /compressed/],
] as const)('an answer that %s is a fault in a sentence', async (_, fault, message) => {
  const { log, ask } = await open(() => ({ json: { a: 'x'.repeat(5_000) }, fault }), {
    timeoutMs: fault === 'hang' || fault === 'drip' ? 300 : 60_000,
  });
  await expect(ask()).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringMatching(message) });
  expect(log[1]).toMatchObject({ status: null, fault: expect.stringMatching(message) });
});

test('an answer beyond the limit is refused while it comes', async () => {
  const { ask } = await open(() => ({ text: 'x'.repeat(100_000) }), { maxBytes: 1_000 });
  await expect(ask()).rejects.toMatchObject({ message: expect.stringContaining('longer than 1000 bytes') });
});

test('proxies of the environment are ignored', async () => {
  process.env.HTTP_PROXY = 'http://127.0.0.1:9';
  process.env.http_proxy = 'http://127.0.0.1:9';
  try {
    const { server, ask } = await open(() => ({ json: {} }));
    await ask();
    expect(server.requests).toHaveLength(1);
  } finally {
    delete process.env.HTTP_PROXY;
    delete process.env.http_proxy;
  }
});
