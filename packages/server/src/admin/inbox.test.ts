import { insertOutboundRequest, settleOutboundRequest } from '@trailmark/store/cases/sources/request-rows';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';

const SYSTEM = { kind: 'system' } as const;

let casework: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(() => casework.clear());

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** All rows of a list that is read two at a time, and how many pages that took. */
async function readAll<T>(who: TestAccount, path: string): Promise<{ items: T[]; pages: number }> {
  const { headers } = await openTestSession(casework, who);
  const items: T[] = [];
  let pages = 0;
  for (let cursor = ''; ; pages++) {
    const url = `http://127.0.0.1:3000/api/v1${path}${path.includes('?') ? '&' : '?'}limit=2${cursor}`;
    const response = await createCaseworkApp(casework).request(url, { headers });
    expect(response.status).toBe(200);
    const page = (await response.json()) as Page<T>;
    items.push(...page.items);
    if (page.next === null) return { items, pages: pages + 1 };
    cursor = `&cursor=${page.next}`;
  }
}

test('messages are listed newest first, each once over all pages, also where two came at the same time', async () => {
  const platform = await addAccount(casework, { role: 'platform-admin' });
  await casework.store.transact(SYSTEM, async (tx) => {
    for (const [name, minute, status] of [
      ['first', 0, 'new'],
      ['second', 1, 'done'],
      ['third', 1, 'new'],
      ['fourth', 2, 'open'],
      ['fifth', 3, 'new'],
    ] as const)
      await tx.run(sql`
        INSERT INTO contact_message (received_at, name, email, agency, phone, message, origin, status)
        VALUES (${new Date(Date.UTC(2026, 0, 1, 0, minute))}, ${name}, 'a@north.example', '', '', ${'x'.repeat(200)}, 'LEPORTAL', ${status})`);
  });
  const { items, pages } = await readAll<{ name: string; excerpt: string }>(platform, '/admin/contact-messages');
  const names = items.map(({ name }) => name);
  expect(pages).toBe(3);
  expect([names[0], names[1], names.at(-1)]).toEqual(['fifth', 'fourth', 'first']);
  expect(names.slice(2, 4).toSorted()).toEqual(['second', 'third']);
  expect(items[0]?.excerpt).toBe('x'.repeat(160));
  const fresh = await readAll<{ name: string }>(platform, '/admin/contact-messages?status=new');
  expect(fresh.items.map(({ name }) => name)).toEqual(['fifth', 'third', 'first']);
});

test('requests that left are listed newest first, of all sources or of one, with what came of them', async () => {
  const platform = await addAccount(casework, { role: 'platform-admin', email: 'asks@north.example' });
  await casework.store.transact(SYSTEM, async (tx) => {
    for (const [minute, sourceId] of ['a', 'b', 'a', 'a', 'b'].entries()) {
      const askedAt = new Date(Date.UTC(2026, 0, 1, 0, minute));
      const url = `https://${sourceId}.example/${minute}`;
      const request = { agencyId: platform.agency, accountId: platform.id, chain: 'btc', revealed: 'an address' };
      const id = await insertOutboundRequest(tx, { ...request, sourceId, askedAt, url });
      if (minute === 0) await settleOutboundRequest(tx, id, { status: 200, bytes: 12, fault: null });
      if (minute === 2) await settleOutboundRequest(tx, id, { status: null, bytes: null, fault: 'Nothing came.' });
    }
  });
  const urls = async (path: string) => (await readAll<{ url: string }>(platform, path)).items.map(({ url }) => url);
  expect(await urls('/sources/requests')).toEqual([
    'https://b.example/4',
    'https://a.example/3',
    'https://a.example/2',
    'https://b.example/1',
    'https://a.example/0',
  ]);
  expect(await urls('/sources/requests?source=b')).toEqual(['https://b.example/4', 'https://b.example/1']);
  const { items } = await readAll(platform, '/sources/requests?source=a');
  expect(items).toMatchObject([
    { status: null, bytes: null, fault: null },
    { status: null, bytes: null, fault: 'Nothing came.' },
    { status: 200, bytes: 12, fault: null, person: 'asks@north.example', revealed: 'an address', chain: 'btc' },
  ]);
});
