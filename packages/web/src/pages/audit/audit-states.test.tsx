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
