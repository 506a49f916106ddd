import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getChain } from '@trailmark/chains/catalogue';
import { parseOwner } from '@trailmark/chains/utxo/address';
import { ownerScript } from '@trailmark/chains/utxo/script';
import { fetchUtxoHistory } from '@trailmark/ingest/on-demand/fetch-utxo-history';
import { findIndexedTransactions, mergeUtxoHistory } from '@trailmark/ingest/on-demand/merge-utxo-history';
import { getOnDemandSource } from '@trailmark/ingest/on-demand/on-demand-catalogue';
import { type ReplayServer, startReplayServer } from '@trailmark/ingest/on-demand/testing/replay-server';
import {
  answerAsElectrum,
  answerAsEsplora,
  type ReplayedChain,
  readReplayedChain,
} from '@trailmark/ingest/on-demand/testing/replayed-chain';
import { type ChainStore, type FactsStore, openFactsStore } from '@trailmark/store/open-store';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSessionGate } from '../../packages/server/src/accounts/session-gate.ts';
import { scriptHashOf } from '../../packages/server/src/ledger/outputs/script-hash.ts';
import { createSendLines } from '../../packages/server/src/outbound/send-lines.ts';
import { createSendToSource } from '../../packages/server/src/outbound/send-to-source.ts';
import { parseSourcePlace } from '../../packages/server/src/outbound/source-endpoint.ts';
import { createSourceTransport } from '../../packages/server/src/outbound/source-transport.ts';
import type { SourceHost } from '../../packages/server/src/sources/source-host.ts';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
} from '../../packages/server/src/testing/accounts.ts';
import { createClusterHost } from '../../packages/server/src/testing/cluster-host.ts';
import { type ReplayLines, startReplayLines } from '../../packages/server/src/testing/replay-lines.ts';
import { createSampleApp } from '../../packages/server/src/testing/sample-app.ts';

// Esplora and Electrum through the whole server into a store of its own, against real blocks played by a server on loopback.

const BTC = getChain('btc');
const ADDRESS = '1dice97ECuByXAvqXpaYzSaQuPVvrtmz6';
const scriptHashOfAddress = (address: string): string =>
  scriptHashOf(ownerScript(parseOwner(BTC, address)) ?? new Uint8Array(0));

let replayed: ReplayedChain;
let casework: TestCaseworkContext;
let platform: TestAccount;
let person: TestAccount;
let folder: string;
let facts: FactsStore;
let store: ChainStore;
let explorer: ReplayServer | undefined;
let lines: ReplayLines | undefined;

beforeAll(async () => {
  casework = await createTestCaseworkContext();
  replayed = await readReplayedChain(BTC);
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  platform = await addAccount(casework, { role: 'platform-admin' });
  person = await addAccount(casework, { email: 'analyst@north.example' });
  folder = mkdtempSync(join(tmpdir(), 'trailmark-on-demand-'));
  facts = await openFactsStore({ dataDirectory: folder });
  store = await facts.chain('btc');
});
afterEach(async () => {
  await explorer?.close();
  await lines?.close();
  explorer = lines = undefined;
  await facts.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(who: TestAccount, path: string, given?: object) {
  const { headers } = await openTestSession(casework, who);
  const sources: SourceHost = {
    accountWriter: () => Promise.reject(new Error('no account chain is fetched here')),
    utxoMerger: () => ({
      findIndexed: async (listed) => new Set((await findIndexedTransactions(store.reader, listed)).keys()),
      merge: (history) => mergeUtxoHistory(store, BTC, history),
    }),
  };
  const { request } = createSampleApp({ casework, gate: createSessionGate(casework), sources, reader: store.reader });
  const init = given === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(given) };
  const response = await request(`/api/v1${path}`, init);
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes
  return { status: response.status, body: (await response.json()) as any };
}

/** Starts a source and turns it on. */
async function turnOn(id: string): Promise<void> {
  if (id === 'esplora-btc') {
    explorer = await startReplayServer(answerAsEsplora(replayed, scriptHashOfAddress(ADDRESS), { unconfirmed: 2 }, 5));
  } else lines = await startReplayLines(answerAsElectrum(replayed, { unconfirmed: 2 }));
  const place = explorer?.url ?? lines?.place;
  const { body } = await call(platform, `/sources/${id}`, { isOn: true, endpoint: place, pin: lines?.pin ?? '' });
  expect(body.source).toMatchObject({ isOn: true, endpoint: place });
}

describe.each(['esplora-btc', 'electrum-btc'])('%s through the server', (id) => {
  test('is disabled, and queried for nothing, until it is enabled', async () => {
    const { status, body } = await call(person, `/sources/${id}/addresses`, { address: ADDRESS });
    expect([status, body.detail]).toEqual([403, expect.stringMatching(/is off, so no request was made/)]);
    expect((await call(platform, '/sources/requests')).body.items).toEqual([]);
  });

  test('fills the address, which says from where, and shows its balance as the source listed it', async () => {
    await turnOn(id);
    const before = (await call(person, `/btc/addresses/${ADDRESS}`)).body;
    expect([before.status, before.fetched, before.totals.balance]).toEqual(['not-seen', [], null]);
    const { status, body } = await call(person, `/sources/${id}/addresses`, { address: ADDRESS, maxRequests: 100 });
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body).toMatchObject({ transactions: 13, tip: 899_995 });
    const fetched = { isComplete: true, fromHeight: 0, toHeight: 899_995, note: 'Unconfirmed ones were left out: 2.' };
    expect(body.fetched).toMatchObject(fetched);
    const after = (await call(person, `/btc/addresses/${ADDRESS}`)).body;
    expect(after).toMatchObject({
      status: 'seen',
      fetched: [fetched],
      totals: { transactionCount: 13, spendCount: 3 },
    });
    const { received, sent, balance, balanceAsOfHeight, balanceNote } = after.totals;
    expect([balance, balanceAsOfHeight]).toEqual([String(BigInt(received) - BigInt(sent)), 899_995]);
    expect(balanceNote).toMatch(/^As (Esplora|Electrum), Bitcoin, .* listed it up to height 899,995.*is its word/);
    expect(after.coverage.complete).toBe(false);
    const rows = (await call(person, `/btc/addresses/${ADDRESS}/transactions?limit=50`)).body.items;
    expect(rows).toHaveLength(13);
    const transaction = (await call(person, `/btc/transactions/${rows[0].txid}`)).body;
    expect(transaction.transaction?.hasRaw ?? transaction.hasRaw).toBe(true);
  });

  test('has each request in the log with what it revealed, and asks for nothing twice', async () => {
    await turnOn(id);
    const ask = () => call(person, `/sources/${id}/addresses`, { address: ADDRESS, maxRequests: 100 });
    const first = (await ask()).body;
    const log = (await call(platform, '/sources/requests?limit=200')).body.items;
    expect(log).toHaveLength(first.requests);
    expect(log[0]).toMatchObject({
      source: id,
      chain: 'btc',
      person: 'analyst@north.example',
      status: 200,
      fault: null,
    });
    expect(log.some(({ revealed }: { revealed: string }) => revealed.includes(ADDRESS))).toBe(true);
    const events = (await listTestEvents(casework)).filter(({ action }) => action === 'source.fetch');
    expect(events).toMatchObject([{ details: { source: id } }]);
    const second = (await ask()).body;
    expect(second).toMatchObject({ transactions: 0, fetched: { isComplete: true } });
    expect(second.requests).toBeLessThan(first.requests);
  });

  test('that reaches the limit leaves a part, and no balance', async () => {
    await turnOn(id);
    const maxRequests = id === 'esplora-btc' ? 12 : 2;
    const { body } = await call(person, `/sources/${id}/addresses`, { address: ADDRESS, maxRequests });
    expect(body.fetched).toMatchObject({ isComplete: false, note: expect.stringMatching(/limit of \d+ requests/) });
    const { totals, fetched } = (await call(person, `/btc/addresses/${ADDRESS}`)).body;
    expect([totals.balance, fetched.length]).toEqual([null, 1]);
  });
});

