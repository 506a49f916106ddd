import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { type AccountBlock, type AddressCoverage, HAS_CALL } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import { fetchHistory } from '@trailmark/ingest/on-demand/fetch-history';
import { getAccountSource } from '@trailmark/ingest/on-demand/on-demand-catalogue';
import {
  answerAsBlockscout,
  answerAsEtherscan,
  hashOf,
  heightOf,
  INVENTED,
} from '@trailmark/ingest/on-demand/testing/invented-history';
import { answerAsTronGrid, TRON_HISTORY } from '@trailmark/ingest/on-demand/testing/invented-tron';
import { type ReplayServer, startReplayServer } from '@trailmark/ingest/on-demand/testing/replay-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSessionGate } from '../../packages/server/src/accounts/session-gate.ts';
import { parseEndpoint } from '../../packages/server/src/outbound/endpoint.ts';
import { createSendToSource } from '../../packages/server/src/outbound/send-to-source.ts';
import { createSourceTransport, type SourceTransport } from '../../packages/server/src/outbound/source-transport.ts';
import type { SourceHost } from '../../packages/server/src/sources/source-host.ts';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
} from '../../packages/server/src/testing/accounts.ts';
import { createSampleApp } from '../../packages/server/src/testing/sample-app.ts';

// On-demand sources, through the whole server against replayed explorers. The same checks of what a source reports run
// against live endpoints where TRAILMARK_LIVE_TESTS names some: `blockscout-eth=https://…,trongrid-trx=https://…`.

const KEY = 'K3YofTheAgency0123';

let casework: TestCaseworkContext;
let platform: TestAccount;
let person: TestAccount;
let server: ReplayServer | undefined;
let merged: { blocks: readonly AccountBlock[]; coverage: AddressCoverage | undefined }[];

beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  merged = [];
  platform = await addAccount(casework, { role: 'platform-admin' });
  person = await addAccount(casework, { email: 'analyst@north.example' });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const NO_UTXO: SourceHost['utxoMerger'] = () => {
  throw new Error('no chain of the Bitcoin family is fetched here');
};

function createHost(transport?: SourceTransport): SourceHost {
  return {
    transport,
    utxoMerger: NO_UTXO,
    accountWriter: async () => ({
      merge: async (blocks, coverage) => {
        merged.push({ blocks, coverage });
        return { transactions: blocks.flatMap((block) => block.transactions).length, moves: 0 };
      },
      putTokens: async () => undefined,
    }),
  };
}

async function call(who: TestAccount, path: string, given?: object, host: SourceHost = createHost()) {
  const { headers } = await openTestSession(casework, who);
  const { request } = createSampleApp({ casework, gate: createSessionGate(casework), sources: host });
  const init = given === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(given) };
  const response = await request(`/api/v1${path}`, init);
  const text = await response.text();
  expect(text).not.toContain(KEY);
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes
  return { status: response.status, body: JSON.parse(text) as any };
}

const turnOn = (id: string, more: object = {}) =>
  call(platform, `/sources/${id}`, { isOn: true, endpoint: server?.url, ...more });
const fetchFrom = (id: string, address: string, more: object = {}, who = person, host?: SourceHost) =>
  call(who, `/sources/${id}/addresses`, { address, ...more }, host);

describe('a source that is off', () => {
  test('is never queried: nothing leaves, and the refusal states who can enable it', async () => {
    let left = 0;
    const counting: SourceTransport = async () => {
      left++;
      return { status: 200, location: undefined, retryAfter: undefined, body: new Uint8Array() };
    };
    const samples: Readonly<Record<string, string>> = {
      'trongrid-trx': TRON_HISTORY.address,
      'electrum-bch': '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
      'electrum-btc': '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
      'electrum-doge': 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
      'electrum-ltc': 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
      'esplora-btc': '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
      'esplora-ltc': 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
    };
    for (const { id } of (await call(person, '/sources')).body.items) {
      const address = samples[id] ?? INVENTED.address;
      const answer = await fetchFrom(id, address, {}, person, createHost(counting));
      expect([id, answer.status]).toEqual([id, 403]);
      expect(answer.body.detail).toMatch(/is off, so no request was made/);
    }
    expect(left).toBe(0);
    expect((await call(platform, '/sources/requests')).body.items).toEqual([]);
  });
});

