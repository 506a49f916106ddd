import { CASE_RIGHTS, rightsAfterRecord } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../../api.ts';
import { UNANSWERED } from '../../../testing/fake-api.ts';
import { expectAccessible, openPart } from '../../../testing/open-screen.tsx';
import { createCaseOverview } from '../../../testing/sample-case.ts';
import { createMe } from '../../../testing/sample-session.ts';
import { RecordsSection } from './records-section.tsx';

type Row = Answer<'listCaseRecords'>['items'][number];

const getMe = createMe('allowed');
const OPEN = createCaseOverview(CASE_RIGHTS);
const CLOSED = {
  ...createCaseOverview(rightsAfterRecord('owner')),
  head: { ...OPEN.head, status: 'closed', record: 'F-1', closedAt: 1_795_200_000 },
} as const;
const FIRST: Row = {
  ...{ id: '00000000-0000-4000-8000-0000000000e1', number: 'F-1', why: 'The work is done', root: 'a'.repeat(64) },
  ...{ size: 4_096, leaves: 120, files: [{ number: 'EV-01', size: 5, sha256: 'b'.repeat(64) }] },
  ...{ madeAt: 1_795_200_000, madeBy: 'Lead investigator', reopened: null },
};

test('a case is closed with a reason, after what is sealed by it was stated', async () => {
  const api = openPart(<RecordsSection overview={OPEN} />, {
    getMe,
    listCaseRecords: { items: [] },
    closeCase: FIRST,
  });
  await expect.element(page.getByText(/^No record is in force\. You can close it/)).toBeVisible();
  await page.getByRole('button', { name: 'Close the case' }).click();
  await expect.element(page.getByText('Nobody can change any of it while the record is in force.')).toBeVisible();
  await page.getByRole('button', { name: 'Close 2026-40417 and sign' }).click();
  await expect.element(page.getByText('Write 3 to 500 characters.')).toBeVisible();
  await page.getByLabelText('Why the case is closed').fill('The work is done');
  await expectAccessible();
  await page.getByRole('button', { name: 'Close 2026-40417 and sign' }).click();
  await expect
    .poll(() => api.calls.find(({ route }) => route === 'closeCase')?.input.body)
    .toEqual({ version: 3, why: 'The work is done' });
});

test('what keeps a case from being closed is stated in the dialog', async () => {
  const sentence = 'Uploads of evidence are not finished (1). Finish or give them up first.';
  const closeCase = new AppError('conflict', sentence);
  openPart(<RecordsSection overview={OPEN} />, { getMe, listCaseRecords: { items: [] }, closeCase });
  await page.getByRole('button', { name: 'Close the case' }).click();
  await page.getByLabelText('Why the case is closed').fill('The work is done');
  await page.getByRole('button', { name: 'Close 2026-40417 and sign' }).click();
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(page.getByLabelText('Why the case is closed')).toHaveValue('The work is done');
});

test('a record is checked now, and one that is not what the case is says where', async () => {
  const passed = { state: 'passed', sentence: 'Everything in the case is what was signed.' } as const;
  const failed = { state: 'failed', sentence: 'The case is not what was signed: case/title.' } as const;
  const sound = { record: FIRST, isSound: true, checks: [passed], changed: [], changedCount: 0 };
  const answers = [sound, { ...sound, isSound: false, checks: [failed], changed: ['case/title'], changedCount: 1 }];
  openPart(<RecordsSection overview={CLOSED} />, {
    getMe,
    listCaseRecords: { items: [FIRST] },
    checkCaseRecord: () => answers.shift() ?? sound,
  });
  await expect.element(page.getByRole('link', { name: 'Download F-1' })).toHaveAttribute('download');
  await page.getByRole('button', { name: 'Check now F-1' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('The record is sound.');
  await expectAccessible();
  await page.getByRole('button', { name: 'Check now F-1' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The record is not sound.');
  await page.getByText('1 value differs from the record').click();
  await expect.element(page.getByText('case/title', { exact: true })).toBeVisible();
  await expectAccessible();
});

test('a closed case is reopened with a reason by an owner alone, and its record says so', async () => {
  const reopened = { at: 1_795_300_000, by: 'Lead investigator', why: 'New evidence' };
  const api = openPart(<RecordsSection overview={CLOSED} />, {
    getMe,
    listCaseRecords: { items: [{ ...FIRST, reopened }] },
    reopenCase: { ...FIRST, reopened },
  });
  await expect.element(page.getByText(/: New evidence$/)).toBeVisible();
  await page.getByRole('button', { name: 'Reopen the case' }).click();
  await page.getByLabelText('Why it is reopened').fill('New evidence');
  await expectAccessible();
  await page.getByRole('button', { name: 'Reopen 2026-40417' }).click();
  await expect
    .poll(() => api.calls.find(({ route }) => route === 'reopenCase')?.input.body)
    .toEqual({ why: 'New evidence' });
});

test('somebody who only reads sees neither act, and nothing to download', async () => {
  openPart(<RecordsSection overview={{ ...CLOSED, rights: ['read'] }} />, {
    getMe,
    listCaseRecords: { items: [FIRST] },
  });
  await expect.element(page.getByRole('button', { name: 'Check now F-1' })).toBeVisible();
  expect(page.getByRole('button', { name: /Reopen/ }).query()).toBeNull();
  expect(page.getByRole('link', { name: /Download/ }).query()).toBeNull();
});

test('records that load say so', async () => {
  openPart(<RecordsSection overview={OPEN} />, { getMe, listCaseRecords: UNANSWERED });
  await expect.element(page.getByText(/records of the case/i).first()).toBeInTheDocument();
  await expectAccessible();
});

test('a list of records that failed is requested again', async () => {
  let times = 0;
  openPart(<RecordsSection overview={CLOSED} />, {
    getMe,
    listCaseRecords: () => (times++ === 0 ? new AppError('internal', 'Failed.') : { items: [FIRST] }),
  });
  await page.getByRole('button', { name: /again/i }).click();
  await expect.element(page.getByText('The work is done')).toBeVisible();
});
