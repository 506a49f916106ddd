import { randomUUID } from 'node:crypto';
import { API_BASE } from '@trailmark/api/contract';
import type { AuditEventAnswer, AuditProof, AuditReview, AuditStatus } from '@trailmark/api/contract/audit';
import { rootOfInclusion } from '@trailmark/evidence/audit/merkle-proof';
import { hashLeaf } from '@trailmark/evidence/audit/merkle-tree';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AuditLog } from '../../audit/audit-log.ts';
import { createVisitor } from '../../casework/caller.ts';
import { recordEntry } from '../../casework/casework-context.ts';
import {
  addAccount,
  addAgency,
  createCaseworkApp,
  createTestCaseworkContext,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
  toTestCaller,
} from '../../testing/accounts.ts';

interface Page {
  readonly faults: readonly string[];
  readonly items: readonly AuditEventAnswer[];
  readonly next: string | null;
}

let casework: TestCaseworkContext;
let app: Hono;
let auditor: TestAccount;
let lead: TestAccount;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  // An application that knows a longer log refuses to continue with an emptied one.
  app = createCaseworkApp(casework);
  auditor = await addAccount(casework, { role: 'auditor', name: 'Auditor', email: 'auditor@north.example' });
  lead = await addAccount(casework, { email: 'lead@north.example' });
});

async function get(account: TestAccount, path: string): Promise<Response> {
  const { headers } = await openTestSession(casework, account);
  return app.request(`http://127.0.0.1:3000${API_BASE}${path}`, { headers });
}

async function post(account: TestAccount, path: string): Promise<Response> {
  const { headers } = await openTestSession(casework, account);
  const response = await app.request(`http://127.0.0.1:3000${API_BASE}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status, path).toBe(200);
  return response;
}

async function getJson<T>(account: TestAccount, path: string): Promise<T> {
  const response = await get(account, path);
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}

const look = (account: TestAccount, address: string) =>
  recordEntry(casework, toTestCaller(casework, account), {
    action: 'look-up.getAddress',
    object: { kind: 'Address', id: `${API_BASE}/btc/addresses/${address}` },
  });

const address = (i: number): string => `1InventedAddress${String(i).padStart(12, '0')}`;

test('an auditor reads events newest first, page by page, without gap or repetition in one moment', async () => {
  for (let i = 0; i < 12; i++) {
    if (i % 5 === 0) casework.advance(1_000);
    await look(lead, address(i));
  }
  casework.advance(60_000);
  const seen: AuditEventAnswer[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = `action=look-up.&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page: Page = await getJson(auditor, `/audit/events?${query}`);
    seen.push(...page.items);
    cursor = page.next;
  }
  expect(seen).toHaveLength(12);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(12);
  expect(seen.map(({ at }) => at)).toEqual(
    seen
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  expect(seen[0]).toMatchObject({ actor: { name: 'Lead investigator', email: 'lead@north.example', role: 'allowed' } });
});

