import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseHead, CaseOverview } from '@trailmark/api/contract/case';
import type { CaseItem, CaseItemCheck, CaseOverlap } from '@trailmark/api/contract/case-item';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../testing/ask.ts';
import { SAMPLE_DAY } from '../testing/sample-prices.ts';
import { settleOverlapRequests } from './overlaps.ts';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';

let casework: TestCaseworkContext;
let people: Record<'lead' | 'second' | 'admin', TestAccount>;
let lead: Asker;
let second: Asker;
let admin: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  people = {
    lead: await addAccount(casework, { name: 'Lead investigator' }),
    second: await addAccount(casework, { name: 'Second analyst' }),
    admin: await addAccount(casework, { name: 'Agency administrator', role: 'agency-admin' }),
  };
  [lead, second, admin] = (await Promise.all(
    [people.lead, people.second, people.admin].map((one) => openAsker(casework, one)),
  )) as [Asker, Asker, Asker];
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

type Given = Partial<Record<'title' | 'template' | 'policy' | 'deadline' | 'priority' | 'reference', string>>;
const begin = async (given: Given = {}, asker = lead): Promise<CaseHead> =>
  ok(await asker.post('/cases', { template: 'ransomware', title: 'Harbour', ...given }));
/** A template of the agency's own, without tasks: nothing of it is due. */
function addTemplate(id: string): void {
  const folder = join(casework.filesDir, 'case-templates');
  mkdirSync(folder, { recursive: true });
  const template = { id, name: id, summary: '', fields: [], tasks: [], authorities: [], report: [] };
  writeFileSync(join(folder, `${id}.json`), JSON.stringify(template));
}
const overview = async (id: string, asker = lead): Promise<CaseOverview> => ok(await asker.get(`/cases/${id}`));

interface Listed {
  readonly items: readonly CaseHead[];
  readonly totals: Readonly<Record<string, number | string | null>>;
}
const list = async (query = '', asker = lead): Promise<Listed> => ok(await asker.get(`/cases${query}`));
const titles = ({ items }: Listed) => items.map(({ title }) => title);

interface Pinned {
  readonly item: CaseItem;
  readonly wasThere: boolean;
  readonly overlaps: readonly CaseOverlap[];
}
const pin = async (id: string, address = ADDRESS, asker = lead): Promise<Pinned> =>
  ok(
    await asker.post(`/cases/${id}/items`, {
      kind: 'address',
      input: { params: { chain: 'btc', address }, query: {} },
    }),
  );

/** Signed in now: a session of before is locked after a pause. */
const signIn = (who: keyof typeof people) => openAsker(casework, people[who]);

