import { afterAll, beforeAll, expect, test } from 'vitest';
import { listInbox } from './admin/inbox-rows.ts';
import { listOutbox } from './admin/outbox-rows.ts';
import { listAdminUsers } from './admin/user-rows.ts';
import { listCaseEvents } from './agency-cases/event-rows.ts';
import type { Transaction } from './casework.ts';
import { listContactMessages } from './contact/contact-rows.ts';
import { listJobRows } from './jobs/job-rows.ts';
import {
  countOutboundRequests,
  insertOutboundRequest,
  listOutboundRequests,
  NODE_SOURCE,
} from './sources/request-rows.ts';
import { openTestCasework, type TestCasework } from './testing/test-casework.ts';

const AGENCY = '11111111-1111-4111-8111-111111111111';
const ACCOUNT = '22222222-2222-4222-8222-222222222222';
const CASE = '33333333-3333-4333-8333-333333333333';
const COUNT = 7;
/** Three moments that have two rows each, and one that has one. */
const AT = `timestamptz '2026-11-18 12:00:00Z' + (n / 2) * interval '1 second'`;

let casework: TestCasework;
beforeAll(async () => {
  casework = await openTestCasework();
  const insert = (table: string, columns: string, values: string) =>
    `INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, ${COUNT}) AS n;`;
  const owners = `'${AGENCY}', '${ACCOUNT}'`;
  await casework.asOwner(`
    INSERT INTO agency (id, name) VALUES ('${AGENCY}', 'Northgate');
    INSERT INTO account (id, agency_id, email, email_key, name, status, created_at)
      VALUES ('${ACCOUNT}', '${AGENCY}', 'a@north.example', 'a@north.example', 'A person', 'active', '2026-11-18 13:00:00Z');
    ${insert('account', 'agency_id, email, email_key, name, created_at', `'${AGENCY}', n || '@x', n || '@x', 'B', ${AT}`)}
    ${insert('contact_message', 'received_at, name, email, agency, phone, message, origin', `${AT}, 'x', 'x', 'x', '', 'x', 'x'`)}
    ${insert('mail', 'recipient, subject, body, created_at', `'a@north.example', 'x', 'x', ${AT}`)}
    ${insert('job', 'id, agency_id, account_id, kind, title, input, turn, created_at', `gen_random_uuid(), ${owners}, 'fetch', 'x', '{}', 0, ${AT}`)}
    ${insert('outbound_request', 'agency_id, account_id, source_id, chain, asked_at, revealed, url', `${owners}, 'blockchair', 'btc', ${AT}, '', 'x'`)}
    ${insert(
      'audit_event',
      'id, at, agency_id, account_id, action, outcome, object_kind, object_id, body',
      `gen_random_uuid(), ${AT}, ${owners}, 'case.update', 'success', 'case', '${CASE}', '{}'`,
    )}`);
});
afterAll(() => casework.close());

interface Row {
  readonly id: string;
  readonly place?: string;
  readonly receivedAt?: Date;
  readonly at?: Date;
}
type List = (tx: Transaction, last: Row | undefined, limit: number) => Promise<readonly Row[]>;
const after = (last: Row | undefined) => (last?.place === undefined ? undefined : [last.place, last.id]);
const TIMES = { sessionsSince: new Date(0), reviewBefore: new Date(0), lockedSince: null };

const LISTS: Readonly<Record<string, List>> = {
  inbox: (tx, last, limit) => listInbox(tx, undefined, { after: after(last), limit }),
  outbox: (tx, last, limit) => listOutbox(tx, {}, { after: after(last), limit }),
  users: (tx, last, limit) => listAdminUsers(tx, {} as never, TIMES, { after: after(last), limit }),
  jobs: (tx, last, limit) => listJobRows(tx, {}, { after: after(last), limit }),
  requests: (tx, last, limit) => listOutboundRequests(tx, {}, { after: after(last), limit }),
  messages: (tx, last, limit) =>
    listContactMessages(tx, { before: last && { at: last.receivedAt ?? new Date(0), id: last.id }, limit }),
  events: (tx, last, limit) =>
    listCaseEvents(tx, CASE, { after: last && { at: last.at ?? new Date(0), id: last.id } } as never, limit) as never,
};

test.each(Object.entries(LISTS))(
  'the pages of %s have every row once and in order, also those of one moment',
  async (_, list) => {
    const read = (last: Row | undefined, limit: number) =>
      casework.transact({ kind: 'system' }, (tx) => list(tx, last, limit));
    const all = await read(undefined, 100);
    expect(all.length).toBeGreaterThanOrEqual(COUNT);
    for (const size of [1, 2, 3]) {
      const paged: Row[] = [];
      for (let page = await read(undefined, size); page.length > 0; page = await read(paged.at(-1), size)) {
        expect(page.length).toBeLessThanOrEqual(size);
        paged.push(...page);
        if (paged.length > all.length) break;
      }
      expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    }
  },
);

test('requests count from after a moment on, of their own account alone, and not those to the node', async () => {
  const count = (account: string, since: string) =>
    casework.transact({ kind: 'system' }, (tx) => countOutboundRequests(tx, account, new Date(since)));
  await casework.transact({ kind: 'system' }, (tx) =>
    insertOutboundRequest(tx, {
      ...{ agencyId: AGENCY, accountId: ACCOUNT, sourceId: NODE_SOURCE, chain: 'eth', revealed: '', url: 'x' },
      askedAt: new Date('2026-11-18T12:00:04.000Z'),
    }),
  );
  expect(await count(ACCOUNT, '2026-11-18T11:59:59.000Z')).toBe(COUNT);
  expect(await count(ACCOUNT, '2026-11-18T12:00:00.000Z')).toBe(COUNT - 1);
  expect(await count(ACCOUNT, '2026-11-18T12:00:03.000Z')).toBe(0);
  expect(await count(AGENCY, '2026-11-18T11:59:59.000Z')).toBe(0);
});
