import { hideLeaf, type ShownLeaf } from '@trailmark/evidence/case-package/case-package';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';
import { FILLED_ADDRESS, fillCase, ok } from '../testing/fill-case.ts';

let casework: TestCaseworkContext;
let legal: TestAccount;
let other: TestAccount;
let lead: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }));
  legal = await addAccount(casework, { name: 'Legal adviser' });
  other = await addAccount(casework, { name: 'Second analyst' });
});

const BODY = {
  ...{ recipient: 'South Prosecutor', purpose: 'Mutual assistance 26/4', handling: 'Restricted', expires: null },
  ...{ areas: ['results', 'people', 'labels', 'notes', 'money'], hides: ['colleagues'] },
};
interface Made {
  readonly content: string;
  readonly root: string;
}
interface Shown {
  readonly checks: readonly { readonly state: string; readonly sentence: string }[];
  readonly notUnderstood: readonly { readonly what: string }[];
  readonly rows: Readonly<Record<string, number>>;
}
const make = async (id: string, more: object = {}) =>
  ok<Made>(await lead.post(`/cases/${id}/packages`, { ...BODY, ...more }));
const preview = async (content: string) => ok<Shown>(await lead.post('/case-imports/preview', { content }));

describe('a signed package of a case', () => {
  test('is checked line by line, says what was left out, and becomes a case that says where it came from', async () => {
    const { id } = await fillCase({ casework, lead, legal });
    const { content, root } = await make(id);
    expect(content).not.toContain('1984-02-03');
    expect(content).not.toContain('Lead investigator');
    const shown = await preview(content);
    expect(shown.checks.map(({ state }) => state)).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
      'passed',
      'stated',
    ]);
    expect(shown.rows).toMatchObject({ item: 1, person: 1, link: 1, label: 1, money: 1, note: 2 });
    const left = shown.notUnderstood.map(({ what }) => what);
    expect(left).toEqual(expect.arrayContaining(['people/name', 'people/email', 'case_task', 'case_request']));
    const { head, strangers } = ok<{ head: { id: string; policy: string }; strangers: string[] }>(
      await lead.post('/case-imports', { content }),
    );
    expect(head.policy).toBe('need-to-know');
    expect(new Set(strangers)).toEqual(new Set(['Name left out']));
    const { items } = ok<{ items: { title: string; note?: string; id: string }[] }>(
      await lead.get(`/cases/${head.id}/notes`),
    );
    const origin = items.find(({ title }) => title.startsWith('Where this case came from'));
    const note = ok<{ text: string }>(await lead.get(`/cases/${head.id}/notes/${origin?.id}/versions/1`));
    expect(note.text).toContain('Purpose: Mutual assistance 26/4');
    expect(note.text).toContain(root);
    expect(ok<{ items: object[] }>(await lead.get(`/cases?words=${FILLED_ADDRESS}`)).items).toHaveLength(2);
  });

  test('leaves out names where that was chosen, and nothing of them is in the file', async () => {
    const { id } = await fillCase({ casework, lead, legal });
    const { content } = await make(id, { hides: ['names', 'colleagues'] });
    expect(content).not.toContain('Suspect A');
    const { head } = ok<{ head: { id: string } }>(await lead.post('/case-imports', { content }));
    const { people } = ok<{ people: { name: string }[] }>(await lead.get(`/cases/${head.id}/people`));
    expect(people.map(({ name }) => name)).toEqual(['Name left out']);
  });

  test('still verifies after its reader took a value out by its hash', async () => {
    const { id } = await fillCase({ casework, lead, legal });
    const file = JSON.parse((await make(id)).content) as { leaves: ShownLeaf[] };
    const leaves = file.leaves.map((leaf) => (leaf.path === 'case_label/0/source' ? hideLeaf(leaf) : leaf));
    const { checks, notUnderstood } = await preview(JSON.stringify({ ...file, leaves }));
    expect(checks.some(({ state }) => state === 'failed')).toBe(false);
    expect(notUnderstood.map(({ what }) => what)).toContain('case_label/source');
  });

  test.each<[string, (text: string) => string, string]>([
    ['a changed value', (text) => text.replace('"Harbour"', '"Harbor"'), 'was changed, added, moved or taken away'],
    ['a changed recipient', (text) => text.replace('South Prosecutor', 'West Prosecutor'), 'not what its key signed'],
    [
      'two values changed places',
      (text) => text.replace('"path":"case_label/0/text"', '"path":"case_label/0/source"'),
      'A place of the case occurs twice',
    ],
  ])('with %s is shown as failed and is not imported', async (_, spoil, sentence) => {
    const { id } = await fillCase({ casework, lead, legal });
    const { content } = await make(id);
    const spoilt = spoil(content);
    expect(spoilt).not.toBe(content);
    const failed = (await preview(spoilt)).checks.filter(({ state }) => state === 'failed');
    expect(failed.map((one) => one.sentence).join()).toContain(sentence);
    const { status, body } = await lead.post('/case-imports', { content: spoilt });
    expect([status, body.detail]).toEqual([400, expect.stringContaining(sentence)]);
    expect(ok<{ totals: object }>(await lead.get('/cases')).totals).toMatchObject({ count: 1 });
  });

  test('ends on its day, is not made by a viewer, and needs what the case asks for', async () => {
    const { id } = await fillCase({ casework, lead, legal });
    const expires = casework.now().toISOString().slice(0, 10);
    const { content } = await make(id, { expires });
    casework.advance(2 * 86_400_000);
    lead = await openAsker(casework, legal);
    expect((await lead.post('/case-imports', { content })).body.detail).toContain(`ended on ${expires}`);
    expect((await lead.post(`/cases/${id}/packages`, { ...BODY, expires })).body.field).toBe('expires');
    const requests = await lead.post(`/cases/${id}/packages`, { ...BODY, areas: ['requests'] });
    expect(requests.body.field).toBe('areas');
    ok(await lead.post(`/cases/${id}/authority-needs`, { version: 2, acts: ['disclosure'] }));
    expect((await lead.post(`/cases/${id}/packages`, BODY)).status).toBe(403);
    const stranger = await openAsker(casework, other);
    expect((await stranger.post(`/cases/${id}/packages`, BODY)).status).toBe(404);
  });
});