test('filters narrow by time, account, beginning of the action, outcome and what an event names', async () => {
  await look(lead, address(1));
  casework.advance(3_600_000);
  await look(auditor, address(2));
  await recordEntry(casework, createVisitor({ address: '192.0.2.9', agent: 'x' }), {
    action: 'denied.x',
    outcome: 'denied',
  });
  const count = async (query: string) =>
    (await getJson<Page>(auditor, `/audit/events?limit=200&${query}`)).items.length;
  expect(await count(`object=${address(1)}&action=look-up.`)).toBe(1);
  expect(await count(`account=${lead.id}`)).toBe(1);
  expect(await count('outcome=denied')).toBe(1);
  expect(await count('action=denied.')).toBe(1);
  expect(await count('action=%25')).toBe(0);
  expect(await count(`to=${casework.now().toISOString()}`)).toBe(1);
  expect(await count(`object=${encodeURIComponent(`'"; DROP TABLE audit_event; --`)}`)).toBe(0);
});

test('reading the log is in the log', async () => {
  await getJson(auditor, '/audit/events?outcome=denied');
  const { items } = await getJson<Page>(auditor, '/audit/events?action=view.listAuditEvents');
  // The second reading may or may not be above the first by now.
  expect(items.map(({ body }) => body)).toContainEqual(expect.stringContaining('outcome=denied'));
});

test('nobody but auditors reads the log, not even administrators, and every try of theirs is in it', async () => {
  const others = await Promise.all([
    addAccount(casework, { role: 'platform-admin' }),
    addAccount(casework, { role: 'agency-admin' }),
    addAccount(casework, { isAllowed: false }),
    lead,
  ]);
  const id = randomUUID();
  for (const path of [
    '/audit/events',
    '/audit/status',
    '/audit/review',
    '/audit/export',
    `/audit/events/${id}/proof`,
  ]) {
    for (const other of others) expect((await get(other, path)).status, `${other.role} ${path}`).toBe(403);
  }
  const { items } = await getJson<Page>(auditor, '/audit/events?outcome=denied&limit=200');
  expect(items).toHaveLength(20);
});

test('everybody reads what they did themselves, and nothing of others, of their agency or not', async () => {
  const south = await addAgency(casework, 'South District Police');
  const other = await addAccount(casework, { agency: south });
  const colleague = await addAccount(casework);
  for (const [i, person] of [lead, other, colleague].entries()) await look(person, address(i));
  casework.advance(1_000);
  const { items } = await getJson<Page>(lead, '/audit/own');
  expect(items.filter(({ action }) => action.startsWith('look-up.'))).toHaveLength(1);
  expect(items.every(({ actor }) => actor.account === lead.id)).toBe(true);
});

test('an event is proven under a checkpoint that is made where it needs one, and an unknown one is not found', async () => {
  for (let i = 0; i < 9; i++) await look(lead, address(i));
  const { items } = await getJson<Page>(auditor, `/audit/events?object=${address(4)}`);
  const proof = await getJson<AuditProof>(auditor, `/audit/events/${items[0]!.id}/proof`);
  const path = proof.path.map((part) => Buffer.from(part, 'hex'));
  const leaf = hashLeaf(Buffer.from(proof.body));
  expect(leaf.toString('hex')).toBe(proof.hash);
  const root = rootOfInclusion({ index: proof.leaf, size: proof.checkpoint.size, leaf }, path);
  expect(root?.toString('hex')).toBe(proof.checkpoint.root);
  expect((await get(auditor, `/audit/events/${randomUUID()}/proof`)).status).toBe(404);
  const status = await getJson<AuditStatus>(auditor, '/audit/status');
  expect(status.checkpoint?.note).toBe(proof.checkpoint.note);
});

test('an export asks for a fresh proof, and is refused where it would begin behind the end', async () => {
  await look(lead, address(1));
  const { headers } = await openTestSession(casework, auditor);
  const ask = (query = '') => app.request(`http://127.0.0.1:3000${API_BASE}/audit/export${query}`, { headers });
  const fresh = await ask();
  expect([fresh.status, fresh.headers.get('content-type')]).toEqual([200, 'application/jsonl']);
  expect((await fresh.text()).trimEnd().split('\n').at(-1)).toContain('"end"');
  expect((await ask('?from=9999')).status).toBe(400);
  casework.advance(6 * 60_000);
  const stale = await ask();
  expect(stale.status).toBe(401);
  expect(await stale.json()).toMatchObject({ reason: 'step-up' });
});

test('the review names who searched too much, and one address of two agencies', async () => {
  const south = await addAgency(casework, 'South District Police');
  const other = await addAccount(casework, { agency: south, name: 'Analyst' });
  for (let i = 0; i < 60; i++) await look(lead, address(i));
  await look(other, address(3));
  casework.advance(1_000);
  const { findings, isWhole } = await getJson<AuditReview>(auditor, '/audit/review?days=7');
  expect(isWhole).toBe(true);
  const bulk = findings.find(({ detector }) => detector === 'bulk-look-ups');
  expect(bulk).toMatchObject({
    count: 60,
    accounts: [{ name: 'Lead investigator' }],
    sentence: '60 different addresses.',
  });
  const shared = findings.find(({ detector }) => detector === 'shared-address');
  expect(shared).toMatchObject({
    subject: address(3),
    sentence: '2 searches of one address by 2 persons of 2 agencies.',
  });
});

/** Changes the log's table as its owner can, past the application. */
async function tamper(change: string): Promise<void> {
  await casework.store.asOwner(`SET session_replication_role = replica; ${change}`);
}

test('a planted line that nobody can read does not end the review, which counts it', async () => {
  for (let i = 0; i < 60; i++) await look(lead, address(i));
  casework.advance(1_000);
  expect((await getJson<AuditReview>(auditor, '/audit/review?days=7')).faults).toEqual([]);
  const bodies = ['{}', 'null', '[]', '{"id":1}', 'not JSON'];
  const at = new Date(casework.now().getTime() - 500).toISOString();
  const rows = bodies.map((body) => `(gen_random_uuid(), '${at}', 'x', 'success', '${body}')`);
  await tamper(`INSERT INTO audit_event (id, at, action, outcome, body) VALUES ${rows.join(', ')}`);
  const { findings, faults } = await getJson<AuditReview>(auditor, '/audit/review?days=7');
  expect(findings.map(({ detector }) => detector)).toContain('bulk-look-ups');
  expect(faults).toEqual(['The review cannot read 5 events of these days: this software writes none like that.']);
});

test('an event whose search columns were changed is named, and the log counts as changed at once', async () => {
  await look(lead, address(1));
  await look(lead, address(2));
  const verified = await post(auditor, '/audit/verification');
  expect(((await verified.json()) as AuditStatus).verification).toMatchObject({ isVerified: true });
  const page = await getJson<Page>(auditor, `/audit/events?account=${lead.id}&action=look-up.`);
  expect([page.items.length, page.faults]).toEqual([2, []]);
  const [hidden, bent] = page.items.map(({ id }) => id);
  await tamper(`UPDATE audit_event SET account_id = NULL WHERE id = '${hidden}'`);
  await tamper(`UPDATE audit_event SET object_id = 'nothing' WHERE id = '${bent}'`);
  const after = await getJson<Page>(auditor, `/audit/events?account=${lead.id}&action=look-up.`);
  expect(after.items.map(({ id }) => id)).toEqual([bent]);
  expect(after.faults).toEqual([
    `The search columns of the event ${bent} say something else than the event.`,
    `The event ${hidden} belongs to this answer, and its search columns, which say something else, hide it.`,
  ]);
  const status = await getJson<AuditStatus>(auditor, '/audit/status');
  expect(status.verification).toMatchObject({ isVerified: false, sentence: after.faults[0] });
  const again = (await (await post(auditor, '/audit/verification')).json()) as AuditStatus;
  expect(again.verification).toMatchObject({ isVerified: false, sentence: expect.stringContaining('search columns') });
});

test.each([
  ['at', "at = at - interval '2 days'", (from: string) => `from=${from}`],
  ['at', "at = at - interval '2 days'", (from: string) => `from=${from}&to=2030-01-01T00:00:00.000Z`],
  ['action', "action = 'x'", () => 'action=look-up.'],
  ['outcome', "outcome = 'failed'", () => `outcome=success&object=${address(1)}`],
])('a search finds what a changed %s hides from it', async (_column, change, toQuery) => {
  const from = new Date(casework.now().getTime() - 60_000).toISOString();
  await look(lead, address(1));
  const { items } = await getJson<Page>(auditor, `/audit/events?object=${address(1)}`);
  const id = items.find(({ action }) => action === 'look-up.getAddress')?.id;
  await tamper(`UPDATE audit_event SET ${change} WHERE id = '${id}'`);
  const page = await getJson<Page>(auditor, `/audit/events?${toQuery(from)}`);
  expect(page.items.map((event) => event.id)).not.toContain(id);
  expect(page.faults).toEqual([expect.stringContaining(`The event ${id} belongs to this answer`)]);
});

test('a changed text is no event of the log, whatever its columns say', async () => {
  await look(lead, address(1));
  await post(auditor, '/audit/verification');
  const { items } = await getJson<Page>(auditor, `/audit/events?account=${lead.id}&action=look-up.`);
  await tamper(
    `UPDATE audit_event SET body = replace(body, '${address(1)}', '${address(2)}') WHERE id = '${items[0]?.id}'`,
  );
  const page = await getJson<Page>(auditor, `/audit/events?account=${lead.id}&action=look-up.`);
  expect(page.faults).toEqual([`The event ${items[0]?.id} is not the one that was hashed.`]);
});

test('an agency reads its own log through its administrators, and nobody else’s', async () => {
  const south = await addAgency(casework, 'South District Police');
  const chief = await addAccount(casework, { role: 'agency-admin', email: 'chief@north.example' });
  const other = await addAccount(casework, { agency: south, email: 'lead@south.example' });
  const member = await addAccount(casework, { email: 'member@north.example', isAllowed: false });
  await look(lead, address(1));
  await look(other, address(2));
  const page = await getJson<Page>(chief, '/audit/agency?action=look-up.');
  expect(page.items.map(({ actor }) => actor.account)).toEqual([lead.id]);
  expect(page.faults).toEqual([]);
  expect((await getJson<Page>(chief, `/audit/agency?action=look-up.&account=${other.id}`)).items).toEqual([]);
  expect((await get(lead, '/audit/agency')).status).toBe(403);
  expect((await get(member, '/audit/agency')).status).toBe(403);
  await tamper(`UPDATE audit_event SET agency_id = '${south}' WHERE account_id = '${lead.id}'`);
  const after = await getJson<Page>(chief, '/audit/agency?action=look-up.');
  expect([after.items, after.faults.length]).toEqual([[], 1]);
});

test('a log that cannot be signed does not count as verified, whatever its parts state about each other', async () => {
  await look(lead, address(1));
  await post(auditor, '/audit/verification');
  await tamper("UPDATE audit_node SET hash = decode(repeat('ab', 32), 'hex')");
  await look(lead, address(2));
  const log = new AuditLog(casework);
  expect(await log.verify()).toMatchObject({
    isVerified: false,
    sentence: expect.stringContaining('changed from outside'),
  });
  expect(log.verification?.isVerified).toBe(false);
  const fresh = new AuditLog(casework);
  await expect(fresh.checkpoint()).rejects.toMatchObject({ kind: 'inconsistent' });
  expect(fresh.verification).toMatchObject({ isVerified: false });
});