describe.each([
  ['blockscout-eth', answerAsBlockscout(INVENTED), INVENTED.address, {}],
  ['etherscan-eth', answerAsEtherscan(INVENTED), INVENTED.address, { key: KEY }],
  ['trongrid-trx', answerAsTronGrid(TRON_HISTORY), TRON_HISTORY.address, { key: KEY }],
] as const)('%s through the server', (id, answer, address, settings) => {
  test('is fetched, kept with its coverage, and every request is in the ledger with what it revealed', async () => {
    server = await startReplayServer(answer);
    expect((await turnOn(id, settings)).body.source).toMatchObject({ isOn: true, hasKey: 'key' in settings });
    const { status, body } = await fetchFrom(id, address);
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body).toMatchObject({ requests: server.requests.length, fetched: { isComplete: true, note: null } });
    expect(merged[0]?.blocks.length).toBeGreaterThan(0);
    expect(merged[0]?.coverage).toMatchObject({ isComplete: true, fromHeight: 0, toHeight: body.tip });
    const ledger = (await call(platform, '/sources/requests?limit=200')).body.items;
    expect(ledger).toHaveLength(server.requests.length);
    expect(ledger[0]).toMatchObject({ source: id, person: 'analyst@north.example', status: 200, fault: null });
    expect(
      ledger.filter((row: { revealed: string }) => row.revealed.toLowerCase() === address.toLowerCase()),
    ).not.toHaveLength(0);
    const events = await listTestEvents(casework);
    expect(events.filter(({ action }) => action === 'source.fetch')).toMatchObject([{ details: { source: id } }]);
    expect(JSON.stringify(events)).not.toContain(KEY);
  });

  test('that breaks off leaves what came, and says so', async () => {
    server = await startReplayServer((request) => (request.number >= 3 ? { json: {}, fault: 'cut' } : answer(request)));
    await turnOn(id, settings);
    const { status, body } = await fetchFrom(id, address, { maxRequests: 4 });
    expect(status).toBe(200);
    expect(body.fetched.isComplete).toBe(false);
    expect(body.fetched.note).toMatch(/limit of 4 requests/);
    expect(merged).toHaveLength(1);
  });
});

describe('what administrators set', () => {
  test('names what changed in the log, and never the key', async () => {
    server = await startReplayServer(answerAsEtherscan(INVENTED));
    await turnOn('etherscan-eth', { key: KEY });
    const [event] = (await listTestEvents(casework)).filter(({ action }) => action === 'source.change');
    expect(event).toMatchObject({
      object: { kind: 'source', id: 'etherscan-eth' },
      details: { isOnFrom: false, isOn: true, keyChanged: true, hasKey: true, endpoint: server.url },
    });
    expect(JSON.stringify(event)).not.toContain(KEY);
  });

  test('a key does not go along to another endpoint, and a source that needs one is not on without it', async () => {
    server = await startReplayServer(answerAsEtherscan(INVENTED));
    await turnOn('etherscan-eth', { key: KEY });
    const moved = await call(platform, '/sources/etherscan-eth', { endpoint: 'https://other.example/api' });
    expect([moved.status, moved.body.field]).toEqual([400, 'key']);
    const off = await call(platform, '/sources/etherscan-eth', { isOn: false, endpoint: 'https://other.example/api' });
    expect(off.body.source).toMatchObject({ isOn: false, hasKey: false, endpoint: 'https://other.example/api' });
    expect((await call(platform, '/sources/etherscan-eth', { endpoint: '' })).body.source.endpoint).toBe(
      'https://api.etherscan.io/v2/api',
    );
  });

  test.each([
    [{ endpoint: 'http://169.254.169.254' }, 'endpoint'],
    [{ endpoint: 'http://8.8.8.8' }, 'endpoint'],
    [{ endpoint: 'https://user:pw@explorer.example' }, 'endpoint'],
    [{ key: 'two words' }, 'key'],
    [{ pin: 'abc' }, 'pin'],
  ])('%o is rejected next to its field', async (given, field) => {
    const { status, body } = await call(platform, '/sources/blockscout-eth', given);
    expect([status, body.field]).toEqual([400, field]);
  });

  test('a source without a usual place is on only with one of the agency', async () => {
    expect((await call(platform, '/sources/blockscout-bsc', { isOn: true })).body.field).toBe('endpoint');
  });
});

