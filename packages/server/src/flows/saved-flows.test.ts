import { createHash, randomUUID } from 'node:crypto';
import type { FlowHead, FlowHistory } from '@trailmark/api/contract/flow';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { createSampleFlow } from '@trailmark/core/flow/testing/sample-flow';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../testing/ask.ts';

const MINUTE = 60_000;

let casework: TestCaseworkContext;
let lead: Asker;
let second: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  lead = await addPerson({ name: 'Lead investigator' });
  second = await addPerson({ name: 'Second analyst' });
});

async function addPerson(given: Parameters<typeof addAccount>[1]): Promise<Asker> {
  return openAsker(casework, await addAccount(casework, given));
}

const EMPTY: FlowHistory = { cursor: 0, entries: [] };
const STEP = {
  label: 'Move an address',
  at: 1_700_000_000,
  patches: [{ op: 'replace' as const, path: ['places', 'a:btc:x', 'x'], value: 4 }],
  inverse: [{ op: 'replace' as const, path: ['places', 'a:btc:x', 'x'], value: 2.5 }],
};

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
  return body as T;
}

const begin = async (document: FlowDocument = createSampleFlow(4), asker = lead): Promise<FlowHead> =>
  ok(await asker.post('/flows', { document }));

interface Saved {
  readonly head: FlowHead;
  readonly outcome: string;
  readonly sentence: string;
}

interface SaveGiven {
  readonly branch?: string;
  readonly history?: FlowHistory;
  readonly asker?: Asker;
}

async function save(
  flow: string,
  revision: number,
  document: FlowDocument,
  { branch = 'main', history = EMPTY, asker = lead }: SaveGiven = {},
): Promise<Saved> {
  return ok(await asker.post(`/flows/${flow}/draft`, { branch, revision, document, history }));
}

interface Opened {
  readonly head: FlowHead;
  readonly document: FlowDocument;
  readonly history: FlowHistory;
}
const open = async (flow: string, branch?: string): Promise<Opened> =>
  ok(await lead.get(`/flows/${flow}${branch ? `?branch=${encodeURIComponent(branch)}` : ''}`));

interface Version {
  readonly number: number;
  readonly name: string | null;
  readonly reason: string | null;
  readonly branch: string;
  readonly parent: number | null;
  readonly nodeCount: number;
  readonly hash: string;
  readonly by: string;
}
const listVersions = async (flow: string) => ok<{ items: Version[] }>(await lead.get(`/flows/${flow}/versions`)).items;

/** A document that no other call gives. */
const withNote = (document: FlowDocument, note: string): FlowDocument => {
  const [id = ''] = Object.keys(document.nodes);
  return { ...document, marks: { ...document.marks, [id]: { note } } };
};

