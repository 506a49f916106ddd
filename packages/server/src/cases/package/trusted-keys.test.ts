import type { CaseKey, CaseKeys } from '@trailmark/api/contract/case-keys';
import { signFile, toPublicKeyText } from '@trailmark/evidence/certificate/sign-file';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeyRing } from '../../casework/key-ring.ts';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';
import { fillCase, ok } from '../testing/fill-case.ts';

// A package of another installation: the same statement, signed with the key that it has.
const PAIR = createKeyRing(Buffer.alloc(32, 9)).signingKey('case-package');
const THEIRS = toPublicKeyText(PAIR.publicKey);

let casework: TestCaseworkContext;
let lead: Asker;
let admin: Asker;
let second: Asker;
let own: string;
let content: string;
let legal: TestAccount;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }));
  legal = await addAccount(casework, { name: 'Legal adviser' });
  const { id } = await fillCase({ casework, lead, legal });
  const body = { recipient: 'North', purpose: 'Mutual assistance', expires: null, areas: ['labels'], hides: [] };
  own = ok<{ content: string }>(await lead.post(`/cases/${id}/packages`, body)).content;
  content = signAgain(own);
  admin = await openAsker(casework, await addAccount(casework, { role: 'agency-admin', name: 'First administrator' }));
  second = await openAsker(
    casework,
    await addAccount(casework, { role: 'agency-admin', name: 'Second administrator' }),
  );
});

function signAgain(text: string, more: object = {}): string {
  const { statement, leaves } = JSON.parse(text) as { statement: object; leaves: object };
  const { signature: _, ...body } = { ...statement, ...more } as { readonly signature?: unknown };
  return JSON.stringify({ statement: JSON.parse(signFile(body, PAIR)) as object, leaves });
}

interface Shown {
  readonly checks: readonly { readonly state: string; readonly sentence: string }[];
  readonly mustAccept: string | null;
}
const preview = async (text = content) => ok<Shown>(await lead.post('/case-imports/preview', { content: text }));
const importIt = (acceptedKey?: string, text = content) =>
  lead.post('/case-imports', { content: text, ...(acceptedKey === undefined ? {} : { acceptedKey }) });
const enter = (asker = admin, publicKey = THEIRS) =>
  asker.post('/case-keys', { name: 'South Prosecutor', publicKey, compared: 'By telephone' });
const confirm = (id: string, asker = second) => asker.post(`/case-keys/${id}/decision`, { isTrusted: true });
async function trust(): Promise<CaseKey> {
  const { id } = ok<CaseKey>(await enter());
  return ok<CaseKey>(await confirm(id));
}
const today = () => casework.now().toISOString().slice(0, 10);

describe('a package', () => {
  test('of an unknown key is imported only by who accepts exactly that key, and the log says so', async () => {
    const { checks, mustAccept } = await preview();
    expect(checks.map(({ state }) => state)).not.toContain('failed');
    expect(checks.map(({ sentence }) => sentence).join()).toContain('The key is not known here');
    for (const accepted of [undefined, 'ab'.repeat(8)]) {
      const { status, body } = await importIt(accepted);
      expect([status, body.field]).toEqual([400, 'acceptedKey']);
    }
    ok(await importIt(mustAccept ?? ''));
    const [event] = (await listTestEvents(casework)).filter(({ action }) => action === 'case.import');
    expect(event).toMatchObject({ details: { acceptedKey: mustAccept } });
  });

  test('of a trusted key says whose it is and since when, and is imported', async () => {
    await trust();
    const { checks, mustAccept } = await preview();
    expect(mustAccept).toBeNull();
    expect(checks).toContainEqual({
      state: 'passed',
      sentence: `It is the key of “South Prosecutor”, trusted here since ${today()}.`,
    });
    ok(await importIt());
  });

  test('of a key that only one administrator entered is one of an unknown key', async () => {
    ok(await enter());
    expect((await preview()).mustAccept).not.toBeNull();
  });

  test('of a revoked key is refused from that day on, and needs to be accepted before', async () => {
    const { id } = await trust();
    const revoked = { from: today(), why: 'The key was copied.' };
    expect(ok<CaseKey>(await admin.post(`/case-keys/${id}/revocation`, revoked))).toMatchObject({
      state: 'revoked',
      revoked,
    });
    const { mustAccept } = await preview();
    const { status, body } = await importIt(mustAccept ?? '');
    expect([status, body.detail]).toEqual([400, expect.stringContaining('was revoked from')]);
    const earlier = signAgain(content, { madeAt: '2026-01-02T10:00:00.000Z' });
    const { checks } = await preview(earlier);
    expect(checks).toContainEqual({ state: 'stated', sentence: expect.stringContaining('cannot prove that') });
    expect((await importIt(undefined, earlier)).body.field).toBe('acceptedKey');
    ok(await importIt(mustAccept ?? '', earlier));
  });

  test('of this installation needs no key', async () => {
    expect(await preview(own)).toMatchObject({ mustAccept: null });
    ok(await importIt(undefined, own));
  });
});

describe('the key of another agency', () => {
  test('is entered by one administrator and confirmed by another, and by nobody else', async () => {
    const { id } = ok<CaseKey>(await enter());
    expect((await confirm(id, admin)).status).toBe(403);
    expect((await confirm(id, lead)).status).toBe(403);
    expect((await enter(lead)).status).toBe(403);
    expect((await enter(second)).status).toBe(409);
    expect(ok<CaseKey>(await confirm(id))).toMatchObject({ state: 'trusted', decided: { by: 'Second administrator' } });
    expect((await confirm(id)).status).toBe(409);
    expect(ok<CaseKeys>(await lead.get('/case-keys')).items).toMatchObject([
      { name: 'South Prosecutor', publicKey: THEIRS, mayDecide: false, mayRevoke: false },
    ]);
    const actions = (await listTestEvents(casework)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['case-key.propose', 'case-key.trust']));
  });

  test('is withdrawn by who entered it, refused by another, and can be entered again', async () => {
    const { id } = ok<CaseKey>(await enter());
    expect(ok<CaseKey>(await admin.post(`/case-keys/${id}/decision`, { isTrusted: false })).state).toBe('withdrawn');
    const again = ok<CaseKey>(await enter());
    expect(ok<CaseKey>(await second.post(`/case-keys/${again.id}/decision`, { isTrusted: false })).state).toBe(
      'refused',
    );
    expect((await second.post(`/case-keys/${again.id}/revocation`, { from: today(), why: 'Too late' })).status).toBe(
      409,
    );
    const third = await trust();
    expect(
      (await admin.post(`/case-keys/${third.id}/revocation`, { from: '2099-01-01', why: 'Later' })).body.field,
    ).toBe('from');
  });

  test('is one key, and not our own', async () => {
    const { own } = ok<CaseKeys>(await lead.get('/case-keys'));
    expect((await enter(admin, own.file)).body.detail).toContain('key of this installation');
    expect((await enter(admin, `${THEIRS}\n${'ab'.repeat(32)}`)).body.detail).toContain('several keys');
    expect((await enter(admin, '<script>')).body.field).toBe('publicKey');
  });

  test('is not known to another agency of the same installation', async () => {
    await trust();
    const away = await addAccount(casework, { agency: await addAgency(casework, 'South District Police') });
    const asker = await openAsker(casework, away);
    expect(ok<CaseKeys>(await asker.get('/case-keys')).items).toEqual([]);
    expect(ok<Shown>(await asker.post('/case-imports/preview', { content })).mustAccept).not.toBeNull();
  });
});
