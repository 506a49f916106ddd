import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { UNANSWERED } from '../../testing/fake-api.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { testStates } from '../../testing/test-states.ts';

const EMPTY = { items: [], next: null, faults: [] };
const STATUS = {
  ...{ origin: 'log', key: 'key', size: 3, root: 'ab'.repeat(32), unsequenced: 0, checkpoint: null },
  ...{ verification: null, isVerifying: false, now: '2026-11-18T12:00:00.000Z' },
};

testStates({
  path: '/audit',
  as: 'auditor',
  route: 'listAuditEvents',
  others: { getAuditStatus: UNANSWERED },
  empty: { answer: EMPTY, says: 'No event is as the filters ask.' },
});
testStates({
  path: '/audit',
  as: 'admin',
  route: 'listAgencyAuditEvents',
  others: {},
  empty: { answer: EMPTY, says: 'No event is as the filters ask.' },
});

test('an answer that was tampered with says so, and the whole is checked on request', async () => {
  const faults = ['The event 17 belongs to this answer, and its search columns, which say something else, hide it.'];
  const found = { at: STATUS.now, isVerified: false, events: 3, firstBad: 1, sentence: 'Event 1 is gone.' };
  await openScreen(
    '/audit',
    {
      listAuditEvents: { ...EMPTY, faults },
      getAuditStatus: STATUS,
      verifyAuditLog: { ...STATUS, verification: found },
    },
    { as: 'auditor' },
  );
  await expect.element(page.getByText('The event 17 belongs to this answer')).toBeVisible();
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect.element(page.getByText('Event 1 is gone.')).toBeVisible();
});

const REVIEW = {
  ...{ from: '2026-11-11T12:00:00.000Z', to: STATUS.now, events: 3, isWhole: true, findings: [], faults: [] },
  rules: [{ detector: 'off-hours', title: 'Searches off hours', rule: 'Ten or more searches in a night.' }],
};

test('the review says what of the log it could not read', async () => {
  const faults = ['The review cannot read 1 event of these days: this software writes none like that.'];
  await openScreen(
    '/audit?tab=review',
    { getAuditStatus: STATUS, getAuditReview: { ...REVIEW, faults } },
    { as: 'auditor' },
  );
  await expect.element(page.getByRole('alert').getByText('cannot read 1 event')).toBeVisible();
});

test('a review that read all has no such message', async () => {
  await openScreen('/audit?tab=review', { getAuditStatus: STATUS, getAuditReview: REVIEW }, { as: 'auditor' });
  await expect.element(page.getByText('None of the rules below found anything')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});
