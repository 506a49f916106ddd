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
import { PackageList } from './package-list.tsx';
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
    files: [],
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
  const answers = { getMe, makeCasePackage: made, listCaseEvidence: { items: [], next: null } };
  const api = openPart(<PackageDialog head={head} isOpen onClose={nothing} />, answers);
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

const SENT: Answer<'listCasePackages'>['items'][number] = {
  ...{ id: '00000000-0000-4000-8000-0000000000e1', number: 'G-1', recipient: 'South Prosecutor', purpose: 'Order 7' },
  ...{ expires: null, root: ROOT, files: [{ number: 'EV-01', size: 5, sha256: ROOT }], madeAt: 1_795_000_000 },
  ...{ madeBy: 'Lead investigator', revoked: null },
};

test('a package is revoked with a reason, and its notice is saved', async () => {
  const revoked = { at: 1_795_100_000, by: 'Lead investigator', why: 'Wrong suspect', notice: '{}' };
  const api = openPart(<PackageList overview={createCaseOverview(CASE_RIGHTS)} />, {
    getMe,
    listCasePackages: { items: [SENT] },
    revokeCasePackage: { ...SENT, revoked },
  });
  await expect.element(page.getByText('1 file')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke G-1' }).click();
  await page.getByLabelText('Why').fill('Wrong suspect');
  await expectAccessible();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke G-1' }).click();
  await expect
    .poll(() => api.calls.find(({ route }) => route === 'revokeCasePackage')?.input.body)
    .toEqual({ why: 'Wrong suspect' });
});

test('a notice that a package is revoked is taken in where cases are imported', async () => {
  const notice = {
    ...{ package: SENT.id, sender: 'South', number: '2026-00007', why: 'Wrong suspect', revokedAt: 1_795_100_000 },
    fingerprint: '1234 5678 9abc def0',
  };
  const api = openPart(<ImportButton />, { getMe, receivePackageRevocation: notice });
  const file = new File(['{"format":"trailmark-package-revocation"}'], 'a.revocation.json');
  await userEvent.upload(page.getByLabelText('File of a case'), file);
  await expect.poll(() => api.calls.map(({ route }) => route)).toContain('receivePackageRevocation');
});

/** An archive as the server writes it: one header and one file. */
function tarOf(name: string, text: string): Blob {
  const header = new Uint8Array(512);
  const put = (at: number, value: string) => header.set(new TextEncoder().encode(value), at);
  put(0, name);
  put(124, text.length.toString(8).padStart(11, '0'));
  put(257, 'ustar');
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
  put(148, sum.toString(8).padStart(6, '0'));
  return new Blob([header, text.padEnd(512, '\0')]);
}

test('an archive of a package is read without copying its files, and one that lacks a file is refused', async () => {
  const end = new Uint8Array(1_024);
  const whole = new File([tarOf('package.json', '{"a":1}'), tarOf('evidence/EV-01', 'bytes'), end], 'a.tar');
  const files = [{ number: 'EV-01', name: 'laptop.img', size: 5, sha256: ROOT }];
  openPart(<ImportButton />, { getMe, previewCaseImport: { ...PREVIEW, files } });
  await userEvent.upload(page.getByLabelText('File of a case'), whole);
  await expect.element(page.getByText(/1 file of evidence, 5 B\. They are sent/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const cut = new File([tarOf('package.json', '{"a":1}'), end], 'b.tar');
  await userEvent.upload(page.getByLabelText('File of a case'), cut);
  await expect.element(page.getByRole('alert')).toHaveTextContent('does not have EV-01 as it was signed');
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
