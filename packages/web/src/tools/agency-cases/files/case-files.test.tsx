import { CASE_RIGHTS } from '@trailmark/core/case';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answer } from '../../../api.ts';
import { UNANSWERED } from '../../../testing/fake-api.ts';
import { expectAccessible, openPart } from '../../../testing/open-screen.tsx';
import { createCaseOverview } from '../../../testing/sample-case.ts';
import { createMe } from '../../../testing/sample-session.ts';
import { ImportButton } from '../import-button.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { PackageDialog } from './package-dialog.tsx';
import { PurgedCases } from './purged-cases.tsx';

const { head } = createCaseOverview(CASE_RIGHTS);
const ROOT = 'a'.repeat(64);
const PREVIEW: Answer<'previewCaseImport'> = {
  ...{
    mustAccept: null,
    format: 'Signed package of a case',
    title: 'Harbour',
    rows: { person: 2, link: 1 },
    people: [],
    root: ROOT,
  },
  notUnderstood: [{ what: 'case_person/name', count: 2, why: 'left out by the sender' }],
  checks: [
    { state: 'passed', sentence: 'The statement is signed with the key 1234 5678.' },
    { state: 'stated', sentence: 'The sender calls itself “North Cyber Unit”.' },
  ],
};
const getMe = createMe('allowed');
const nothing = () => undefined;
const choose = () =>
  userEvent.upload(page.getByLabelText('File of a case'), new File(['{"a":1}'], 'case.package.json'));

test('an import shows who signed, what was checked, what it becomes and what was left out, before it is written', async () => {
  const api = openPart(<ImportButton />, { getMe, previewCaseImport: PREVIEW });
  await choose();
  await expect.element(page.getByRole('dialog', { name: 'Import a case' })).toBeVisible();
  await expect.element(page.getByText('2 people and entities')).toBeVisible();
  await expect.element(page.getByText('The statement is signed with the key 1234 5678.')).toBeVisible();
  await expect.element(page.getByText('People and entities: name (2).')).toBeVisible();
  await expect.element(page.getByText('left out by the sender')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Import the case' })).toBeEnabled();
  expect(api.calls.some(({ route }) => route === 'importCase')).toBe(false);
  await expectAccessible();
});

test('a package that failed a check cannot be imported', async () => {
  const checks = [{ state: 'failed', sentence: 'The statement is not what its key signed.' }] as const;
  openPart(<ImportButton />, { getMe, previewCaseImport: { ...PREVIEW, checks: [...checks] } });
  await choose();
  await expect.element(page.getByText('The statement is not what its key signed.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Import the case' })).toBeDisabled();
});

test('an unknown key is accepted by its fingerprint, before the import', async () => {
  const mustAccept = '1234 5678 9abc def0';
  const answers = { getMe, previewCaseImport: { ...PREVIEW, mustAccept }, importCase: UNANSWERED };
  const api = openPart(<ImportButton />, answers);
  await choose();
  await expect.element(page.getByRole('button', { name: 'Import the case' })).toBeDisabled();
  await page.getByRole('checkbox', { name: /I compared 1234 5678 9abc def0/ }).click();
  await expectAccessible();
  await page.getByRole('button', { name: 'Import the case' }).click();
  await expect
    .poll(() => api.calls.find(({ route }) => route === 'importCase')?.input.body)
    .toMatchObject({ acceptedKey: mustAccept });
});

test('each format says what it carries, and one for others what it needs', async () => {
  openPart(<ExportDialog head={head} isOpen onClose={nothing} />);
  await expect.element(page.getByText(/imported again without loss/)).toBeVisible();
  await page.getByRole('radio', { name: /STIX 2.1/ }).click();
  await expect.element(page.getByRole('button', { name: 'Save as STIX 2.1' })).toBeVisible();
  await expect.element(page.getByText(/made for others/)).toBeVisible();
  await expectAccessible();
});

test('a package names its recipient, its purpose and its parts', async () => {
  const made = { id: head.id, root: ROOT, content: '{}' };
  const api = openPart(<PackageDialog head={head} isOpen onClose={nothing} />, { getMe, makeCasePackage: made });
  await page.getByLabelText('Recipient').fill('South Prosecutor');
  await page.getByLabelText('Purpose').fill('Mutual assistance');
  await page.getByRole('checkbox', { name: 'Names and email addresses of colleagues' }).click();
  await expectAccessible();
  await page.getByRole('button', { name: 'Sign and save the package' }).click();
  await expect.poll(() => api.calls.some(({ route }) => route === 'makeCasePackage')).toBe(true);
  expect(api.calls.find(({ route }) => route === 'makeCasePackage')?.input.body).toMatchObject({
    ...{ recipient: 'South Prosecutor', purpose: 'Mutual assistance', expires: null, hides: ['names'] },
    areas: ['results', 'people', 'labels', 'timeline'],
  });
});

const STONE: Answer<'listCaseTombstones'>['items'][number] = {
  ...{ id: '00000000-0000-4000-8000-0000000000f1', root: ROOT, contentRoot: ROOT, evidenceRoot: ROOT },
  ...{ reason: 'The time is over', askedAt: 1_795_000_000, askedBy: 'Lead investigator' },
  ...{ purgedAt: 1_795_100_000, purgedBy: 'Head of unit', size: '10 to 99 entries' },
};
const PROOF = {
  body: '{}',
  leaf: 41,
  hash: ROOT,
  path: [ROOT],
  checkpoint: { size: 60, root: ROOT, at: '', note: '' },
};

test('a tombstone is verified on request, and one that the log does not prove says so', async () => {
  const proven = { tombstone: STONE, isProven: true, sentence: 'The line of this purge is in the log.', proof: PROOF };
  const answers = [proven, { ...proven, isProven: false, sentence: 'It was changed.' }];
  openPart(<PurgedCases isOpen onClose={nothing} />, {
    listCaseTombstones: { items: [STONE] },
    verifyCaseTombstone: () => answers.shift() ?? proven,
  });
  await expect.element(page.getByText('The time is over')).toBeVisible();
  await page.getByRole('button', { name: 'Verify the tombstone' }).click();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('The line of this purge is in the log. Line 42 of 60.');
  await expectAccessible();
  await page.getByRole('button', { name: 'Verify the tombstone' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('It was changed.');
});
