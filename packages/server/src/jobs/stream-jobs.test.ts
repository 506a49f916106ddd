import { setTimeout as wait } from 'node:timers/promises';
import type { JobView } from '@trailmark/api/contract/job';
import { INVENTED } from '@trailmark/ingest/on-demand/testing/invented-history';
import { sql } from '@trailmark/store/cases/sql';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSessionGate } from '../accounts/session-gate.ts';
import type { SourceHost } from '../sources/source-host.ts';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { createSampleApp } from '../testing/sample-app.ts';

let casework: TestCaseworkContext;
let person: TestAccount;
let app: Hono;
const unused = () => {
  throw new Error('nothing is fetched here');
};
const stopping = new AbortController();
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  // Nothing is fetched here: the jobs only wait.
  const sources: SourceHost = { accountWriter: unused, utxoMerger: unused };
  app = createSampleApp({ casework, gate: createSessionGate(casework), stopping: stopping.signal, sources }).app;
});
beforeEach(async () => {
  await casework.clear();
  person = await addAccount(casework);
  await casework.store.asOwner(
    `INSERT INTO outbound_source (id, is_on, changed_by, changed_at) VALUES ('blockscout-eth', true, '${person.id}', now())`,
  );
});
afterAll(() => casework.close());

async function send(who: TestAccount, path: string, body?: object): Promise<Response> {
  const { headers } = await openTestSession(casework, who);
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return app.request(`http://127.0.0.1/api/v1${path}`, init);
}

async function startJob(who: TestAccount): Promise<JobView> {
  const response = await send(who, '/sources/blockscout-eth/fetches', { addresses: [INVENTED.address] });
  expect(response.status).toBe(200);
  return ((await response.json()) as { job: JobView }).job;
}

/** Events of a stream as they come. */
async function follow(who: TestAccount, query = '') {
  const response = await send(who, `/jobs/stream${query}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const jobs: JobView[] = [];
  const ended = (async () => {
    const decoder = new TextDecoder();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const [, data] of decoder.decode(part.value).matchAll(/^event: job\ndata: (.+)$/gm))
        jobs.push(JSON.parse(data ?? '') as JobView);
    }
  })();
  return { jobs, ended, close: () => reader.cancel() };
}

async function seen(jobs: readonly JobView[], isSo: (job: JobView) => boolean): Promise<void> {
  while (!jobs.some(isSo)) await wait(20);
}

test('changes of own jobs come as events; those of other people and agencies do not', async () => {
  const colleague = await addAccount(casework);
  const admin = await addAccount(casework, { role: 'agency-admin' });
  const stranger = await addAccount(casework, {
    role: 'agency-admin',
    agency: await addAgency(casework, 'Meridian Tax'),
  });
  const streams = {
    own: await follow(person),
    colleague: await follow(colleague),
    admin: await follow(admin, '?scope=all'),
    stranger: await follow(stranger, '?scope=all'),
  };
  const { id, title } = await startJob(person);
  expect(title).toEqual(expect.stringMatching(/^Fetch 0xA1a1.* from Blockscout, Ethereum$/i));
  await send(person, `/jobs/${id}/cancel`, {});
  await seen(streams.own.jobs, (job) => job.id === id && job.status === 'cancelled');
  await seen(streams.admin.jobs, (job) => job.id === id && job.status === 'cancelled' && !job.isOwn);
  expect(streams.colleague.jobs).toEqual([]);
  expect(streams.stranger.jobs).toEqual([]);
  await Promise.all(Object.values(streams).map(({ close }) => close()));
});

test('people who are no administrators do not follow the jobs of others', async () => {
  const response = await send(person, '/jobs/stream?scope=all');
  expect(response.status).toBe(403);
});

test.each([
  ['session ends', sql`UPDATE session SET ended_at = now()`],
  ['session is locked', sql`UPDATE session SET is_locked = true`],
  ['account is suspended', sql`UPDATE account SET status = 'suspended'`],
  ['account loses dashboard access', sql`UPDATE account SET is_allowed = false`],
])('a stream ends within moments when its %s', async (_, statement) => {
  const stream = await follow(person);
  await casework.store.transact({ kind: 'system' }, (tx) => tx.run(statement));
  await stream.ended;
  expect(stream.jobs).toEqual([]);
});

test('a stream ends when the server stops', async () => {
  const stream = await follow(person);
  stopping.abort();
  await stream.ended;
  expect(stream.jobs).toEqual([]);
});
