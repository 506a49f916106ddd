import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseHead } from '@trailmark/api/contract/case';
import type { CaseAuthorities } from '@trailmark/api/contract/case-authority';
import type { CaseCustody } from '@trailmark/api/contract/case-evidence';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';
import { okOf } from '../../testing/case-people.ts';
import { makeBytes, openUploader, sha256, type Uploader } from './testing/uploader.ts';

const DAY_MS = 86_400_000;
let casework: TestCaseworkContext;
let asker: Asker;
let files: Uploader;
let item: string;
let id: string;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());

const dayIn = (days: number) => new Date(casework.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const secondIn = (days: number) => Math.floor(casework.now().getTime() / 1_000) + days * 86_400;
const readNeeds = async () => okOf<CaseAuthorities>(await asker.get(`/cases/${id}/authorities`));
const demand = async (acts: readonly string[]) =>
  okOf(await asker.post(`/cases/${id}/authority-needs`, { version: (await readNeeds()).needs.version, acts }));
const allow = async (acts: readonly string[], more: object = {}): Promise<CaseAuthorities> =>
  okOf(
    await asker.post(`/cases/${id}/authorities`, {
      ...{ type: 'Search warrant', number: '26/7', issuer: 'District court', from: dayIn(-10), to: dayIn(10) },
      ...{ acts, extender: 'The prosecutor', ...more },
    }),
  );
const enter = (act: string, more: object = {}) =>
  asker.post(`/cases/${id}/evidence/${item}/custody`, { act, why: 'Analysis', doneAt: secondIn(0), ...more });
const exportFile = () => asker.post(`/cases/${id}/evidence/${item}/export`, { why: 'For the court' });
const rows = async () => okOf<CaseCustody>(await asker.get(`/cases/${id}/evidence/${item}/custody`)).rows;

beforeEach(async () => {
  await casework.clear();
  const account = await addAccount(casework, { name: 'Lead investigator' });
  const app = createCaseworkApp(casework);
  asker = await openAsker(casework, account, app);
  id = okOf<CaseHead>(await asker.post('/cases', { template: 'ransomware', title: 'Harbour' })).id;
  files = await openUploader(casework, { app, account, id });
  const bytes = makeBytes(200);
  item = await files.started(bytes.length, 'phone.tar');
  await files.patch(item, 0, bytes);
  await files.finish(item, sha256(bytes));
});

test('an act on evidence that the case demands an authority for is refused without one, and nothing is written', async () => {
  await demand(['evidence-copy', 'evidence-export']);
  for (const [answer, act] of [
    [await enter('copy'), 'copying evidence'],
    [await exportFile(), 'exporting evidence'],
  ] as const) {
    expect([answer.status, answer.body.detail]).toEqual([
      403,
      `This needs a legal authority for ${act}. The case has none. A legal adviser or an owner of the case can enter one.`,
    ]);
  }
  okOf(await enter('view'));
  okOf(await enter('transfer'));
  expect((await rows()).map(({ act, authority }) => [act, authority])).toEqual([
    ['collect', null],
    ['view', null],
    ['transfer', null],
  ]);
});

test('the authority that covers an act is in the ledger, unless another one was entered', async () => {
  await demand(['evidence-copy', 'evidence-export']);
  await allow(['evidence-copy', 'evidence-export']);
  okOf(await enter('copy'));
  okOf(await enter('copy', { authority: 'Consent of the owner' }));
  okOf(await exportFile());
  expect((await rows()).slice(1).map(({ act, authority }) => [act, authority])).toEqual([
    ['copy', 'Search warrant 26/7'],
    ['copy', 'Consent of the owner'],
    ['export', 'Search warrant 26/7'],
  ]);
});

test('an act is judged by the day it was done: before an authority ended it is entered, after its end it is not', async () => {
  await demand(['evidence-copy']);
  await allow(['evidence-copy'], { from: dayIn(-10), to: dayIn(-2) });
  okOf(await enter('copy', { doneAt: secondIn(-3) }));
  const late = await enter('copy');
  expect([late.status, late.body.detail]).toEqual([
    403,
    `This needs a legal authority for copying evidence. Search warrant 26/7 ended on ${dayIn(-2)}; The prosecutor can extend it.`,
  ]);
  const early = await enter('copy', { doneAt: secondIn(-12) });
  expect([early.status, early.body.detail]).toEqual([
    403,
    `This needs a legal authority for copying evidence. Search warrant 26/7 begins on ${dayIn(-10)} and ends on ${dayIn(-2)}; The prosecutor can extend it.`,
  ]);
});

test('one that was ended covers what was done on the days before, and nothing from that day on', async () => {
  await demand(['evidence-transfer']);
  const { items } = await allow(['evidence-transfer']);
  okOf(
    await asker.post(`/cases/${id}/authorities/${items[0]?.id}/end`, { version: items[0]?.version, why: 'Set aside' }),
  );
  okOf(await enter('transfer', { doneAt: secondIn(-1) }));
  expect((await enter('transfer')).status).toBe(403);
});

test('a template demands authorities for acts, as well as those of every case', async () => {
  const folder = join(casework.filesDir, 'case-templates');
  mkdirSync(folder, { recursive: true });
  const template = { id: 'strict', name: 'Strict', summary: '', fields: [], tasks: [], authorities: [], report: [] };
  writeFileSync(
    join(folder, 'strict.json'),
    JSON.stringify({ ...template, needs: [{ act: 'evidence-view', why: 'Secret' }] }),
  );
  id = okOf<CaseHead>(await asker.post('/cases', { template: 'strict', title: 'Quay' })).id;
  expect((await readNeeds()).needs).toEqual({ acts: ['request', 'evidence-view'], version: 1 });
});
