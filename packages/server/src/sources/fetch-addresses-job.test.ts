import { answerAsBlockscout, INVENTED } from '@trailmark/ingest/on-demand/testing/invented-history';
import {
  type ReplayAnswer,
  type ReplayRequest,
  type ReplayServer,
  startReplayServer,
} from '@trailmark/ingest/on-demand/testing/replay-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../casework/caller.ts';
import { retryPersonJob } from '../jobs/change-jobs.ts';
import { jobOnce, whileRunning } from '../jobs/testing/run-until.ts';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
  toTestCaller,
} from '../testing/accounts.ts';
import { createFetchAddressesJob, startFetches } from './fetch-addresses-job.ts';
import type { SourceHost } from './source-host.ts';

const ADDRESSES = ['a1', 'b2', 'd4'].map((byte) => `0x${byte.repeat(20)}`);
const MIXED = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

let casework: TestCaseworkContext;
let person: TestAccount;
let caller: Caller;
let server: ReplayServer | undefined;
/** How many addresses were merged into the index, in order. */
let merges = 0;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
beforeEach(async () => {
  await casework.clear();
  merges = 0;
  person = await addAccount(casework);
  caller = toTestCaller(casework, person);
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(() => casework.close());

const sources: SourceHost = {
  utxoMerger: () => {
    throw new Error('no chain of the Bitcoin family is fetched here');
  },
  accountWriter: async () => ({
    merge: async (blocks) => {
      merges += 1;
      return { transactions: blocks.flatMap((block) => block.transactions).length, moves: 0 };
    },
    putTokens: async () => undefined,
  }),
};

const fetchAddressesJob = createFetchAddressesJob({ host: sources, allowFetch: async () => {} });
const turnOn = (endpoint: string) =>
  casework.store.asOwner(`INSERT INTO outbound_source (id, is_on, endpoint, changed_by, changed_at)
    VALUES ('blockscout-eth', true, '${endpoint}', '${person.id}', now())`);
const fetchAll = (addresses: readonly string[]) =>
  startFetches(
    casework,
    caller,
    { host: sources, allowFetch: async () => {} },
    {
      params: { id: 'blockscout-eth' },
      body: { addresses: [...addresses], maxRequests: 40 },
    },
  );
/** Every address has a history of its own. */
function answer(request: ReplayRequest): ReplayAnswer {
  const address = /addresses\/(0x[0-9a-fA-F]{40})/.exec(request.path)?.[1]?.toLowerCase() ?? INVENTED.address;
  return answerAsBlockscout({ ...INVENTED, address })(request);
}
const asked = () =>
  new Set(
    server?.requests.flatMap(({ path }) => /addresses\/(0x[0-9a-fA-F]{40})/.exec(path)?.[1]?.toLowerCase() ?? []),
  );

test('several addresses are fetched one after the other, each written to the log before it leaves', async () => {
  server = await startReplayServer(answer);
  await turnOn(server.url);
  const { job } = await fetchAll([...ADDRESSES, MIXED, MIXED.toLowerCase()]);
  expect(job.title).toBe('Fetch 4 addresses from Blockscout, Ethereum');
  const ended = await whileRunning(casework, [fetchAddressesJob], () =>
    jobOnce(casework, caller, job.id, ({ endedAt }) => endedAt !== null),
  );
  expect(ended).toMatchObject({ status: 'finished', done: 4, total: 4, sentence: '4 of 4 addresses fetched' });
  expect(ended.result?.sentence).toBe('4 addresses fetched from Blockscout, Ethereum.');
  expect(ended.result?.items[3]).toEqual({
    kind: 'address',
    id: `eth:${MIXED}`,
    note: '7 transactions new to the index',
  });
  expect([...asked()].sort()).toEqual([...ADDRESSES, MIXED.toLowerCase()].sort());
  expect(merges).toBe(4);
  const fetches = (await listTestEvents(casework)).filter(({ action }) => action === 'source.fetch');
  expect(fetches).toHaveLength(4);
  expect(fetches[0]).toMatchObject({ actor: { account: person.id }, source: caller.source });
});

test('a source that breaks off is tried again later, and addresses that are there are not requested again', async () => {
  let isDown = true;
  server = await startReplayServer((request) =>
    isDown && request.path.toLowerCase().includes(ADDRESSES[1] ?? '') ? { status: 503, json: {} } : answer(request),
  );
  await turnOn(server.url);
  const { job } = await fetchAll(ADDRESSES);
  await whileRunning(casework, [fetchAddressesJob], async () => {
    const waiting = await jobOnce(
      casework,
      caller,
      job.id,
      ({ nextAt, endedAt }) => nextAt !== null || endedAt !== null,
    );
    expect(waiting).toMatchObject({ status: 'waiting', attempt: 1, done: 1, total: 3 });
  });
  isDown = false;
  const before = server.requests.length;
  await casework.store.asOwner(`UPDATE pgboss.job SET start_after = now() WHERE name = 'work'`);
  await whileRunning(casework, [fetchAddressesJob], () =>
    jobOnce(casework, caller, job.id, ({ status }) => status === 'finished'),
  );
  expect(server.requests.slice(before).some(({ path }) => path.toLowerCase().includes(ADDRESSES[0] ?? ''))).toBe(false);
  expect(merges).toBe(3);
});

test('a source that was turned off fails the job, which its person starts again when it is on', async () => {
  server = await startReplayServer(answer);
  await turnOn(server.url);
  const { job } = await fetchAll(ADDRESSES);
  await casework.store.asOwner('UPDATE outbound_source SET is_on = false');
  const ended = () => jobOnce(casework, caller, job.id, ({ endedAt }) => endedAt !== null);
  const failed = await whileRunning(casework, [fetchAddressesJob], ended);
  expect(failed).toMatchObject({ status: 'failed' });
  expect(failed.failure).toMatch(/is off, so no request was made/);
  await casework.store.asOwner('UPDATE outbound_source SET is_on = true');
  await retryPersonJob(casework, caller, [fetchAddressesJob], job.id);
  const again = await whileRunning(casework, [fetchAddressesJob], ended);
  expect(again).toMatchObject({ status: 'finished', done: 3 });
});

test('nothing is queued for a source that is off, or for what is no address of its chain', async () => {
  await expect(fetchAll(ADDRESSES)).rejects.toMatchObject({ kind: 'forbidden' });
  await turnOn('http://127.0.0.1:9');
  await expect(fetchAll(['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'])).rejects.toMatchObject({ kind: 'invalid' });
  expect(await listTestEvents(casework)).toEqual([]);
});
