import { createHash, randomUUID } from 'node:crypto';
import type { CaseHead } from '@trailmark/api/contract/case';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Asker, openAsker } from '../testing/ask.ts';
import { sealRow } from './case-file.ts';
import { FILLED_ADDRESS as ADDRESS, fillCase, ok } from './testing/fill-case.ts';

let casework: TestCaseworkContext;
let people: Record<'lead' | 'legal' | 'other', TestAccount>;
let lead: Asker;
let legal: Asker;
let other: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  const add = (name: string) => addAccount(casework, { name });
  people = {
    lead: await add('Lead investigator'),
    legal: await add('Legal adviser'),
    other: await add('Second analyst'),
  };
  lead = await openAsker(casework, people.lead);
  legal = await openAsker(casework, people.legal);
  other = await openAsker(casework, people.other);
});

const fill = (policy?: string) => fillCase({ casework, lead, legal: people.legal, ...(policy ? { policy } : {}) });

interface CaseFile {
  readonly origin: { readonly root: string; readonly evidenceRoot: string; readonly number: string };
  readonly content: Record<string, unknown>;
}
const exported = async (id: string, asker = lead): Promise<string> => {
  const response = await asker.raw(`/api/v1/cases/${id}/file`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="case-2026-\d{5}\.json"$/);
  return response.text();
};

