import { insertOutboundRequest, settleOutboundRequest } from '@trailmark/store/cases/sources/request-rows';
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
