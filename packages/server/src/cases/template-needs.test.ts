import { randomBytes } from 'node:crypto';
import type { CaseHead } from '@trailmark/api/contract/case';
import type { CaseAuthorities } from '@trailmark/api/contract/case-authority';
import { ACT_NAMES, type AuthorityAct } from '@trailmark/core/case-authority';
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../testing/ask.ts';
import { okOf } from '../testing/case-people.ts';
import { listTemplates } from './case-templates.ts';
import { openUploader, sha256 } from './evidence/testing/uploader.ts';

const DAY_MS = 86_400_000;
let casework: TestCaseworkContext;
let app: Hono;
let account: TestAccount;
let asker: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  account = await addAccount(casework, { name: 'Lead investigator' });
  app = createCaseworkApp(casework);
  asker = await openAsker(casework, account, app);
});
afterAll(() => casework.close());

const TEMPLATES = listTemplates('/nowhere');
const dayIn = (days: number) => new Date(casework.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

const custody = (act: string) => (id: string, file: string) =>
  asker.post(`/cases/${id}/evidence/${file}/custody`, {
    ...{ act, why: 'Analysis', doneAt: Math.floor(casework.now().getTime() / 1_000), from: 'Room 1', to: 'Laboratory' },
  });
/** What does each act in the program: a template demands an authority for nothing that is never done. */
const DOES: Partial<Record<AuthorityAct, (id: string, file: string) => Promise<Answer>>> = {
  'evidence-view': custody('view'),
  'evidence-copy': custody('copy'),
  'evidence-transfer': custody('transfer'),
  'evidence-export': (id, file) => asker.post(`/cases/${id}/evidence/${file}/export`, { why: 'For the court' }),
  'external-source': (id) =>
    asker.post(`/cases/${id}/sources`, { source: 'esplora-btc', why: 'To follow the payment' }),
  disclosure: (id) =>
    asker.post(`/cases/${id}/packages`, {
      ...{ recipient: 'South', purpose: 'Assistance', expires: null, areas: ['labels'], hides: [] },
    }),
};

async function openWithFile(template: string): Promise<{ readonly id: string; readonly file: string }> {
  const { id } = okOf<CaseHead>(await asker.post('/cases', { template, title: 'Harbour' }));
  const files = await openUploader(casework, { app, account, id });
  const bytes = randomBytes(100);
  const file = await files.started(bytes.length, 'phone.tar');
  await files.patch(file, 0, bytes);
  await files.finish(file, sha256(bytes));
  return { id, file };
}

test('every template of a crime type demands an authority for an act, with the reason', () => {
  expect(TEMPLATES.length).toBeGreaterThan(7);
  for (const { id, needs = [] } of TEMPLATES) {
    expect([id, needs.length > 0]).toEqual([id, true]);
    for (const { why } of needs) expect(why).toMatch(/^[A-Z].{20,}\.$/);
  }
});

test.each(TEMPLATES)(
  '$name: what the template demands an authority for is refused without one in force',
  async (one) => {
    const { id, file } = await openWithFile(one.id);
    const acts = (one.needs ?? []).map(({ act }) => act);
    const { needs } = okOf<CaseAuthorities>(await asker.get(`/cases/${id}/authorities`));
    expect(needs.acts).toEqual(['request', ...acts]);
    const attempt = (act: AuthorityAct) => DOES[act]?.(id, file) ?? expect.fail(`Nothing in the program does ${act}.`);
    const refused = async (sentence: string) => {
      for (const act of acts) {
        const { status, body } = await attempt(act);
        expect([status, body.detail]).toEqual([403, `This needs a legal authority for ${ACT_NAMES[act]}. ${sentence}`]);
      }
    };
    await refused('The case has none. A legal adviser or an owner of the case can enter one.');
    const order = { type: 'Order', number: '26/7', issuer: 'District court', acts, extender: 'The prosecutor' };
    const enter = async (from: number, to: number, more: object = {}) =>
      okOf(await asker.post(`/cases/${id}/authorities`, { ...order, from: dayIn(from), to: dayIn(to), ...more }));
    await enter(-20, -2);
    await refused(`Order 26/7 ended on ${dayIn(-2)}; The prosecutor can extend it.`);
    await enter(-10, 10, { number: '26/8' });
    for (const act of acts) okOf(await attempt(act));
  },
);
