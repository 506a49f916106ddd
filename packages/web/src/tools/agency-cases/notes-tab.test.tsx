import type { CaseNote, CaseNoteConflict, CaseNoteHead } from '@trailmark/api/contract/case-note';
import { AppError } from '@trailmark/core/errors';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseOverview, NO_COMMENTS } from '../../testing/sample-case.ts';
import { testStates } from '../../testing/test-states.ts';

const PATH = `/agency-cases/${CASE_ID}/notes`;
const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const HEAD: CaseNoteHead = {
  ...{ id: '00000000-0000-4000-8000-0000000000d1', number: 'N-1', title: 'Interview', version: 2 },
  ...{
    createdAt: 1_795_000_000,
    createdBy: 'Lead investigator',
    changedAt: 1_795_100_000,
    changedBy: 'Second analyst',
  },
  ...{ size: 40, kept: 0 },
};
const NOTE: CaseNote = {
  ...HEAD,
  text: `Paid to ${ADDRESS}.\n\n<b>not bold</b>`,
  links: [{ text: ADDRESS, kind: 'address', chain: 'btc', id: ADDRESS }],
  keptTexts: [],
};
const SAVED: Answer<'saveCaseNote'> = { note: { ...NOTE, version: 3 }, refused: [], overlaps: [] };
const side = { title: 'Interview', links: [], madeFrom: 2 };
const CONFLICT: CaseNoteConflict = {
  present: { ...side, version: 3, text: 'Theirs', savedAt: 1_795_150_000, savedBy: 'Second analyst' },
  kept: {
    ...{ ...side, id: '00000000-0000-4000-8000-0000000000e1', text: 'Mine' },
    ...{ savedAt: 1_795_160_000, savedBy: 'Lead investigator' },
  },
};
const others = { listCaseComments: NO_COMMENTS, getCase: createCaseOverview(), getCaseNote: NOTE };
const answers = { ...others, listCaseNotes: { items: [HEAD] } };

beforeEach(() => localStorage.clear());

testStates({
  path: PATH,
  as: 'allowed',
  route: 'listCaseNotes',
  others,
  empty: { answer: { items: [] }, says: /No note is written/ },
});

test('a note links its addresses and shows HTML as the characters it is', async () => {
  openScreen(PATH, answers, { as: 'allowed' });
  await expect
    .element(page.getByRole('link', { name: ADDRESS }))
    .toHaveAttribute('href', `/Track/btc/address/${ADDRESS}`);
  await expect.element(page.getByText('<b>not bold</b>')).toBeVisible();
  await expectAccessible();
});

test('what is typed is kept in the browser, and forgotten when the server has saved it', async () => {
  const { calls } = openScreen(PATH, { ...answers, saveCaseNote: SAVED }, { as: 'allowed' });
  const edit = () => page.getByRole('article').getByRole('button', { name: 'Edit' }).click();
  await edit();
  await page.getByLabelText('Text, Markdown').fill('Half a thought');
  expect(Object.values(localStorage).join()).toContain('Half a thought');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('link', { name: ADDRESS })).toBeVisible();
  await edit();
  await expect.element(page.getByLabelText('Text, Markdown')).toHaveValue('Half a thought');
  await expect.element(page.getByText(/typed here and not saved yet/)).toBeVisible();
  await page.getByRole('button', { name: 'Save a version' }).click();
  await expect
    .poll(() => calls.find(({ route }) => route === 'saveCaseNote')?.input.body)
    .toEqual({ version: 2, title: 'Interview', text: 'Half a thought' });
  await expect.poll(() => Object.values(localStorage).join()).not.toContain('Half a thought');
});

test('a draft stays where the server did not answer', async () => {
  const down = new AppError('unavailable', 'The server does not answer.');
  openScreen(PATH, { ...answers, saveCaseNote: () => down }, { as: 'allowed' });
  await page.getByRole('article').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabelText('Text, Markdown').fill('Half a thought');
  await page.getByRole('button', { name: 'Save a version' }).click();
  await expect.element(page.getByText('What you typed is kept in this browser.')).toBeVisible();
  expect(Object.values(localStorage).join()).toContain('Half a thought');
});

test('two writers: both texts are side by side, and the merged one becomes the next version', async () => {
  const facts = CONFLICT;
  let isFirst = true;
  const conflict = new AppError('conflict', 'Somebody saved this note.', {
    context: { reason: 'changed-meanwhile', facts },
  });
  const save = () => {
    const answer = isFirst ? conflict : SAVED;
    isFirst = false;
    return answer;
  };
  const { calls } = openScreen(PATH, { ...answers, saveCaseNote: save }, { as: 'allowed' });
  await page.getByRole('article').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabelText('Text, Markdown').fill('Mine');
  await page.getByRole('button', { name: 'Save a version' }).click();
  await expect.element(page.getByText('Two people wrote this note at the same time.')).toBeVisible();
  await expect.element(page.getByLabelText('Saved first: the note now')).toHaveTextContent('Theirs');
  await expectAccessible();
  await page.getByRole('button', { name: 'Put both below each other' }).click();
  await page.getByRole('button', { name: 'Save this text' }).click();
  await expect
    .poll(() => calls.filter(({ route }) => route === 'saveCaseNote').at(-1)?.input.body)
    .toEqual({ version: 3, title: 'Interview', text: 'Theirs\n\nMine', settles: CONFLICT.kept.id });
});

test('a text that waits next to a note can be compared and dismissed', async () => {
  const { version: _, ...kept } = { version: 0, ...CONFLICT.kept };
  const note = { ...NOTE, kept: 1, keptTexts: [{ ...kept, isOwn: true }] };
  const { calls } = openScreen(PATH, { ...answers, getCaseNote: note, settleCaseNote: NOTE }, { as: 'allowed' });
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'Leave the note as it is' }).click();
  await expect
    .poll(() => calls.find(({ route }) => route === 'settleCaseNote')?.input.params)
    .toMatchObject({ kept: CONFLICT.kept.id });
});

test('versions are listed and each is shown as it was', async () => {
  const line = { madeFrom: null, savedAt: 1_795_000_000, savedBy: 'Lead investigator', size: 5 };
  const versions = {
    items: [
      { ...line, number: 2, madeFrom: 1 },
      { ...line, number: 1 },
    ],
    next: null,
  };
  const shown = { ...side, madeFrom: null, savedAt: 1, savedBy: 'Lead investigator', version: 1, text: 'As it was' };
  openScreen(PATH, { ...answers, listCaseNoteVersions: versions, getCaseNoteVersion: shown }, { as: 'allowed' });
  await page.getByRole('button', { name: /^Versions/ }).click();
  await page.getByRole('button', { name: /^1 Lead investigator/ }).click();
  await expect.element(page.getByText('As it was')).toBeVisible();
});
