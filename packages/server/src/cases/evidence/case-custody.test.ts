import type { CaseHead } from '@trailmark/api/contract/case';
import type { CaseCustodyAct, CaseLedgerCheck, CaseReport } from '@trailmark/api/contract/case-custody';
import { sql } from '@trailmark/store/cases/sql';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { openAsker } from '../../testing/ask.ts';
import { writeCustodyRoots } from './custody-root.ts';
import { makeBytes, openUploader, sha256, type Uploader } from './testing/uploader.ts';

let casework: TestCaseworkContext;
let app: Hono;
let people: Record<'lead' | 'second', TestAccount>;
let lead: Uploader;

interface Acts {
  readonly items: readonly CaseCustodyAct[];
  readonly total: number;
  readonly people: readonly string[];
  readonly root: { readonly day: string; readonly root: string } | null;
  readonly next: string | null;
}

async function openCase(): Promise<Uploader> {
  const asker = await openAsker(casework, people.lead, app);
  const { body } = await asker.post('/cases', { template: 'ransomware', title: 'Harbour', policy: 'sealed' });
  const { id } = body as unknown as CaseHead;
  return openUploader(casework, { app, account: people.lead, id });
}

beforeAll(async () => {
  casework = await createTestCaseworkContext();
  app = createCaseworkApp(casework);
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  people = {
    lead: await addAccount(casework, { name: 'Lead investigator' }),
    second: await addAccount(casework, { name: 'Second analyst' }),
  };
  lead = await openCase();
});

const acts = (query = '', by = lead) => by.get<Acts>(`/custody${query}`);
const named = ({ items }: Acts) => items.map(({ number, seq, act }) => `${number} ${seq} ${act}`);
async function join(role: string): Promise<Uploader> {
  const asker = await openAsker(casework, people.lead, app);
  await asker.post(`/cases/${lead.id}/members`, { account: people.second.id, role });
  return openUploader(casework, { app, account: people.second, id: lead.id });
}
async function sendTwo() {
  const first = await lead.send(makeBytes(500), 'one.bin');
  casework.advance(1_000);
  const second = await lead.send(makeBytes(500, 2), 'two.bin');
  casework.advance(1_000);
  return { first, second };
}

describe('the custody of a case', () => {
  test('is every act over every file, the last first, and narrows by file, person and act', async () => {
    const { first } = await sendTwo();
    const second = await join('editor');
    await second.post(`/evidence/${first.id}/verification`, {});
    expect(named(await acts())).toEqual(['EV-01 2 verify', 'EV-02 1 collect', 'EV-01 1 collect']);
    expect(await acts()).toMatchObject({ total: 3, people: ['Lead investigator', 'Second analyst'], next: null });
    expect(named(await acts(`?item=${first.id}`))).toEqual(['EV-01 2 verify', 'EV-01 1 collect']);
    expect(named(await acts('?who=Second%20analyst'))).toEqual(['EV-01 2 verify']);
    expect(await acts('?act=collect&who=Second%20analyst')).toMatchObject({ items: [], total: 0 });
  });

  test('comes a page at a time without a gap, also among acts of one moment', async () => {
    await sendTwo();
    const { first } = await sendTwo();
    await lead.post(`/evidence/${first.id}/verification`, {});
    const whole = named(await acts());
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Acts = await acts(`?limit=2${cursor && `&cursor=${cursor}`}`);
      paged.push(...named(page));
      cursor = page.next;
    }
    expect(paged).toEqual(whole);
    const wrong = await lead.ask('GET', '/custody?cursor=1-2-3');
    expect(wrong.status).toBe(400);
  });

  test('names the root of a day only where its own ledgers lead to it', async () => {
    const other = await openCase();
    await other.send(makeBytes(10), 'other.bin');
    await writeCustodyRoots(casework);
    expect((await acts()).root).toBeNull();
    expect((await acts('', other)).root).toMatchObject({ root: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('finds the ledger whose chain was broken, and the entry', async () => {
    const { first, second } = await sendTwo();
    await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`UPDATE case_evidence SET custody_head = ${'0'.repeat(64)} WHERE id = ${second.id}`),
    );
    const { items } = await lead.get<{ items: CaseLedgerCheck[] }>('/custody/check');
    expect(items.map(({ item, entries, broken, isStored }) => ({ item, entries, at: broken?.seq, isStored }))).toEqual([
      { item: first.id, entries: 1, at: undefined, isStored: true },
      { item: second.id, entries: 1, at: 1, isStored: true },
    ]);
  });

  test('goes out as one file for those who may export, and is listed among what was made', async () => {
    const { first } = await sendTwo();
    const viewer = await join('viewer');
    expect((await viewer.ask('GET', '/custody')).status).toBe(200);
    expect((await viewer.ask('GET', '/custody/export')).status).toBe(403);
    const file = await (await lead.ask('GET', '/custody/export')).text();
    const { ledgers } = JSON.parse(file) as { ledgers: { exhibit: string; sha256: string; rows: object[] }[] };
    expect(ledgers.map(({ exhibit, rows }) => [exhibit, rows.length])).toEqual([
      ['EV-01', 1],
      ['EV-02', 1],
    ]);
    expect(ledgers[0]?.sha256).toBe(sha256(makeBytes(500)));
    await lead.download(first.id);
    const { items } = await lead.get<{ items: CaseReport[] }>('/reports');
    // A file whose request failed is in the log too.
    expect(items.map(({ title, who }) => `${title}, ${who}`).sort()).toEqual([
      'All ledgers of custody, Lead investigator',
      'All ledgers of custody, Second analyst',
      'File of evidence, Lead investigator',
    ]);
  });
});