test('an address of another chain is refused before anything leaves', async () => {
  await turnOn('electrum-btc');
  const ltc = await call(person, '/sources/electrum-btc/addresses', { address: 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9' });
  expect(ltc.status).toBe(400);
  expect(lines?.calls).toEqual([]);
});

test('clusters follow blocks that were joined with more of their transactions', async () => {
  await turnOn('esplora-btc');
  const clusters = createClusterHost('btc', store.reader);
  const ask = (maxRequests: number) =>
    call(person, '/sources/esplora-btc/addresses', { address: ADDRESS, maxRequests });
  try {
    for (const maxRequests of [12, 24, 100]) {
      await ask(maxRequests);
      await clusters.catchUp();
      expect(clusters.get()?.progress).toMatchObject({
        state: 'ready',
        transactions: store.reader.transactionCount(),
      });
    }
    expect(store.reader.transactionCount()).toBe(13);
    expect(store.reader.heightRanges().reduce((sum, { blocks }) => sum + blocks, 0)).toBe(2);
  } finally {
    await clusters.close();
  }
});

const LIVE = (process.env.TRAILMARK_LIVE_TESTS ?? '')
  .split(',')
  .filter((pair) => /^(esplora|electrum)/.test(pair.trim()));
/** Nobody can spend from it; people send coins there to burn them. */
const LIVE_ADDRESS: Readonly<Record<string, string>> = {
  btc: '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  ltc: 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
};

for (const pair of LIVE) {
  const [id = '', url = ''] = pair.trim().split(/=(.*)/);
  test(`${id} at its live endpoint proves what it lists`, async () => {
    const source = getOnDemandSource(id);
    if (source.family !== 'utxo') throw new Error(`${id} is not of the Bitcoin family`);
    const chain = getChain(source.chain);
    const addressText = LIVE_ADDRESS[source.chain] ?? '';
    const owner = parseOwner(chain, addressText);
    const place = parseSourcePlace(source, url, url !== source.endpoint, process.env.TRAILMARK_LIVE_PIN);
    const ledger = { record: async () => '', settle: async () => undefined };
    const way =
      source.kind === 'electrum'
        ? createSendLines({ place, ...ledger })
        : {
            send: createSendToSource({
              endpoint: place.endpoint,
              keyPlace: source.keyPlace,
              key: '',
              transport: createSourceTransport(),
              ...ledger,
            }),
            close: () => undefined,
          };
    const { proven, coverage, tip } = await fetchUtxoHistory({
      source,
      chain,
      owner,
      addressText,
      scriptHash: scriptHashOf(ownerScript(owner) ?? new Uint8Array(0)),
      description: id,
      asking: { send: way.send, maxRequests: 9, signal: AbortSignal.timeout(50_000) },
      findIndexed: async () => new Set(),
      now: 1,
    });
    way.close();
    expect(proven.length).toBeGreaterThan(0);
    expect(coverage.note ?? '').not.toContain('does not check');
    expect(proven.every(({ height }) => height <= tip)).toBe(true);
  });
}