describe('a coin flow', () => {
  test('is found as it was left, with its places, notes and undo history', async () => {
    const document = createSampleFlow(12);
    const { id } = await begin();
    const history = { cursor: 1, entries: [STEP, STEP] };
    const { head, outcome } = await save(id, 1, document, { history });
    expect(outcome).toBe('saved');
    expect(head).toMatchObject({ revision: 2, nodeCount: 12, edgeCount: 11, chains: ['btc'], branches: ['main'] });
    const opened = await open(id);
    expect(opened.document).toEqual(document);
    expect(opened.history).toEqual(history);
    expect(opened.head).toEqual(head);
  });

  test('keeps any text as it was written, and refuses half a character where it would be lost', async () => {
    const { id } = await begin();
    const text = 'NUL \u0000, 中文, \u202e right, \\ud800 written out, 👮';
    const document = withNote(createSampleFlow(4), text);
    await save(id, 1, document);
    expect((await open(id)).document).toEqual(document);
    const half = { branch: 'main', revision: 2, document: withNote(document, 'half \ud800'), history: EMPTY };
    expect((await lead.post(`/flows/${id}/draft`, half)).status).toBe(400);
    expect((await open(id)).head.revision).toBe(2);
  });

  test('that contradicts itself is refused with the place named, and what was saved stays', async () => {
    const { id } = await begin();
    const document = createSampleFlow(4);
    const [node = ''] = Object.keys(document.nodes);
    const { [node]: _, ...nodes } = document.nodes;
    const send = (given: unknown, history: FlowHistory = EMPTY) =>
      lead.post(`/flows/${id}/draft`, { branch: 'main', revision: 1, document: given, history });
    const refused = [
      await send({ ...document, nodes }),
      await send({ ...document, mode: 'pictures' }),
      await send({ ...document, nodes: { ...document.nodes, [node]: { ...document.nodes[node], fee: '1.5' } } }),
      await send(document, { cursor: 3, entries: [STEP] }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(refused.map(({ body }) => String(body.detail))).toEqual([
      expect.stringContaining(`ends at “${node}”, which is not among the nodes`),
      expect.stringContaining('"document.mode" in the body'),
      expect.stringContaining(`"document.nodes.${node}.fee" in the body`),
      expect.stringContaining('stands at step 3 and has 1'),
    ]);
    expect((await open(id)).head.revision).toBe(1);
  });

  test('has the title it was given last, whatever the document was saved with', async () => {
    const { id } = await begin(createSampleFlow(4, 'First title'));
    ok(await second.post(`/flows/${id}/title`, { title: '  Ransom of March ' }));
    await save(id, 1, createSampleFlow(5, 'First title'));
    const { head, document } = await open(id);
    expect([head.title, document.title]).toEqual(['Ransom of March', 'Ransom of March']);
  });

  test('saved twice with the same content is one revision, also where the first answer was lost', async () => {
    const { id } = await begin();
    const document = createSampleFlow(5);
    await save(id, 1, document);
    const again = await save(id, 1, document);
    expect(again).toMatchObject({ outcome: 'saved', sentence: 'Saved as revision 2.', head: { revision: 2 } });
    expect(again.head.branches).toEqual(['main']);
  });
});

describe('two people who save over each other', () => {
  test('lose nothing: the later changes are kept as a branch, and the sentence says whose came first', async () => {
    const { id } = await begin();
    casework.advance(MINUTE);
    const base = createSampleFlow(4);
    await save(id, 1, withNote(base, 'first'), { asker: second });
    casework.advance(MINUTE);
    const late = await save(id, 1, withNote(base, 'late'), { history: { cursor: 1, entries: [STEP] } });
    expect(late.outcome).toBe('kept-as-branch');
    const kept = late.head.branch;
    expect(kept).toMatch(/^main - Lead investigato \d{4}-\d\d-\d\d \d\d\.\d\d$/);
    expect(late.sentence).toMatch(
      /^Revision 2 was saved by Second analyst at \d\d:\d\d UTC\. Your changes are kept as the branch “main - /,
    );
    expect(late.head).toMatchObject({ revision: 1, branches: ['main', kept] });
    expect((await open(id)).document).toEqual(withNote(base, 'first'));
    const branch = await open(id, kept);
    expect(branch.document).toEqual(withNote(base, 'late'));
    expect(branch.history.entries).toHaveLength(1);
    expect(await save(id, 1, withNote(base, 'later'), { branch: kept })).toMatchObject({
      outcome: 'saved',
      head: { branch: kept, revision: 2 },
    });
  });

  test('at once get one revision and one branch', async () => {
    const { id } = await begin();
    const documents = ['a', 'b', 'c', 'd'].map((note) => withNote(createSampleFlow(4), note));
    const answers = await Promise.all(documents.map((document) => save(id, 1, document)));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual([...Array(3).fill('kept-as-branch'), 'saved']);
    const { head } = await open(id);
    expect(head.revision).toBe(2);
    expect(new Set(head.branches).size).toBe(4);
    const notes = await Promise.all(
      head.branches.map(async (branch) => Object.values((await open(id, branch)).document.marks)[0]?.note),
    );
    expect(notes.sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('get one branch for a late save that is sent again', async () => {
    const { id } = await begin();
    await save(id, 1, withNote(createSampleFlow(4), 'first'), { asker: second });
    const late = () => save(id, 1, withNote(createSampleFlow(4), 'late'));
    const [one, two] = [await late(), await late()];
    expect(two.head.branch).toBe(one.head.branch);
    expect(two.head.branches).toHaveLength(2);
  });

  test('in two windows of one person are notified', async () => {
    const { id } = await begin();
    await save(id, 1, withNote(createSampleFlow(4), 'first'));
    const { sentence } = await save(id, 1, withNote(createSampleFlow(4), 'late'));
    expect(sentence).toContain('was saved by you in another window');
  });
});

describe('versions', () => {
  test('of something brought along begin with it; an empty flow begins without', async () => {
    const { id } = await begin();
    expect(await listVersions(id)).toMatchObject([{ number: 1, name: null, reason: 'As it was begun', parent: null }]);
    const empty = await begin(createSampleFlow(0));
    expect(await listVersions(empty.id)).toEqual([]);
  });

  test('are kept by themselves before the twenty-first save, and when ten minutes have passed', async () => {
    const { id } = await begin();
    for (let revision = 1; revision <= 20; revision += 1)
      await save(id, revision, withNote(createSampleFlow(4), `n${revision}`));
    expect(await listVersions(id)).toHaveLength(1);
    await save(id, 21, createSampleFlow(6));
    const [kept] = await listVersions(id);
    expect(kept).toMatchObject({ number: 2, name: null, parent: 1, nodeCount: 4 });
    const { document } = ok<{ document: FlowDocument }>(await lead.get(`/flows/${id}/versions/2`));
    expect(document).toEqual(withNote(createSampleFlow(4), 'n20'));
    casework.advance(10 * MINUTE - 1);
    await save(id, 22, createSampleFlow(7));
    expect(await listVersions(id)).toHaveLength(2);
    casework.advance(1);
    await save(id, 23, createSampleFlow(8));
    expect(await listVersions(id)).toMatchObject([{ number: 3, nodeCount: 7, parent: 2 }, {}, {}]);
  });

  test('with a name are the draft at that moment, under the hash of its canonical text', async () => {
    const { id } = await begin();
    const named = ok<Version>(
      await second.post(`/flows/${id}/versions`, { branch: 'main', name: 'For the prosecutor', reason: 'Asked for' }),
    );
    expect(named).toMatchObject({ number: 2, name: 'For the prosecutor', by: 'Second analyst', parent: 1 });
    const [, first] = await listVersions(id);
    expect(first?.hash).toBe(named.hash);
    const { document } = ok<Opened>(await lead.get(`/flows/${id}/versions/2`));
    expect(createHash('sha256').update(toCanonicalJson(document)).digest('hex')).toBe(named.hash);
    await save(id, 1, createSampleFlow(5));
    const other = ok<Version>(await lead.post(`/flows/${id}/versions`, { branch: 'main', name: 'After it' }));
    expect(other.hash).not.toBe(named.hash);
  });

  test('are restored without losing the draft, and whoever edits on gets a branch', async () => {
    const { id } = await begin();
    const draft = withNote(createSampleFlow(9), 'draft');
    await save(id, 1, draft, { history: { cursor: 1, entries: [STEP] } });
    const { head } = ok<Saved>(await second.post(`/flows/${id}/versions/1/restoration`, { branch: 'main' }));
    expect(head).toMatchObject({ revision: 3, nodeCount: 4 });
    const opened = await open(id);
    expect(opened.document).toEqual(createSampleFlow(4));
    expect(opened.history).toEqual(EMPTY);
    expect(await listVersions(id)).toMatchObject([
      { number: 2, reason: 'Kept before version 1 was restored', nodeCount: 9, parent: 1, by: 'Lead investigator' },
      { number: 1 },
    ]);
    expect(ok<Opened>(await lead.get(`/flows/${id}/versions/2`)).document).toEqual(draft);
    expect(await save(id, 2, withNote(draft, 'on'))).toMatchObject({ outcome: 'kept-as-branch' });
    ok(await lead.post(`/flows/${id}/versions/2/restoration`, { branch: 'main' }));
    expect(await listVersions(id)).toHaveLength(2);
    expect((await open(id)).document).toEqual(draft);
  });

  test('without a name are thinned out from the oldest on, and those with a name stay', async () => {
    const { id } = await begin();
    ok(await lead.post(`/flows/${id}/versions`, { branch: 'main', name: 'Named early' }));
    await casework.store.transact({ kind: 'system' }, async (tx) => {
      await tx.run(sql`INSERT INTO coin_flow_version (flow_id, agency_id, number, branch, parent, at, by, document, hash, node_count, edge_count)
        SELECT flow_id, agency_id, 2 + n, branch, 1 + n, at, by, document, hash, node_count, edge_count
        FROM coin_flow_version, generate_series(1, 198) n WHERE number = 1`);
      await tx.run(sql`UPDATE coin_flow SET last_version = 200`);
    });
    // The draft of this branch is version 3, which is among the first to go.
    ok(await lead.post(`/flows/${id}/branches`, { name: 'Idle', from: 'main', version: 3 }));
    for (let revision = 1; revision <= 4; revision += 1) {
      casework.advance(10 * MINUTE);
      await save(id, revision, withNote(createSampleFlow(2), `n${revision}`));
    }
    const versions = await listVersions(id);
    expect(versions.filter(({ name }) => name === null)).toHaveLength(200);
    expect(versions.at(-1)).toMatchObject({ number: 2, name: 'Named early', parent: null });
    const numbers = new Set(versions.map(({ number }) => number));
    expect(versions.filter(({ parent }) => parent !== null && !numbers.has(parent))).toEqual([]);
    expect((await lead.get(`/flows/${id}/versions/1`)).status).toBe(404);
    expect((await lead.get(`/flows/${id}/versions/3`)).status).toBe(404);
    ok(await lead.post(`/flows/${id}/versions/2/restoration`, { branch: 'Idle' }));
    expect(await listVersions(id)).toMatchObject({
      0: { branch: 'Idle', reason: 'Kept before version 2 was restored' },
    });
  });

  test('that are about to be thinned out can still be restored', async () => {
    const { id } = await begin();
    await casework.store.transact({ kind: 'system' }, async (tx) => {
      await tx.run(sql`INSERT INTO coin_flow_version (flow_id, agency_id, number, branch, parent, at, by, document, hash, node_count, edge_count)
        SELECT flow_id, agency_id, 1 + n, branch, n, at, by, document, hash, node_count, edge_count
        FROM coin_flow_version, generate_series(1, 199) n WHERE number = 1`);
      await tx.run(sql`UPDATE coin_flow SET last_version = 200`);
    });
    await save(id, 1, createSampleFlow(9));
    ok(await lead.post(`/flows/${id}/versions/1/restoration`, { branch: 'main' }));
    const versions = await listVersions(id);
    expect([versions[0]?.number, versions[0]?.nodeCount, versions.at(-1)?.number]).toEqual([201, 9, 1]);
    expect((await open(id)).document).toEqual(createSampleFlow(4));
  });

  test('are compared with each other and with the draft of a branch', async () => {
    const { id } = await begin();
    await save(id, 1, createSampleFlow(6));
    ok(await lead.post(`/flows/${id}/versions`, { branch: 'main', name: 'Longer' }));
    const compare = async (query: string) =>
      ok<{ a: Version | null; b: Version | null; counts: object; changes: { what: string }[] }>(
        await lead.get(`/flows/${id}/comparison?${query}`),
      );
    const both = await compare('a=1&b=2');
    expect(both).toMatchObject({
      a: { number: 1 },
      b: { number: 2, name: 'Longer' },
      counts: { added: 4, removed: 0, changed: 0, same: 7 },
    });
    expect(both.changes[0]?.what).toMatch(/^Address bc1q/);
    expect(await compare('a=2&b=0')).toMatchObject({ b: null, counts: { added: 0, removed: 0, changed: 0, same: 11 } });
    ok(await lead.post(`/flows/${id}/branches`, { name: 'Other idea', from: 'main', version: 1 }));
    expect(await compare('a=2&b=0&branch=Other%20idea')).toMatchObject({ counts: { removed: 4 } });
    expect((await lead.get(`/flows/${id}/comparison?a=1&b=77`)).body.detail).toContain('has no version 77');
  });
});

describe('branches', () => {
  test('begin at a draft with its undo history, or at a version without', async () => {
    const { id } = await begin();
    const history = { cursor: 1, entries: [STEP] };
    await save(id, 1, createSampleFlow(6), { history });
    ok(await lead.post(`/flows/${id}/branches`, { name: 'From the draft', from: 'main', reason: 'To try' }));
    ok(await lead.post(`/flows/${id}/branches`, { name: 'From a version', from: 'main', version: 1 }));
    expect(await open(id, 'From the draft')).toMatchObject({ history, head: { nodeCount: 6, revision: 1 } });
    expect(await open(id, 'From a version')).toMatchObject({ history: EMPTY, head: { nodeCount: 4 } });
    await save(id, 1, createSampleFlow(8), { branch: 'From a version' });
    expect((await open(id)).head).toMatchObject({
      nodeCount: 6,
      branches: ['main', 'From the draft', 'From a version'],
    });
  });

  test('have one name each, whatever its case, and come from what is there', async () => {
    const { id } = await begin();
    const post = (body: object) => lead.post(`/flows/${id}/branches`, { name: 'New', from: 'main', ...body });
    expect((await post({ name: 'MAIN' })).body.detail).toBe('This coin flow has a branch “main” already.');
    expect((await post({ from: 'absent' })).status).toBe(404);
    expect((await post({ version: 5 })).status).toBe(404);
    expect((await post({ name: 'a/b' })).status).toBe(400);
    expect((await lead.get(`/flows/${id}?branch=absent`)).body.detail).toBe('This coin flow has no branch “absent”.');
    expect((await open(id)).head.branches).toEqual(['main']);
  });

  test('are at most fifty', async () => {
    const { id } = await begin(createSampleFlow(0));
    for (let count = 1; count < 50; count += 1)
      ok(await lead.post(`/flows/${id}/branches`, { name: `b${count}`, from: 'main' }));
    expect((await lead.post(`/flows/${id}/branches`, { name: 'b50', from: 'main' })).status).toBe(409);
    await save(id, 1, createSampleFlow(1), { asker: second });
    expect((await save(id, 1, createSampleFlow(2))).outcome).toBe('kept-as-branch');
  });
});

describe('the list', () => {
  interface List {
    readonly items: FlowHead[];
    readonly next: string | null;
  }
  const list = async (query = ''): Promise<List> => ok(await lead.get(`/flows${query}`));

  test('is ordered by the last save on any branch, searched by title and read in pages', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 52; index += 1) ids.push((await begin(createSampleFlow(0, `Flow 100% ${index}_`))).id);
    casework.advance(MINUTE);
    ok(await second.post(`/flows/${ids[3]}/branches`, { name: 'Late', from: 'main' }));
    const first = await list();
    expect(first.items[0]).toMatchObject({ id: ids[3], savedBy: 'Second analyst', branch: 'main' });
    expect(first.items).toHaveLength(50);
    const rest = await list(`?cursor=${first.next}`);
    expect(rest.next).toBeNull();
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id))).toEqual(new Set(ids));
    expect((await list('?text=100%25%207_')).items.map(({ title }) => title)).toEqual(['Flow 100% 7_']);
    expect((await list('?text=100x')).items).toEqual([]);
    expect((await lead.get(`/flows?text=x&cursor=${first.next}`)).status).toBe(400);
  });

  test('is full at 500 of an agency, and putting one away makes room', async () => {
    const { id } = await begin(createSampleFlow(0, 'The first'));
    await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`INSERT INTO coin_flow (agency_id, title, created_at, created_by, saved_at, saved_by)
        SELECT agency_id, 'Many', created_at, created_by, saved_at, saved_by FROM coin_flow, generate_series(2, 500)`),
    );
    const full = await lead.post('/flows', { document: createSampleFlow(0) });
    expect([full.status, full.body.detail]).toEqual([409, expect.stringContaining('500 coin flows')]);
    ok(await lead.post(`/flows/${id}/removal`, { title: 'The first' }));
    await begin();
    const admin = await addPerson({ role: 'agency-admin' });
    expect((await admin.post(`/removed-flows/${id}/return`, {})).status).toBe(409);
  });
});

