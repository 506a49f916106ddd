import { sampleAsset, sampleLabel, sampleParty } from '@trailmark/analysis/screening/rules/testing/sample-evidence';
import type { ThreatRules, ThreatRulesCheck, ThreatRulesVersion } from '@trailmark/api/contract/threat-rules';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { Screening, Verdict } from '@trailmark/core/screening/screening';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
  toTestCaller,
} from '../../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../../testing/ask.ts';
import { readDefaultRules } from '../default-rules.ts';
import { readRulesInForce } from './read-rule-sets.ts';
import { previewDraft } from './try-draft.ts';

let casework: TestCaseworkContext;
let analyst: Asker;
let admin: Asker;
let adminAccount: TestAccount;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  adminAccount = await addAccount(casework, { name: 'Agency administrator', role: 'agency-admin' });
  analyst = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }));
  admin = await openAsker(casework, adminAccount);
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

/** The default rules with one weight changed. */
function draftOf(id: string, weight: number) {
  const { ruleSet } = readDefaultRules();
  const rules = ruleSet.rules.map((rule) => (rule.id === id ? { ...rule, weight } : rule));
  return { ...ruleSet, name: 'Our rules', rules };
}

const draft = draftOf('G1', 60);
const propose = async (content: object | null = draft, asker = analyst): Promise<ThreatRulesVersion> =>
  ok(await asker.post('/threat-rules', { content, note: 'Gambling weighs more here' }));
const decide = (id: string, asker = admin, isApproved = true) =>
  asker.post(`/threat-rules/${id}/decision`, { isApproved, note: 'Agreed' });
const inForce = async (asker = analyst) => ok<ThreatRules>(await asker.get('/threat-rules/in-force'));