describe('a case', () => {
  test('is opened from a template by who then owns and leads it', async () => {
    const head = await begin({ priority: 'high', deadline: '2026-12-15', reference: 'K 77/26' });
    expect(head).toMatchObject({
      title: 'Harbour',
      typeName: 'Ransomware',
      status: 'new',
      priority: 'high',
      policy: 'open',
      lead: { id: people.lead.id, name: 'Lead investigator' },
      nextDue: { on: '2026-11-19', what: 'Find the payment on chain' },
      role: 'owner',
      version: 1,
    });
    expect(head.number).toMatch(/^2026-\d{5}$/);
    expect((await overview(head.id)).template.fields.map(({ id }) => id)).toContain('family');
  });

  test('names the templates there are where one is unknown', async () => {
    const { status, body } = await lead.post('/cases', { template: 'piracy', title: 'X' });
    expect([status, body.detail]).toEqual([400, expect.stringContaining('ransomware')]);
  });

  test('a second writer is refused and overwrites nothing', async () => {
    const { id } = await begin();
    ok(await lead.post(`/cases/${id}`, { version: 1, title: 'Harbour two', status: 'active' }));
    const late = await lead.post(`/cases/${id}`, { version: 1, title: 'Mine' });
    expect([late.status, late.body.reason]).toEqual([409, 'changed-meanwhile']);
    expect((await overview(id)).head).toMatchObject({ title: 'Harbour two', status: 'active', version: 2 });
  });

  test('shows a member what others did since the last visit', async () => {
    const { id } = await begin();
    ok(await lead.post(`/cases/${id}/members`, { account: people.second.id, role: 'editor' }));
    const first = await overview(id, second);
    expect(first.lastVisit).toBeNull();
    casework.advance(60_000);
    ok(await lead.post(`/cases/${id}`, { version: 1, priority: 'low' }));
    ok(await second.post(`/cases/${id}`, { version: 2, unit: 'Cyber unit' }));
    casework.advance(31 * 60_000);
    const { lastVisit, changes } = await overview(id, await signIn('second'));
    expect(lastVisit).not.toBeNull();
    expect(changes).toEqual([{ at: expect.any(Number), who: 'Lead investigator', what: 'changed the priority' }]);
  });

  test('says which other members are at the case, for ten minutes, and no reader who is none', async () => {
    const { id } = await begin();
    ok(await lead.post(`/cases/${id}/members`, { account: people.second.id, role: 'editor' }));
    expect((await overview(id)).readers).toEqual([]);
    await overview(id, second);
    expect((await overview(id)).readers).toEqual([
      { id: people.second.id, name: 'Second analyst', at: expect.any(Number) },
    ]);
    casework.advance(11 * 60_000);
    expect((await overview(id, await signIn('lead'))).readers).toEqual([]);
  });

  test('counts a sitting as one visit: what changed before it stays listed while the case is read with short pauses', async () => {
    const { id } = await begin();
    ok(await lead.post(`/cases/${id}/members`, { account: people.second.id, role: 'editor' }));
    const whatChanged = async () => {
      const { lastVisit, changes } = await overview(id, await signIn('second'));
      return [lastVisit, changes.map(({ what }) => what)];
    };
    const first = casework.now().getTime() / 1_000;
    await overview(id, second);
    casework.advance(24 * 3_600_000);
    ok(await (await signIn('lead')).post(`/cases/${id}`, { version: 1, priority: 'low' }));
    casework.advance(3_600_000);
    for (let minutes = 0; minutes < 120; minutes += 29) {
      expect(await whatChanged(), `after ${minutes} minutes`).toEqual([first, ['changed the priority']]);
      casework.advance(29 * 60_000);
    }
    const last = casework.now().getTime() / 1_000 - 29 * 60;
    casework.advance(60_000);
    ok(await (await signIn('lead')).post(`/cases/${id}`, { version: 2, unit: 'Cyber unit' }));
    expect(await whatChanged()).toEqual([last, ['changed the unit']]);
  });

  test('keeps one owner, and a lead who is a member', async () => {
    const { id } = await begin();
    expect((await lead.post(`/cases/${id}/members`, { account: people.lead.id, role: 'viewer' })).status).toBe(409);
    expect((await lead.post(`/cases/${id}`, { version: 1, lead: people.second.id })).status).toBe(400);
    ok(await lead.post(`/cases/${id}/members`, { account: people.second.id, role: 'owner' }));
    const moved = ok<CaseHead>(await lead.post(`/cases/${id}`, { version: 1, lead: people.second.id }));
    expect(moved.lead?.name).toBe('Second analyst');
    ok(await lead.post(`/cases/${id}/members`, { account: people.second.id, role: null }));
    expect((await overview(id)).head.lead).toBeNull();
  });
});

describe('roles', () => {
  test.each([
    ['viewer', 403, 403],
    ['editor', 200, 403],
    ['reviewer', 403, 403],
    ['legal', 403, 403],
    ['owner', 200, 200],
  ])('%s: change %i, manage %i', async (role, change, manage) => {
    const { id } = await begin({ policy: 'sealed' });
    ok(await lead.post(`/cases/${id}/members`, { account: people.second.id, role }));
    expect((await second.post(`/cases/${id}`, { version: 1, unit: 'X' })).status).toBe(change);
    const member = { account: people.admin.id, role: 'viewer' };
    expect((await second.post(`/cases/${id}/members`, member)).status).toBe(manage);
  });

  test('of an open case others of the agency read and change nothing', async () => {
    const { id } = await begin();
    expect((await overview(id, second)).rights).toEqual(['read']);
    expect((await second.post(`/cases/${id}`, { version: 1, title: 'X' })).status).toBe(403);
  });
});