describe('a coin flow that is put away', () => {
  test('answers like one that is not there, until an administrator brings it back', async () => {
    const { id } = await begin(createSampleFlow(4, 'Old case'));
    expect((await lead.post(`/flows/${id}/removal`, { title: 'Old Case' })).body.detail).toContain('“Old case”');
    ok(await lead.post(`/flows/${id}/removal`, { title: 'Old case' }));
    const unknown = (await lead.get(`/flows/${randomUUID()}`)).body.detail;
    const body = { branch: 'main', revision: 1, document: createSampleFlow(1), history: EMPTY };
    const answers = [
      await lead.get(`/flows/${id}`),
      await lead.post(`/flows/${id}/draft`, body),
      await lead.get(`/flows/${id}/versions`),
      await lead.get(`/flows/${id}/versions/1`),
      await lead.get(`/flows/${id}/comparison?a=1&b=0`),
      await lead.post(`/flows/${id}/removal`, { title: 'Old case' }),
    ];
    expect(answers.map(({ status, body: { detail } }) => [status, detail])).toEqual(Array(6).fill([404, unknown]));
    expect(ok<{ items: unknown[] }>(await lead.get('/flows')).items).toEqual([]);
    expect((await lead.get('/removed-flows')).status).toBe(403);
    const admin = await addPerson({ role: 'agency-admin', name: 'Head of unit' });
    expect((await admin.get('/removed-flows')).body).toMatchObject({
      items: [{ id, title: 'Old case', removedBy: 'Lead investigator', versionCount: 1 }],
    });
    ok(await admin.post(`/removed-flows/${id}/return`, {}));
    expect((await open(id)).head).toMatchObject({ title: 'Old case', versionCount: 1 });
    expect((await admin.get('/removed-flows')).body.items).toEqual([]);
  });
});

