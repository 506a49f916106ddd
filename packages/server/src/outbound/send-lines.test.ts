import { getOnDemandSource } from '@trailmark/ingest/on-demand/on-demand-catalogue';
import { afterEach, expect, test } from 'vitest';
import { type LineFault, type ReplayLines, startReplayLines } from '../testing/replay-lines.ts';
import { createSendLines, type LineDeps } from './send-lines.ts';
import { parseSourcePlace } from './source-endpoint.ts';

const SOURCE = getOnDemandSource('electrum-btc');
const CALLS = [
  { method: 'echo', params: ['a'] },
  { method: 'echo', params: ['b'] },
];

/** Only what is never answered lasts this long. */
const PATIENCE_MS = 60_000;

let server: ReplayLines | undefined;
let log: unknown[];
afterEach(() => server?.close());

const answer = ({ method, params }: { method: string; params: readonly unknown[] }) =>
  method === 'server.version' ? ['Test', '1.4'] : params[0];

async function open(
  fault?: (method: string, connection: number) => LineFault | undefined,
  {
    pin,
    record,
    ...limits
  }: Partial<Pick<LineDeps, 'maxBytes' | 'timeoutMs'>> & { pin?: string; record?: () => Promise<string> } = {},
) {
  log = [];
  server = await startReplayLines(answer, (call, connection) => fault?.(call.method, connection));
  const { send, close } = createSendLines({
    place: parseSourcePlace(SOURCE, server.place, true, pin ?? server.pin),
    record: record ?? (async (request) => String(log.push(request))),
    settle: async (id, outcome) => void log.push({ id, ...outcome }),
    timeoutMs: PATIENCE_MS,
    ...limits,
  });
  const ask = (signal = AbortSignal.timeout(PATIENCE_MS)) =>
    send({ path: '/echo', query: { ids: 'a,b' }, body: { calls: CALLS }, revealed: 'a and b' }, signal);
  return { ask, close };
}

test('lines leave together on one connection, logged before, and come back in their order', async () => {
  const { ask, close } = await open((method) => (method === 'echo' ? 'unasked' : undefined));
  for (const _ of [1, 2]) {
    const { status, body } = await ask();
    const answers = JSON.parse(Buffer.from(body).toString('utf8')) as { result: unknown }[];
    expect([status, answers.map(({ result }) => result)]).toEqual([200, ['a', 'b']]);
  }
  expect(server?.connections).toBe(1);
  expect(server?.calls.map(({ method }) => method)).toEqual(['server.version', 'echo', 'echo', 'echo', 'echo']);
  expect(log[0]).toEqual({ url: `${server?.place}/echo?ids=a%2Cb`, revealed: 'a and b' });
  expect(log[1]).toMatchObject({ id: '1', status: 200, fault: null });
  close();
});

test('nothing leaves where it cannot be recorded', async () => {
  const { ask } = await open(undefined, { record: () => Promise.reject(new Error('no row')) });
  await expect(ask()).rejects.toThrow('no row');
  expect(server?.connections).toBe(0);
});

test('another key than the pinned one is sent nothing', async () => {
  const { ask } = await open(undefined, { pin: '0'.repeat(64) });
  await expect(ask()).rejects.toMatchObject({ kind: 'forbidden', message: expect.stringContaining('pinned') });
  expect(server?.calls).toEqual([]);
});

test('without a pin, a certificate that nobody vouches for is refused', async () => {
  server = await startReplayLines(answer);
  const place = parseSourcePlace(SOURCE, server.place, true);
  const { send } = createSendLines({ place, record: async () => '', settle: async () => undefined });
  const request = { path: '/echo', body: { calls: CALLS }, revealed: '' };
  await expect(send(request, AbortSignal.timeout(PATIENCE_MS))).rejects.toMatchObject({ kind: 'unavailable' });
  expect(server.calls).toEqual([]);
});

test.each([
  ['cut', /closed the connection/],
  ['hang', /did not answer within 2 s/],
  ['garbage', /not JSON/],
  ['flood', /longer than 100000 bytes/],
] as const)(
  'an answer with the fault "%s" is reported in a sentence, and the next goes over a new connection',
  async (fault, why) => {
    const broken = (method: string, connection: number) => (method === 'echo' && connection === 1 ? fault : undefined);
    const timeoutMs = fault === 'hang' ? 2_000 : PATIENCE_MS;
    const { ask, close } = await open(broken, { maxBytes: 100_000, timeoutMs });
    await expect(ask()).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringMatching(why) });
    expect(log[1]).toMatchObject({ status: null, fault: expect.stringMatching(why) });
    expect((await ask()).status).toBe(200);
    expect(server?.connections).toBe(2);
    close();
  },
);

test.each([
  ['tcp://node.example:50001'],
  ['http://node.example:50001'],
  ['node.example'],
  ['tls://user@node.example:50002'],
  ['tls://169.254.169.254:50002'],
  ['tls://node.example:50002/path'],
])('%s is no place of a server of lines', (place) => {
  expect(() => parseSourcePlace(SOURCE, place, true)).toThrow(expect.objectContaining({ kind: 'invalid' }));
});

test('host and port are enough of a name, and TLS is what is meant', () => {
  const { text, endpoint } = parseSourcePlace(SOURCE, 'Node.Example:50002', true);
  expect([text, endpoint.url.href]).toEqual(['tls://node.example:50002', 'https://node.example:50002/']);
});