describe('a case that is need-to-know or sealed', () => {
  test.each(['need-to-know', 'sealed'])(
    '%s: is in no list, figure or search of others, administrators included',
    async (policy) => {
      const { id } = await begin({ policy, title: 'Copperfield' });
      for (const other of [second, admin]) {
        expect(await list('?words=copperfield', other)).toMatchObject({ items: [], totals: { count: 0 } });
        expect((await other.get(`/cases/${id}`)).status).toBe(404);
        expect((await other.post(`/cases/${id}`, { version: 1, title: 'X' })).status).toBe(404);
      }
      expect(titles(await list('?words=copperfield'))).toEqual(['Copperfield']);
    },
  );

  test('of a sealed case the log shows nothing to others, not even to administrators', async () => {
    const { id } = await begin({ policy: 'sealed' });
    await second.get(`/cases/${id}`);
    const { items } = ok<{ items: { object: { id: string } | null }[] }>(await admin.get('/audit/agency'));
    expect(items.filter(({ object }) => object?.id.includes(id))).toEqual([]);
  });

  test('opening it to the agency shows it, sealing it hides it again', async () => {
    const { id } = await begin({ policy: 'sealed' });
    ok(await lead.post(`/cases/${id}/policy`, { version: 1, policy: 'open' }));
    expect((await overview(id, second)).head.policy).toBe('open');
    ok(await lead.post(`/cases/${id}/policy`, { version: 2, policy: 'sealed' }));
    expect((await second.get(`/cases/${id}`)).status).toBe(404);
  });
});

describe('a pinned result', () => {
  test('is what the tool answers, with hash, as-of, method and call', async () => {
    const { id } = await begin();
    const { item, wasThere, overlaps } = await pin(id);
    expect(item).toMatchObject({
      number: 'A-1',
      kind: 'address',
      title: ADDRESS,
      call: `GET /api/v1/btc/addresses/${ADDRESS}`,
    });
    expect(item.asOf).toMatchObject({ chain: 'btc' });
    expect([wasThere, overlaps]).toEqual([false, []]);
    const { content } = ok<{ content: string }>(await lead.get(`/cases/${id}/items/${item.id}`));
    expect(createHash('sha256').update(content).digest('hex')).toBe(item.hash);
    const shown = ok<{ address: string }>(await lead.get(`/btc/addresses/${ADDRESS}`));
    const pinned = JSON.parse(content) as Record<string, unknown>;
    const { asOf: _, ...answered } = shown as Record<string, unknown>;
    const { asOf, ...kept } = pinned;
    expect(toCanonicalJson(kept)).toBe(toCanonicalJson(answered));
    expect(asOf).not.toHaveProperty('answeredAt');
  });

  test('pinned twice stays one item', async () => {
    const { id } = await begin();
    const first = await pin(id);
    const again = await pin(id);
    expect(again).toMatchObject({ wasThere: true, item: { id: first.item.id } });
    expect((await overview(id)).counts).toMatchObject({ addresses: 1, evidence: 1 });
  });

  test('is compared with what the tool answers now', async () => {
    const { id } = await begin();
    const { item } = await pin(id);
    const same = ok<CaseItemCheck>(await lead.post(`/cases/${id}/items/${item.id}/check`, {}));
    expect(same).toMatchObject({ isSame: true, isIntact: true, differences: [], item: { check: { isSame: true } } });
  });

  test('is stored so that the database alone does not give it away', async () => {
    const { id } = await begin();
    await pin(id);
    const row = await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.find<{ content: Buffer }>(sql`SELECT content FROM case_item`),
    );
    expect(row?.content.includes(Buffer.from('received'))).toBe(false);
    await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`UPDATE agency_case SET key = ${Buffer.alloc(60, 1)}`),
    );
    expect((await lead.get(`/cases/${id}/items`)).status).toBe(200);
    const { items } = ok<{ items: CaseItem[] }>(await lead.get(`/cases/${id}/items`));
    expect((await lead.get(`/cases/${id}/items/${items[0]?.id}`)).body.kind).toBe('inconsistent');
  });

  test('of an export is its request, format and the hash of its rows, and not its bytes', async () => {
    const { id } = await begin();
    const input = { params: { chain: 'btc', address: ADDRESS }, query: { format: 'xlsx' } };
    const { item } = ok<Pinned>(await lead.post(`/cases/${id}/items`, { kind: 'export', input }));
    expect(item).toMatchObject({
      title: expect.stringMatching(/^History of 12cbQ.* as XLSX: \d+ rows?$/),
      call: `GET /api/v1/btc/addresses/${ADDRESS}/export?format=xlsx`,
      asOf: { chain: 'btc' },
    });
    const csv = await (await lead.raw(`/api/v1/btc/addresses/${ADDRESS}/export`)).text();
    const { content, file } = (await lead.get(`/cases/${id}/items/${item.id}`)).body;
    const kept = JSON.parse(String(content)) as Record<string, unknown>;
    expect([kept.format, file]).toEqual(['xlsx', null]);
    expect(csv).toContain(`sha256_of_rows,${String(kept.sha256OfRows)}`);
    expect(csv).toContain(`rows,${String(kept.rowCount)}\r\n`);
    expect(kept).not.toHaveProperty('rows');
    const check = ok<CaseItemCheck>(await lead.post(`/cases/${id}/items/${item.id}/check`, {}));
    expect(check).toMatchObject({ isSame: true, isIntact: true });
    const odd = { kind: 'export', input: { ...input, query: { format: 'docx' } } };
    expect((await lead.post(`/cases/${id}/items`, odd)).status).toBe(400);
  });

  test('of labels is every claim about an address', async () => {
    const { id } = await begin();
    const input = { params: { network: 'btc', address: ADDRESS }, query: {} };
    const { item } = ok<Pinned>(await lead.post(`/cases/${id}/items`, { kind: 'label', input }));
    expect(item.title).toMatch(/^Labels of 12cbQ.*: \d+ claims?$/);
    const check = ok<CaseItemCheck>(await lead.post(`/cases/${id}/items/${item.id}/check`, {}));
    expect(check.isSame).toBe(true);
  });

  test('is withdrawn with a reason and stays readable', async () => {
    const { id } = await begin();
    const { item } = await pin(id);
    const gone = ok<CaseItem>(
      await lead.post(`/cases/${id}/items/${item.id}/withdrawal`, { why: 'Another person’s address' }),
    );
    expect(gone.withdrawn).toMatchObject({ by: 'Lead investigator', why: 'Another person’s address' });
    expect((await lead.post(`/cases/${id}/items/${item.id}/withdrawal`, { why: 'Again' })).status).toBe(409);
    expect((await lead.get(`/cases/${id}/items/${item.id}`)).status).toBe(200);
    expect((await pin(id)).item.number).toBe('A-2');
  });

  test('is refused for a viewer, and for an address that is none, with a sentence', async () => {
    const { id } = await begin();
    const body = { kind: 'address', input: { params: { chain: 'btc', address: ADDRESS }, query: {} } };
    expect((await second.post(`/cases/${id}/items`, body)).status).toBe(403);
    const wrong = { kind: 'address', input: { params: { chain: 'btc', address: 'nonsense' }, query: {} } };
    expect(await lead.post(`/cases/${id}/items`, wrong)).toMatchObject({ status: 400 });
    const unknown = await lead.post(`/cases/${id}/items`, { ...body, kind: 'horoscope' });
    expect(unknown.body.detail).toContain('flow-version');
    expect((await overview(id)).counts).toMatchObject({ evidence: 0 });
  });
});

