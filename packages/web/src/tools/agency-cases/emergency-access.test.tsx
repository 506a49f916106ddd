import type { CaseEmergency } from '@trailmark/api/contract/emergency';
import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { openScreen } from '../../testing/open-screen.tsx';

const ID = '00000000-0000-4000-8000-0000000000a1';
const REASON = 'A person is in danger and no owner answers';
const NOTHING = { loss: 0n, traced: 0n, frozen: 0n, seized: 0n, returned: 0n };
const LIST: Answer<'listCases'> = {
  items: [],
  totals: { count: 0, lossUsd: 0n, securedUsd: 0n, withoutLoss: 0, late: 0, oldestAt: null, olderThanAYear: 0 },
  today: '2026-11-20',
};
const EMERGENCY: CaseEmergency = {
  ...{ id: ID, caseId: ID, number: '2026-40417', title: null, by: 'Supervisor', reason: REASON, dueOn: '2026-11-27' },
  ...{ openedAt: 1_795_200_000, endsAt: 1_795_228_800, isOpen: true, isReviewed: false, mayReview: true, isOwn: false },
};
const LISTS = {
  listCases: LIST,
  getCaseFigures: { assets: [], usd: NOTHING, unpriced: 0, workload: [], prices: 'none' },
  getCaseChoices: { templates: [], colleagues: [], units: [], tags: [], leads: [], assets: [] },
  listCaseViews: { items: [] },
};
const noCase = new AppError('not-found', 'There is no such case.');

test('a supervisor gives a number and a reason, and learns of no case that was not opened', async () => {
  const answers = { ...LISTS, listCaseEmergencies: { items: [] }, openCaseInEmergency: { opened: null } };
  const screen = await openScreen('/agency-cases', answers, { as: 'admin' });
  await page.getByRole('button', { name: 'Emergency access' }).click();
  await page.getByLabelText('Case number').fill('40417');
  await page.getByLabelText(/Why it cannot wait/).fill('Urgent');
  await page.getByRole('button', { name: 'Open the case' }).click();
  await expect.element(page.getByText('A case number is like 2026-12345.')).toBeVisible();
  await expect.element(page.getByText('Write 20 to 1,000 characters.')).toBeVisible();
  await page.getByLabelText('Case number').fill('2026-40417');
  await page.getByLabelText(/Why it cannot wait/).fill(REASON);
  await page.getByRole('button', { name: 'Open the case' }).click();
  await expect.element(page.getByText(/Your request is recorded. No case was opened/)).toBeVisible();
  const [sent] = screen.calls.filter(({ route }) => route === 'openCaseInEmergency');
  expect(sent?.input.body).toEqual({ number: '2026-40417', reason: REASON });
});

test.each([
  ['admin', 1],
  ['allowed', 0],
] as const)('a case that is not there offers emergency access to %s %i times', async (as, count) => {
  await openScreen(`/agency-cases/${ID}`, { getCase: noCase }, { as });
  await expect.element(page.getByText('There is no such case.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Emergency access' }).elements()).toHaveLength(count);
});

test('an open review is shown above the list with its reason, and is closed with an outcome and words', async () => {
  const answers = { ...LISTS, listCaseEmergencies: { items: [EMERGENCY] }, reviewCaseEmergency: { items: [] } };
  const screen = await openScreen('/agency-cases', answers, { as: 'admin' });
  await expect.element(page.getByText(/Supervisor opened 2026-40417/)).toBeVisible();
  await page.getByRole('button', { name: /^Review/ }).click();
  await page.getByLabelText('Outcome').selectOptions('unjustified');
  await page.getByLabelText('What you found').fill('An owner was on duty');
  await page.getByRole('button', { name: 'Close the review' }).click();
  await expect
    .poll(() => screen.calls.find(({ route }) => route === 'reviewCaseEmergency')?.input.body)
    .toEqual({ outcome: 'unjustified', words: 'An owner was on duty' });
});

test('who opened the case is offered no review of it', async () => {
  const own = { ...EMERGENCY, isOwn: true, mayReview: false };
  await openScreen('/agency-cases', { ...LISTS, listCaseEmergencies: { items: [own] } }, { as: 'admin' });
  await expect.element(page.getByText(/You opened 2026-40417/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: '2026-40417' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Review/ }).elements()).toHaveLength(0);
});
