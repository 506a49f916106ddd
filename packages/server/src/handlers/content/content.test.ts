import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBundledContent } from '../../content/bundled-content.ts';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  openTestSession,
  type TestCaseworkContext,
  type TestSession,
} from '../../testing/accounts.ts';

let casework: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(() => casework.clear());

const PAGE = '/api/v1/content/publication';
const ADMIN = '/api/v1/admin/content/publication';
const [FIRST] = readBundledContent().publication;
if (!FIRST) throw new Error('There are no bundled publications.');
const { slug, version: _version, changedAt: _changedAt, ...TEXT } = FIRST;

async function signIn(role: 'platform-admin' | 'agency-admin' | 'member'): Promise<TestSession> {
  return openTestSession(casework, await addAccount(casework, { role }));
}

async function ask(path: string, session?: TestSession) {
  const response = await createCaseworkApp(casework).request(`http://127.0.0.1${path}`, {
    headers: session?.headers ?? {},
  });
  return { status: response.status, body: (await response.json()) as never };
}

async function save(session: TestSession, name: string, changes: object) {
  const response = await createCaseworkApp(casework).request(`http://127.0.0.1${ADMIN}/${name}`, {
    method: 'POST',
    headers: session.headers,
    body: JSON.stringify({ ...TEXT, status: 'published', basedOn: null, ...changes }),
  });
  return { status: response.status, body: (await response.json()) as { version: number; detail: string } };
}

const titleOf = async () => {
  const { body } = await ask(`${PAGE}/${slug}`);
  return (body as { title: string }).title;
};

test('visitors read the bundled publications, case studies and methods', async () => {
  for (const kind of ['publication', 'case-study', 'method']) {
    const { status, body } = await ask(`/api/v1/content/${kind}`);
    expect(status).toBe(200);
    expect((body as { items: unknown[] }).items.length).toBeGreaterThan(3);
  }
  expect((await ask('/api/v1/content/portal')).status).toBe(400);
  expect((await ask(`${PAGE}/nothing-here`)).status).toBe(404);
});

test('the portal is for allowed accounts only', async () => {
  expect((await ask('/api/v1/le-portal')).status).toBe(401);
  const member = await openTestSession(casework, await addAccount(casework, { isAllowed: false }));
  expect((await ask('/api/v1/le-portal', member)).status).toBe(403);
  const { status, body } = await ask('/api/v1/le-portal', await signIn('member'));
  expect(status).toBe(200);
  expect((body as { items: { body: string }[] }).items.every((item) => item.body.length > 200)).toBe(true);
});

test('a draft changes nothing for readers, a published version does, a withdrawn item is gone', async () => {
  const admin = await signIn('platform-admin');
  expect((await save(admin, slug, { title: 'Draft title', status: 'draft', basedOn: 0 })).body.version).toBe(1);
  expect(await titleOf()).toBe(FIRST.title);
  expect((await save(admin, slug, { title: 'New title', basedOn: 1 })).body.version).toBe(2);
  expect(await titleOf()).toBe('New title');
  await save(admin, slug, { status: 'withdrawn', basedOn: 2 });
  expect((await ask(`${PAGE}/${slug}`)).status).toBe(404);
  const { body } = await ask(`${ADMIN}/${slug}`, admin);
  expect((body as { versions: { version: number }[] }).versions.map(({ version }) => version)).toEqual([3, 2, 1, 0]);
});

test('every version and its writer are in the audit log', async () => {
  await save(await signIn('platform-admin'), 'a-new-paper', { status: 'draft' });
  const rows = await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list(sql`SELECT action, outcome, object_id FROM audit_event WHERE action = 'content.save'`),
  );
  expect(rows).toEqual([{ action: 'content.save', outcome: 'success', object_id: 'publication:a-new-paper' }]);
});

test('whoever edited an older version is notified, and nothing is overwritten', async () => {
  const admin = await signIn('platform-admin');
  await save(admin, slug, { title: 'First', basedOn: 0 });
  const late = await save(admin, slug, { title: 'Second', basedOn: 0 });
  expect(late.status).toBe(409);
  expect(late.body.detail).toContain('version 1 is the newest');
  expect(await titleOf()).toBe('First');
});

test('only administrators of the installation with a fresh proof may write', async () => {
  for (const role of ['member', 'agency-admin'] as const) {
    expect((await save(await signIn(role), slug, { basedOn: 0 })).status).toBe(403);
  }
  const admin = await signIn('platform-admin');
  casework.advance(6 * 60_000);
  expect((await save(admin, slug, { basedOn: 0 })).status).not.toBe(200);
});

test.each([
  ['facts of another kind', { facts: { kind: 'method' } }],
  ['a link that is a script', { facts: { ...TEXT.facts, url: 'javascript:alert(1)' } }],
  ['a key nobody knows', { author: 'somebody' }],
  ['no title', { title: '   ' }],
  ['a text without end', { body: 'x'.repeat(60_001) }],
])('a text with %s is refused', async (_, changes) => {
  expect((await save(await signIn('platform-admin'), slug, { basedOn: 0, ...changes })).status).toBe(400);
});

test('a re-run can only read from this server', async () => {
  const study = readBundledContent()['case-study'][0];
  const admin = await signIn('platform-admin');
  const facts = study?.facts as { steps: { check: object | null }[] };
  const [step] = facts.steps;
  for (const path of ['https://elsewhere.example/', '//elsewhere.example', '/api/v1/../login', '/logout']) {
    const steps = [{ ...step, check: { ...step?.check, path } }];
    const response = await createCaseworkApp(casework).request(
      `http://127.0.0.1/api/v1/admin/content/case-study/a-study`,
      {
        method: 'POST',
        headers: admin.headers,
        body: JSON.stringify({ ...TEXT, facts: { ...facts, steps }, status: 'draft', basedOn: null }),
      },
    );
    expect(response.status, path).toBe(400);
  }
});