describe('an overlap', () => {
  const noticed = () =>
    casework.store.transact({ kind: 'system' }, (tx) =>
      tx.list<{ account_id: string; case_id: string }>(sql`SELECT account_id, case_id FROM case_notice`),
    );
  const policies = ['open', 'need-to-know', 'sealed'] as const;
  test.each(policies)('with a case that is %s reports what its policy allows', async (policy) => {
    const theirs = await begin({ title: 'Kestrel', policy }, second);
    await pin(theirs.id, ADDRESS, second);
    const { id } = await begin();
    const { overlaps } = await pin(id);
    const told = {
      open: [{ kind: 'case', id: theirs.id, number: theirs.number, title: 'Kestrel', what: ADDRESS }],
      'need-to-know': [{ kind: 'contact-the-custodian' }],
      sealed: [],
    };
    expect(overlaps).toEqual(told[policy]);
    const expected = [{ account_id: people.second.id, case_id: theirs.id }];
    // Owners of a sealed case are notified later, so that the work does not reveal that there is one.
    expect(await noticed()).toEqual(policy === 'sealed' ? [] : expected);
    await settleOverlapRequests(casework);
    expect(await noticed()).toEqual(expected);
    await settleOverlapRequests(casework);
    expect(await noticed()).toEqual(expected);
  });

  test('with a sealed case is shown to its members, and goes by the policy that a case has now', async () => {
    const theirs = await begin({ title: 'Kestrel' }, second);
    await pin(theirs.id, ADDRESS, second);
    ok(await second.post(`/cases/${theirs.id}/policy`, { version: 1, policy: 'sealed' }));
    const { id } = await begin();
    expect((await pin(id)).overlaps).toEqual([]);
    const other = await begin({}, second);
    const { overlaps } = await pin(other.id, ADDRESS, second);
    expect(overlaps.map((one) => one.kind === 'case' && one.title).toSorted()).toEqual(['Harbour', 'Kestrel']);
    ok(await second.post(`/cases/${theirs.id}/policy`, { version: 2, policy: 'open' }));
    expect((await pin((await begin()).id)).overlaps).toHaveLength(3);
  });

  test('of a sealed case nobody else is notified', async () => {
    const theirs = await begin({ title: 'Kestrel' }, second);
    await pin(theirs.id, ADDRESS, second);
    await settleOverlapRequests(casework);
    const { id } = await begin({ policy: 'sealed' });
    expect((await pin(id)).overlaps).toHaveLength(1);
    await settleOverlapRequests(casework);
    expect(await noticed()).toEqual([]);
  });
});