describe('versions and four eyes', () => {
  test('the rules of the software apply until a proposal is approved, by an administrator who did not write it', async () => {
    const proposal = await propose();
    expect(proposal).toMatchObject({ number: 1, state: 'proposed', isInForce: false, proposedBy: 'Lead investigator' });
    expect(await inForce()).toMatchObject({ version: null, hash: readDefaultRules().hash });

    expect((await decide(proposal.id, analyst)).status).toBe(403);
    const approved = ok<ThreatRulesVersion>(await decide(proposal.id));
    expect(approved).toMatchObject({ state: 'approved', isInForce: true, decided: { by: 'Agency administrator' } });
    const now = await inForce();
    expect(now.hash).toBe(proposal.hash);
    expect(now.ruleSet.rules.find(({ id }) => id === 'G1')?.weight).toBe(60);
    const { hash } = await readRulesInForce(casework, toTestCaller(casework, adminAccount));
    expect(hash).toBe(proposal.hash);
  });

  test('an administrator who wrote a proposal decides on it neither way, also not in the database', async () => {
    const proposal = await propose(draft, admin);
    expect(proposal).toMatchObject({ mayDecide: false, mayWithdraw: true });
    for (const isApproved of [true, false]) {
      const { status, body } = await decide(proposal.id, admin, isApproved);
      expect([status, body.detail]).toEqual([
        403,
        'Another administrator than the one who proposed the rules decides on them.',
      ]);
    }
    await expect(
      casework.store.transact({ kind: 'system' }, (tx) =>
        tx.run(sql`UPDATE threat_rule_set SET state = 'approved', decided_at = now(), decided_by = proposed_by`),
      ),
    ).rejects.toThrow();
  });

  test('a return to the rules of the software is a proposal too', async () => {
    ok(await decide((await propose()).id));
    const back = await propose(null);
    expect(back).toMatchObject({ number: 2, isDefault: true });
    expect((await inForce()).ruleSet.name).toBe('Our rules');
    ok(await decide(back.id));
    expect(await inForce()).toMatchObject({ hash: readDefaultRules().hash });
    const { items } = ok<{ items: ThreatRulesVersion[] }>(await analyst.get('/threat-rules'));
    expect(items.map(({ number, isInForce }) => [number, isInForce])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  test('what is refused or withdrawn never comes into force, and is decided once', async () => {
    const first = await propose();
    ok(await decide(first.id, admin, false));
    expect((await decide(first.id)).status).toBe(409);
    const second = await propose();
    expect((await admin.post(`/threat-rules/${second.id}/withdrawal`, {})).status).toBe(403);
    ok(await analyst.post(`/threat-rules/${second.id}/withdrawal`, {}));
    expect((await decide(second.id)).status).toBe(409);
    expect(await inForce()).toMatchObject({ version: null });
  });

  test('one proposal waits at a time, and rules that are in force already are no proposal', async () => {
    expect((await analyst.post('/threat-rules', { content: null, note: 'As it is' })).status).toBe(409);
    await propose();
    const { status, body } = await analyst.post('/threat-rules', { content: draftOf('G1', 61), note: 'And more' });
    expect([status, body.detail]).toEqual([
      409,
      'Another proposal waits for a decision. It is decided or withdrawn first.',
    ]);
  });

  test('a version is never changed, also not by the program', async () => {
    const { id } = await propose();
    const scope = { kind: 'agency', agency: adminAccount.agency, account: adminAccount.id } as const;
    for (const change of [
      sql`UPDATE threat_rule_set SET content = '{}' WHERE id = ${id}`,
      sql`DELETE FROM threat_rule_set WHERE id = ${id}`,
    ]) {
      await expect(casework.store.transact(scope, (tx) => tx.run(change))).rejects.toThrow(/permission denied/);
    }
  });

  test('another agency sees no version and has the rules of the software', async () => {
    const { id } = await propose();
    ok(await decide(id));
    const agency = await addAgency(casework, 'South District Police');
    const outsider = await openAsker(casework, await addAccount(casework, { agency, role: 'agency-admin' }));
    const platform = await openAsker(casework, await addAccount(casework, { agency, role: 'platform-admin' }));
    for (const asker of [outsider, platform]) {
      expect((await asker.get(`/threat-rules/${id}`)).status).toBe(404);
      expect((await decide(id, asker)).status).toBe(404);
      expect((await inForce(asker)).hash).toBe(readDefaultRules().hash);
      expect(ok<{ items: unknown[] }>(await asker.get('/threat-rules')).items).toEqual([]);
    }
  });

  test('each step is a line of the audit log with number and hash', async () => {
    const { id, hash } = await propose();
    ok(await decide(id));
    const lines = (await listTestEvents(casework)).filter(({ action }) => String(action).startsWith('threat-rules.'));
    expect(lines.map(({ action, object, details }) => ({ action, object, details }))).toEqual(
      ['propose', 'approve'].map((act) => ({
        action: `threat-rules.${act}`,
        object: { kind: 'threat-rules', id },
        details: { number: 1, hash },
      })),
    );
  });
});

describe('a draft', () => {
  test('is checked with every fault at once, and changes nothing', async () => {
    const [first, second, ...rest] = draft.rules;
    const faulty = { ...draft, rules: [{ ...first, weight: 200 }, { ...second, categories: ['villain'] }, ...rest] };
    const check = ok<ThreatRulesCheck>(await analyst.post('/threat-rule-checks', { content: faulty }));
    expect(check.faults).toEqual([
      { rule: 'S1', field: 'weight', sentence: 'Rule “S1”: its weight is “200”. It is a whole number from 0 to 100.' },
      { rule: 'S2', field: 'categories', sentence: 'Rule “S2”: there is no category “villain”.' },
    ]);
    const { status, body } = await analyst.post('/threat-rules', { content: faulty, note: 'Too much' });
    expect([status, body.detail]).toEqual([
      400,
      'Rule “S1”: its weight is “200”. It is a whole number from 0 to 100. 1 more fault follows.',
    ]);
  });

  test('is compared with the rules in force, in words', async () => {
    const check = ok<ThreatRulesCheck>(await analyst.post('/threat-rule-checks', { content: draft }));
    expect(check.changes).toEqual([
      { rule: null, what: 'Name', from: 'Trailmark default 1', to: 'Our rules' },
      { rule: 'G1', what: 'Weight', from: '31', to: '60' },
    ]);
    const { id } = await propose({ ...draft, rules: draft.rules.filter((rule) => rule.id !== 'K1') });
    const { changes } = ok<ThreatRules>(await analyst.get(`/threat-rules/${id}/differences?from=default`));
    expect(changes.map(({ rule, what, to }) => [rule, what, to === null])).toEqual([
      [null, 'Name', false],
      ['G1', 'Weight', false],
      ['K1', 'Rule removed', true],
    ]);
  });
});

describe('a preview', () => {
  const verdict: Verdict = { state: 'scored', level: 'medium', score: 31, sentences: ['Sample.'], fired: [] };
  const request: Screening['request'] = {
    ...{ chain: 'btc', subject: { kind: 'address', text: 'bc1qsubject' }, ways: ['in', 'out'], asset: NATIVE_ASSET },
    ...{ method: 'haircut/1', maxHops: 5, minSharePpm: 0, minAmount: 0n, fromTime: null, toTime: null, budget: 100 },
    ...{ withCluster: false, followSwaps: false, withoutLabels: [], withoutRules: [] },
  };
  const screening: Screening = {
    ...{ request, verdict, own: [], inherited: [], cluster: null, behaviours: [], disagreements: [], limits: [] },
    exposure: [sampleAsset([sampleParty({ category: 'gambling', amount: 3_000_000_000n })])],
  };
  const preview = (content: unknown, screenings: readonly Screening[]) =>
    previewDraft(casework, toTestCaller(casework, adminAccount), content, {
      list: async () =>
        screenings.map((one, index) => ({ id: `s${index}`, caseNumber: null, screenedAt: 5, screening: one })),
    });

  test('names the verdicts that change, and counts the rules that fire for all or for none', async () => {
    const answer = await preview(draftOf('G1', 80), [screening]);
    expect(answer.changed).toMatchObject([
      { subject: 'bc1qsubject', before: { level: 'medium', score: 31 }, after: { level: 'high', score: 80 } },
    ]);
    expect(answer.rules.find(({ rule }) => rule === 'G1')).toEqual({ rule: 'G1', fired: 1 });
    expect(answer.notes).toEqual([
      'Fires for all past screenings (1), and so tells none apart: G1.',
      '53 of 54 rules fire for none of the past screenings (1).',
    ]);
    expect((await preview(draftOf('K1', 80), [screening])).changed).toEqual([]);
  });

  test('never makes Low of a subject whose chain was not read', async () => {
    const own = [sampleLabel({ category: 'gambling' }), sampleLabel({ id: 'r' })];
    const unread = { ...screening, exposure: [], own, verdict: { ...verdict, score: 95 } };
    const noSides = { ...sampleAsset([]), sides: [] };
    for (const exposure of [[], [noSides]]) {
      const answer = await preview(draftOf('R1-own', 0), [{ ...unread, exposure }]);
      expect(answer.changed).toMatchObject([{ before: { score: 95 }, after: { state: 'unknown', level: 'unknown' } }]);
    }
  });

  test('over nothing says so', async () => {
    expect(await preview(draft, [])).toEqual({
      ...{ screenings: 0, ofCases: 0, changed: [], rules: [], notes: ['No past screenings yet.'] },
    });
    expect(ok(await analyst.post('/threat-rule-previews', { content: draft }))).toMatchObject({ screenings: 0 });
  });

  test('reads the screenings that the reader stored, the newest of each subject, and those of nobody else', async () => {
    const subject = { kind: 'address', text: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S' };
    for (const text of [subject.text, subject.text, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa']) {
      ok(await analyst.post('/screenings', { chain: 'btc', subject: { ...subject, text }, keep: true }));
    }
    const { screenings } = ok<{ screenings: number }>(await analyst.post('/threat-rule-previews', { content: draft }));
    expect(screenings).toBe(2);
    expect(ok(await admin.post('/threat-rule-previews', { content: draft }))).toMatchObject({ screenings: 0 });
  });

  test('reads what is pinned in cases that the reader may see, and nothing of a sealed case', async () => {
    const subjects = {
      open: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
      'need-to-know': '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      sealed: '1HLoD9E4SDFFPDiYfNYnkBLQ85Y51J3Zb1',
    };
    for (const [policy, text] of Object.entries(subjects)) {
      const body = { template: 'ransomware', title: 'Harbour', policy };
      const { id } = ok<{ id: string }>(await analyst.post('/cases', body));
      const input = { params: {}, query: {}, body: { chain: 'btc', subject: { kind: 'address', text }, keep: false } };
      ok(await analyst.post(`/cases/${id}/items`, { kind: 'screening', input }));
    }
    const previewOf = async (asker: Asker) =>
      ok<{ screenings: number; ofCases: number }>(await asker.post('/threat-rule-previews', { content: draft }));
    expect(await previewOf(analyst)).toMatchObject({ screenings: 2, ofCases: 2 });
    expect(await previewOf(admin)).toMatchObject({ screenings: 1, ofCases: 1 });
  });

  test('a screening uses the rules of the agency from their approval on', async () => {
    const ask = { chain: 'btc', subject: { kind: 'address', text: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S' } };
    const { id, hash } = await propose();
    expect(ok(await analyst.post('/screenings', ask))).toMatchObject({ ruleSet: { hash: readDefaultRules().hash } });
    ok(await decide(id));
    expect(ok(await analyst.post('/screenings', ask))).toMatchObject({ ruleSet: { name: 'Our rules', hash } });
  });
});