describe('another agency', () => {
  test('finds none of it, and neither do administrators of the installation outside it', async () => {
    const { id } = await begin();
    const agency = await addAgency(casework, 'Harbour Customs');
    const unknown = randomUUID();
    for (const role of ['member', 'agency-admin', 'platform-admin'] as const) {
      const stranger = await addPerson({ agency, role, email: `${role}@harbour.example` });
      const ask = async (flow: string) => [
        await stranger.get(`/flows/${flow}`),
        await stranger.get(`/flows/${flow}/versions`),
        await stranger.get(`/flows/${flow}/versions/1`),
        await stranger.get(`/flows/${flow}/comparison?a=0&b=0`),
        await stranger.post(`/flows/${flow}/draft`, {
          branch: 'main',
          revision: 1,
          document: createSampleFlow(1),
          history: EMPTY,
        }),
        await stranger.post(`/flows/${flow}/versions`, { branch: 'main', name: 'Mine' }),
        await stranger.post(`/flows/${flow}/versions/1/restoration`, { branch: 'main' }),
        await stranger.post(`/flows/${flow}/branches`, { name: 'Mine', from: 'main' }),
        await stranger.post(`/flows/${flow}/title`, { title: 'Mine' }),
        await stranger.post(`/flows/${flow}/removal`, { title: 'A line of payments' }),
      ];
      const words = (answers: readonly Answer[]) => answers.map(({ status, body }) => [status, body.detail]);
      const answers = words(await ask(id));
      expect(answers).toEqual(words(await ask(unknown)));
      expect(answers.map(([status]) => status)).toEqual(Array(10).fill(404));
      expect((await stranger.get('/flows')).body.items).toEqual([]);
    }
    expect((await open(id)).head).toMatchObject({ revision: 1, branches: ['main'], versionCount: 1 });
  });

  test('sees no row of it in the database, nor does the scope of the installation', async () => {
    await begin();
    const account = randomUUID();
    const count = (scope: Parameters<TestCaseworkContext['store']['transact']>[0]) =>
      casework.store.transact(scope, async (tx) => {
        const row = await tx.find<{ count: number }>(sql`
          SELECT (SELECT count(*) FROM coin_flow) + (SELECT count(*) FROM coin_flow_branch)
               + (SELECT count(*) FROM coin_flow_version) AS count`);
        return row?.count;
      });
    expect(await count({ kind: 'system' })).toBe(3);
    expect(await count({ kind: 'platform', account })).toBe(0);
    expect(await count({ kind: 'agency', agency: await addAgency(casework, 'Harbour Customs'), account })).toBe(0);
  });
});