describe('money', () => {
  const loss = {
    kind: 'loss',
    asset: 'btc',
    amount: '4180000000',
    day: '2026-03-03',
    mark: 'fact',
    place: 'Victim wallet',
  };
  const place = (state: string, amount: string) => ({
    kind: 'place',
    state,
    asset: 'btc',
    amount,
    day: '2026-03-09',
    mark: 'inference',
  });

  test('every part of the loss is in one row, and what is not is the difference', async () => {
    const { id } = await begin();
    ok(await lead.post(`/cases/${id}/money`, loss));
    for (const [state, amount] of [
      ['seized', '210000000'],
      ['frozen', '530115000'],
      ['not-followed', '442500184'],
    ] as const) {
      ok(await lead.post(`/cases/${id}/money`, place(state, amount)));
    }
    const { sums } = ok<{ sums: Record<string, string>[] }>(await lead.get(`/cases/${id}/money`));
    expect(sums).toEqual([
      expect.objectContaining({
        loss: '4180000000',
        placed: '1182615184',
        traced: '740115000',
        frozen: '530115000',
        seized: '210000000',
        returned: '0',
        difference: '2997384816',
      }),
    ]);
    const [listed] = (await list()).items;
    expect(listed?.money).toMatchObject({ securedUsd: null });
    const { assets } = ok<{ assets: Record<string, string>[] }>(await lead.get('/case-figures'));
    expect(assets).toEqual([
      expect.objectContaining({ asset: 'btc', loss: '4180000000', traced: '740115000', frozen: '530115000' }),
    ]);
  });

  test('what is traced is a share of amounts: a price of another day is not in it, and none makes it unknown', async () => {
    const { id } = await begin();
    const money = async () => (await list()).items[0]?.money;
    expect(await money()).toEqual({ lossUsd: null, tracedUsd: null, securedUsd: '0' });
    ok(await lead.post(`/cases/${id}/money`, { ...loss, amount: '10000000000', day: SAMPLE_DAY }));
    expect(await money()).toEqual({ lossUsd: '50000000', tracedUsd: null, securedUsd: '0' });
    ok(await lead.post(`/cases/${id}/money`, place('unspent', '2500000000')));
    expect(await money()).toEqual({ lossUsd: '50000000', tracedUsd: '12500000', securedUsd: '0' });
    ok(await lead.post(`/cases/${id}/money`, place('fee', '100')));
    ok(await lead.post(`/cases/${id}/money`, place('frozen', '2500000000')));
    expect(await money()).toEqual({ lossUsd: '50000000', tracedUsd: '25000000', securedUsd: null });
    ok(await lead.post(`/cases/${id}/money`, { ...loss, asset: 'ltc', amount: '1' }));
    expect(await money()).toEqual({ lossUsd: null, tracedUsd: null, securedUsd: null });
  });

  test('a changed line is changed from its present version only', async () => {
    const { id } = await begin();
    const { items } = ok<{ items: { id: string; version: number }[] }>(await lead.post(`/cases/${id}/money`, loss));
    const row = { id: items[0]?.id, version: 1 };
    ok(await lead.post(`/cases/${id}/money`, { ...loss, row, amount: '1' }));
    expect((await lead.post(`/cases/${id}/money`, { ...loss, row, amount: '2' })).status).toBe(409);
    expect((await lead.post(`/cases/${id}/money/${row.id}/removal`, { version: 1 })).status).toBe(409);
    ok(await lead.post(`/cases/${id}/money/${row.id}/removal`, { version: 2 }));
  });

  test('refuses a loss with a state, a place without one, and an unknown token', async () => {
    const { id } = await begin();
    expect((await lead.post(`/cases/${id}/money`, { ...loss, state: 'frozen' })).status).toBe(400);
    expect((await lead.post(`/cases/${id}/money`, { ...loss, kind: 'place' })).status).toBe(400);
    expect((await lead.post(`/cases/${id}/money`, { ...loss, asset: `eth:0x${'1'.repeat(40)}` })).status).toBe(400);
    expect((await lead.post(`/cases/${id}/money`, { ...loss, asset: 'gold' })).body.detail).toContain('btc');
  });
});