describe('people', () => {
  test('of another agency do not see what was requested, its administrators do', async () => {
    server = await startReplayServer(answerAsBlockscout(INVENTED));
    await turnOn('blockscout-eth');
    await fetchFrom('blockscout-eth', INVENTED.address);
    const east = await addAgency(casework, 'East Customs');
    const [ours, theirs] = await Promise.all([
      addAccount(casework, { role: 'agency-admin' }),
      addAccount(casework, { role: 'agency-admin', agency: east }),
    ]);
    expect((await call(ours, '/sources/requests')).body.items).not.toHaveLength(0);
    expect((await call(theirs, '/sources/requests')).body.items).toEqual([]);
    expect((await call(theirs, '/sources?chain=eth')).body.items[0].requestCount).toBe(0);
  });

  test('cause at most 600 requests an hour', async () => {
    server = await startReplayServer(answerAsBlockscout({ ...INVENTED, count: 1_000 }, 1));
    await turnOn('blockscout-eth');
    const ask = () => fetchFrom('blockscout-eth', INVENTED.address, { maxRequests: 200 });
    for (const _ of [1, 2, 3]) expect((await ask()).body.requests).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('600 requests')]);
    expect(server.requests).toHaveLength(600);
    casework.advance(3_600_001);
    expect((await ask()).status).toBe(200);
  });

  test('who name an address of another chain learn so, and nothing leaves', async () => {
    server = await startReplayServer(answerAsBlockscout(INVENTED));
    await turnOn('blockscout-eth');
    expect((await fetchFrom('blockscout-eth', TRON_HISTORY.address)).status).toBe(400);
    expect(server.requests).toEqual([]);
  });

  test('learn where an endpoint is of another chain, and nothing is kept', async () => {
    server = await startReplayServer(answerAsBlockscout({ ...INVENTED, genesisHash: 'f'.repeat(64) }));
    await turnOn('blockscout-eth');
    const { status, body } = await fetchFrom('blockscout-eth', INVENTED.address);
    expect([status, body.detail]).toEqual([503, expect.stringContaining('its block 0 is another one')]);
    expect(merged).toEqual([]);
  });
});

test('what contradicts the index is refused with the source named', async () => {
  server = await startReplayServer(answerAsBlockscout(INVENTED));
  await turnOn('blockscout-eth');
  const host: SourceHost = {
    utxoMerger: NO_UTXO,
    accountWriter: async () => ({
      merge: () => Promise.reject(new AppError('inconsistent', 'Block 100 has another hash.')),
      putTokens: async () => undefined,
    }),
  };
  const { status, body } = await fetchFrom('blockscout-eth', INVENTED.address, {}, person, host);
  expect([status, body.detail]).toEqual([503, 'Blockscout, Ethereum cannot be used. Block 100 has another hash.']);
});

test('two explorers report one address in the same way', async () => {
  server = await startReplayServer((request) =>
    request.path.startsWith('/api/v2') ? answerAsBlockscout(INVENTED)(request) : answerAsEtherscan(INVENTED)(request),
  );
  await turnOn('blockscout-eth');
  await turnOn('etherscan-eth', { key: KEY });
  await fetchFrom('blockscout-eth', INVENTED.address);
  await fetchFrom('etherscan-eth', INVENTED.address);
  const [first, second] = merged.map(({ blocks }) =>
    blocks.flatMap(({ height, transactions }) =>
      transactions.map(({ hash, index, holds, moves }) => ({
        height,
        hash,
        index,
        holds,
        moves: moves.map(({ kind, asset, from, to, amount }) => `${kind} ${asset} ${from} ${to} ${amount}`),
      })),
    ),
  );
  expect(first).toEqual(second);
  expect(first?.[0]).toMatchObject({ height: heightOf(0), hash: hashOf(0).slice(2) });
});

const LIVE = (process.env.TRAILMARK_LIVE_TESTS ?? '')
  .split(',')
  .filter((pair) => /^(blockscout|etherscan|trongrid).*=/.test(pair.trim()));
/** Busy addresses that belong to nobody's case. */
const LIVE_ADDRESS = { evm: `0x${'0'.repeat(36)}dead`, tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };

for (const pair of LIVE) {
  const [id = '', url = ''] = pair.trim().split(/=(.*)/);
  test(`${id} at its live endpoint reports what its replay reports`, async () => {
    const source = getAccountSource(id);
    const chain = getAccountChain(source.chain);
    const address = parseAccount(chain, LIVE_ADDRESS[chain.family]);
    const send = createSendToSource({
      endpoint: parseEndpoint(url, url !== source.endpoint),
      keyPlace: source.keyPlace,
      key: process.env.TRAILMARK_LIVE_KEY ?? '',
      transport: createSourceTransport(),
      record: async () => '',
      settle: async () => undefined,
    });
    const { blocks, coverage, requests, tip } = await fetchHistory({
      source,
      chain,
      address,
      addressText: formatAccount(chain, address),
      description: id,
      asking: { send, maxRequests: 5, signal: AbortSignal.timeout(50_000) },
      now: 1,
    });
    expect(requests).toBeLessThanOrEqual(5);
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.every(({ height, holds }) => height <= tip && holds === 0)).toBe(true);
    expect(blocks.some(({ transactions }) => transactions.some(({ holds }) => holds & HAS_CALL))).toBe(true);
    expect(coverage.toHeight).toBeLessThanOrEqual(tip);
  });
}