describe('a case as a file', () => {
  test('comes back with equal content under another number, and again', async () => {
    const { id, number } = await fill();
    const text = await exported(id);
    const file = JSON.parse(text) as CaseFile;
    expect(text).toContain('Demand');
    expect(text).not.toContain(id);
    const imported = ok<{ head: CaseHead; root: string; strangers: string[]; rows: Record<string, number> }>(
      await lead.post('/case-imports', { content: text }),
    );
    expect(imported).toMatchObject({
      root: file.origin.root,
      strangers: [],
      rows: { item: 1, money: 1, person: 1, link: 1, label: 1, note: 1, note_version: 1 },
    });
    expect(imported.head.number).not.toBe(number);
    expect(imported.head).toMatchObject({
      title: 'Harbour',
      reference: 'K 77/26',
      policy: 'need-to-know',
      role: 'owner',
    });
    const again = JSON.parse(await exported(imported.head.id)) as CaseFile;
    expect(again.content).toEqual(file.content);
    const { items } = ok<{ items: { id: string; hash: string }[] }>(await lead.get(`/cases/${imported.head.id}/items`));
    const { content } = ok<{ content: string }>(await lead.get(`/cases/${imported.head.id}/items/${items[0]?.id}`));
    expect(createHash('sha256').update(content).digest('hex')).toBe(items[0]?.hash);
    expect(ok<{ items: object[] }>(await lead.get(`/cases?words=${ADDRESS}`)).items).toHaveLength(2);
    expect(text).not.toContain('1984-02-03');
  });

  test('names people whom the agency does not have', async () => {
    const { id } = await fill();
    const text = (await exported(id)).replaceAll(people.lead.email, 'nobody@elsewhere.example');
    const { strangers } = ok<{ strangers: string[] }>(await other.post('/case-imports', { content: text }));
    expect(strangers).toEqual(['Lead investigator']);
  });

  test.each<[string, (text: string) => string, string]>([
    ['no JSON', () => '{"a":', 'not JSON'],
    ['a zip', () => 'PK\u0003', 'unpack it'],
    ['another text', () => 'hello', 'names of the columns'],
    ['another file', () => '{"format":"trailmark-flow"}', 'These formats are read'],
    ['another version', (text) => text.replace(/"version":1\}$/, '"version":9}'), 'version 1'],
    ['a changed answer', (text) => text.replace('\\"received\\"', '\\"Received\\"'), 'not what its hash says'],
    ['a row of an unknown kind', (text) => text.replace('"case_money"', '"account"'), 'does not know'],
    ['a value out of its range', (text) => text.replace('"kind":"loss"', '"kind":"gift"'), 'not acceptable'],
    ['a reference to nothing', (text) => text.replace('"$person":0', '"$person":7'), 'does not have'],
    ['a row that refers to itself', (text) => text.replace('"$row":"case_person:0"', '"$row":"case_link:0"'), 'accept'],
    ['a reference to a reference', (text) => text.replace('"$person":0', '"$person":{"$person":0}'), 'does not have'],
    ['a call that no screen reads', (text) => text.replace(/"params":\{[^}]*\}/, '"params":7'), '“input” of row 1'],
    [
      'a chain that there is not',
      (text) => {
        const file = JSON.parse(text);
        file.content.tables.case_label[0].chain = 'gold';
        return JSON.stringify(file);
      },
      '“chain” of row 1 of “case_label”',
    ],
    [
      'half a million rows of a kind',
      (text) => text.replace(/"case_task":\[/, `"case_task":[${'{},'.repeat(500_001)}`),
      'A case takes 500000 at most',
    ],
    [
      'a million rows of several kinds',
      (text) =>
        ['case_task', 'case_note', 'case_money'].reduce(
          (file, name) => file.replace(`"${name}":[`, `"${name}":[${'{},'.repeat(400_000)}`),
          text,
        ),
      'A case takes 1000000 at most',
    ],
    ['nested too deep', () => `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'too deep'],
  ])('with %s is refused, and nothing of it is kept', async (_, spoil, sentence) => {
    const { id } = await fill();
    const text = await exported(id);
    const spoilt = spoil(text);
    expect(spoilt).not.toBe(text);
    const { status, body } = await lead.post('/case-imports', { content: spoilt });
    expect([status, body.detail]).toEqual([400, expect.stringContaining(sentence)]);
    expect(ok<{ totals: object }>(await lead.get('/cases')).totals).toMatchObject({ count: 1 });
  });

  test('has no result of more than 64 MiB, which could not be opened again', () => {
    const content = { text: 'x'.repeat(64 * 2 ** 20 + 1) };
    const row = { id: randomUUID(), hash: createHash('sha256').update(content.text).digest('hex'), content };
    const opened = { id: randomUUID(), key: Buffer.alloc(0) };
    expect(() => sealRow(casework.keys, opened, 'case_item', row)).toThrow('more than 64 MiB');
  });

  test('is not given to a viewer', async () => {
    const { id } = await fill();
    ok(await lead.post(`/cases/${id}/members`, { account: people.other.id, role: 'viewer' }));
    expect((await other.raw(`/api/v1/cases/${id}/file`)).status).toBe(403);
  });
});

describe('a purge', () => {
  const ask = (id: string, asker = lead) => asker.post(`/cases/${id}/purge`, { reason: 'The time to keep it is over' });
  const decide = (head: CaseHead, asker = legal, number = head.number) =>
    asker.post(`/cases/${head.id}/purge/decision`, { isApproved: true, number });

  test('leaves nothing but a tombstone that the log proves', async () => {
    const head = await fill();
    const { origin } = JSON.parse(await exported(head.id)) as CaseFile;
    ok(await ask(head.id));
    const { tombstone } = ok<{ tombstone: { id: string; root: string } }>(await decide(head));
    expect(tombstone).toMatchObject({
      contentRoot: origin.root,
      evidenceRoot: origin.evidenceRoot,
      askedBy: 'Lead investigator',
      purgedBy: 'Legal adviser',
      size: '10 to 99 entries',
    });
    expect((await lead.get(`/cases/${head.id}`)).status).toBe(404);
    const tables = [
      'case_person',
      'case_link',
      'case_label',
      'case_note_version',
      'case_task',
      'agency_case',
      'case_member',
      'case_item',
      'case_money',
      'case_text',
      'case_identifier',
      'case_hold',
      'case_purge',
    ];
    for (const table of tables) {
      const rows = await casework.store.transact({ kind: 'system' }, (tx) =>
        tx.list({ text: `SELECT 1 FROM ${table}`, values: [] }),
      );
      expect(rows, table).toEqual([]);
    }
    const verified = ok<{ isProven: boolean; proof: { body: string } }>(
      await lead.get(`/case-tombstones/${tombstone.id}`),
    );
    expect(verified.isProven).toBe(true);
    expect(verified.proof.body).not.toMatch(/Harbour|12cb|Lead/);
    expect(ok<{ items: object[] }>(await other.get('/case-tombstones')).items).toEqual([]);
    expect((await other.get(`/case-tombstones/${tombstone.id}`)).status).toBe(404);
  });

  test('is not proven where the tombstone was changed', async () => {
    const head = await fill();
    ok(await ask(head.id));
    const { tombstone } = ok<{ tombstone: { id: string } }>(await decide(head));
    await casework.store.asOwner(`UPDATE case_tombstone SET root = '${'0'.repeat(64)}'`);
    expect(ok<{ isProven: boolean }>(await lead.get(`/case-tombstones/${tombstone.id}`)).isProven).toBe(false);
  });

  test('needs two people, the number typed, and the right', async () => {
    const head = await fill();
    expect((await decide(head)).status).toBe(409);
    ok(await ask(head.id));
    expect((await ask(head.id)).status).toBe(409);
    expect((await decide(head, lead)).status).toBe(403);
    expect((await decide(head, legal, '2026-00000')).body.field).toBe('number');
    ok(await lead.post(`/cases/${head.id}/members`, { account: people.other.id, role: 'editor' }));
    expect((await decide(head, other)).status).toBe(403);
    ok(await legal.post(`/cases/${head.id}/purge/decision`, { isApproved: false }));
    expect((await decide(head)).status).toBe(409);
    const lines = (await listTestEvents(casework))
      .filter(({ action, outcome }) => outcome === 'success' && /\bpurge\b/.test(String(action)))
      .map(({ action }) => action);
    expect(lines.sort()).toEqual(['case.purge.ask', 'case.purge.refuse']);
  });

  test('waits for a hold and for the end of the retention', async () => {
    const head = await fill();
    ok(await ask(head.id));
    const held = ok<{ holds: { id: string }[]; purge: null }>(
      await legal.post(`/cases/${head.id}/holds`, { reason: 'Appeal is open', authority: '26/1183' }),
    );
    expect(held.purge).toBeNull();
    expect((await ask(head.id)).body.detail).toContain('26/1183');
    ok(await legal.post(`/cases/${head.id}/holds/${held.holds[0]?.id}/release`, { why: 'Appeal ended' }));
    expect((await legal.post(`/cases/${head.id}/holds/${held.holds[0]?.id}/release`, { why: 'Again' })).status).toBe(
      404,
    );
    ok(await legal.post(`/cases/${head.id}/retention`, { retainUntil: '2030-01-01' }));
    expect((await ask(head.id)).body.detail).toContain('2030-01-01');
    ok(await legal.post(`/cases/${head.id}/retention`, { retainUntil: '2026-01-01' }));
    ok(await ask(head.id));
  });
});

test('the log of a case shows its members who did what, and others nothing', async () => {
  const head = await fill();
  casework.advance(1_000);
  await legal.get(`/cases/${head.id}/items`);
  const { items } = ok<{ items: { who: string; what: string }[] }>(await lead.get(`/cases/${head.id}/events`));
  expect(items.map(({ who, what }) => `${who} ${what}`)).toEqual(
    expect.arrayContaining(['Legal adviser looked at items', 'Lead investigator gave a member the role “legal”']),
  );
  const page = ok<{ items: object[]; next: string }>(await lead.get(`/cases/${head.id}/events?limit=6&changes=yes`));
  const second = ok<{ items: { what: string }[] }>(
    await lead.get(`/cases/${head.id}/events?limit=9&changes=yes&cursor=${page.next}`),
  );
  expect(second.items.map(({ what }) => what)).toContain('added A-1');
  expect((await other.get(`/cases/${head.id}/events`)).status).toBe(404);
});