describe('the list', () => {
  test('filters, sorts and counts the same cases', async () => {
    addTemplate('plain');
    addTemplate('plain-tax');
    const early = await begin({ title: 'Early', deadline: '2026-11-10', template: 'plain' });
    await begin({ title: 'Later', deadline: '2026-12-24', template: 'plain-tax' });
    await begin({ title: 'Whenever', template: 'plain' });
    expect(titles(await list())).toEqual(['Early', 'Later', 'Whenever']);
    expect(titles(await list('?sort=title&type=plain-tax'))).toEqual(['Later']);
    expect((await list('?dueWithin=7')).totals).toMatchObject({ count: 1, late: 1 });
    ok(await lead.post(`/cases/${early.id}`, { version: 1, status: 'closed' }));
    expect(titles(await list('?status=new,active'))).toEqual(['Later', 'Whenever']);
    expect((await lead.get('/cases?status=lost')).status).toBe(400);
  });

  test('finds a case by words of its title, its number, and what is pinned in it', async () => {
    const { id, number } = await begin({ title: 'Harbour lights', reference: 'K 77/26' });
    await pin(id);
    await begin({ title: 'Other' });
    for (const words of ['harbour', 'HARB', number, 'K 77', ADDRESS, ADDRESS.slice(0, 9)]) {
      expect(titles(await list(`?words=${encodeURIComponent(words)}`)), words).toEqual(['Harbour lights']);
    }
    expect(titles(await list(`?words=${encodeURIComponent("'; DROP TABLE agency_case; --")}`))).toEqual([]);
  });

  test('finds pinned results of a case by words, a page at a time, and none of another case', async () => {
    const [{ id }, other] = [await begin({ title: 'Harbour' }), await begin({ title: 'Other' })];
    const first = await pin(id);
    const second = await pin(id, '1HLoD9E4SDFFPDiYfNYnkBLQ85Y51J3Zb1');
    await pin(other.id);
    const find = async (query: string) => {
      const answer = ok<{ items: { id: string }[]; next: number | null }>(
        await lead.get(`/cases/${id}/items?${query}`),
      );
      return { ids: answer.items.map((item) => item.id), next: answer.next };
    };
    const only = (item: string) => ({ ids: [item], next: null });
    expect(await find(`words=${ADDRESS.slice(0, 9)}`)).toEqual(only(first.item.id));
    expect(await find('words=1hlod&tab=addresses')).toEqual(only(second.item.id));
    expect(await find(`words=${ADDRESS}%201hlod`)).toEqual({ ids: [], next: null });
    expect(await find('words=1hlod&tab=flows')).toEqual({ ids: [], next: null });
    expect(await find('words=%20&limit=1')).toEqual({ ids: [second.item.id], next: 2 });
    expect(await find(`words=12cb&before=2`)).toEqual(only(first.item.id));
  });

  test('keeps filters for the person who saved them', async () => {
    ok(await lead.post('/case-views', { name: 'Mine', query: '?own=yes' }));
    expect(ok<{ items: object[] }>(await lead.get('/case-views')).items).toHaveLength(1);
    expect(ok<{ items: object[] }>(await second.get('/case-views')).items).toEqual([]);
  });
});

test('every act in a case leaves its line in the log, under the case', async () => {
  const { id } = await begin();
  const { item } = await pin(id);
  await lead.post(`/cases/${id}/items/${item.id}/check`, {});
  await overview(id);
  const events = (await listTestEvents(casework)).filter(({ object }) => (object as { id?: string } | null)?.id === id);
  expect(events.map(({ action }) => action)).toEqual([
    'case.create',
    'case.item.pin',
    'case.item.check',
    'view.getCase',
  ]);
});