describe('the record', () => {
  test('of every change is in the audit log, without titles and notes', async () => {
    const { id } = await begin(createSampleFlow(4, 'Secret title'));
    await save(id, 1, withNote(createSampleFlow(5, 'Secret title'), 'Secret note'));
    ok(await lead.post(`/flows/${id}/versions`, { branch: 'main', name: 'Secret name' }));
    ok(await lead.post(`/flows/${id}/title`, { title: 'Secret again' }));
    ok(await lead.post(`/flows/${id}/removal`, { title: 'Secret again' }));
    const events = (await listTestEvents(casework)).filter(({ action }) => String(action).startsWith('flow.'));
    expect(events.map(({ action }) => action)).toEqual([
      'flow.create',
      'flow.save',
      'flow.version',
      'flow.rename',
      'flow.remove',
    ]);
    expect(events[1]).toMatchObject({
      object: { kind: 'coin-flow', id },
      details: { branch: 'main', revision: 2, isConflict: false, nodes: 5, edges: 4 },
    });
    expect(JSON.stringify(events)).not.toContain('Secret');
  });

  test('and the change are kept together or not at all', async () => {
    const { id } = await begin();
    for (let revision = 1; revision <= 20; revision += 1)
      await save(id, revision, withNote(createSampleFlow(4), `n${revision}`));
    const before = { opened: await open(id), versions: await listVersions(id) };
    const refuse = (when: string) =>
      casework.store.asOwner(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''stopped''; END';
               CREATE TRIGGER fail ${when} EXECUTE FUNCTION fail()`);
    const places = [
      ['audit_event', "BEFORE INSERT ON audit_event FOR EACH ROW WHEN (NEW.action = 'flow.save')"],
      ['coin_flow_version', 'AFTER INSERT ON coin_flow_version FOR EACH ROW'],
      ['coin_flow_branch', 'AFTER UPDATE ON coin_flow_branch FOR EACH ROW'],
    ] as const;
    for (const [table, when] of places) {
      await refuse(when);
      const body = { branch: 'main', revision: 21, document: createSampleFlow(7), history: EMPTY };
      expect((await lead.post(`/flows/${id}/draft`, body)).status).toBeGreaterThanOrEqual(500);
      await casework.store.asOwner(`DROP TRIGGER fail ON ${table}; DROP FUNCTION fail()`);
      expect({ opened: await open(id), versions: await listVersions(id) }).toEqual(before);
    }
    expect((await save(id, 21, createSampleFlow(7))).head).toMatchObject({ revision: 22, versionCount: 2 });
  });

  test('keeps named versions even from the software itself', async () => {
    const { id } = await begin();
    ok(await lead.post(`/flows/${id}/versions`, { branch: 'main', name: 'Kept' }));
    const removed = await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`DELETE FROM coin_flow_version`),
    );
    expect(removed).toBe(1);
    expect(await listVersions(id)).toMatchObject([{ name: 'Kept' }]);
    const change = casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`UPDATE coin_flow_version SET hash = ${'0'.repeat(64)}`),
    );
    await expect(change).rejects.toThrow(/permission denied/);
  });
});
