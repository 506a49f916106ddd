import type { CaseComment } from '@trailmark/api/contract/case-comment';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeAnswers } from '../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseOverview } from '../../testing/sample-case.ts';

const PATH = `/agency-cases/${CASE_ID}/tasks?task=00000000-0000-4000-8000-0000000000c1`;
const OWN: CaseComment = {
  ...{ id: '00000000-0000-4000-8000-0000000000d1', number: 'K-2', subject: { about: 'task', number: 'T-1' } },
  ...{
    text: 'Is this\n<b>the same</b> bank?',
    at: 1_795_200_000,
    by: 'Lead investigator',
    isOwn: true,
    withdrawn: null,
  },
};
const GONE: CaseComment = {
  ...OWN,
  ...{
    id: '00000000-0000-4000-8000-0000000000d2',
    number: 'K-1',
    text: 'Wrong bank',
    by: 'Second analyst',
    isOwn: false,
  },
  withdrawn: { at: 1_795_300_000, by: 'Second analyst', why: 'Another customer' },
};
const answers: FakeAnswers = {
  getCase: createCaseOverview(),
  listCaseMembers: { items: [], policy: 'open' },
  listCaseTasks: {
    items: [
      {
        ...{ id: '00000000-0000-4000-8000-0000000000c1', number: 'T-1', title: 'Call the bank', note: '', due: null },
        ...{ assignee: null, state: 'open', version: 1, checklist: [], done: null },
        ...{ createdAt: 1, createdBy: 'Lead investigator', changedAt: 1, changedBy: 'Lead investigator' },
      },
    ],
    counts: { open: 1, done: 0, late: 0 },
    today: '2026-11-20',
  },
  listCaseComments: { items: [OWN, GONE], count: 1, next: null },
};

test('comments on a task are shown as plain text, and one that was withdrawn stays with its reason', async () => {
  const { calls } = openScreen(PATH, answers, { as: 'allowed' });
  const list = page.getByRole('region', { name: 'Comments on T-1' });
  await expect.element(list.getByText('<b>the same</b>')).toBeVisible();
  await expect.element(list.getByText('Another customer')).toBeVisible();
  expect(list.getByRole('button', { name: 'Withdraw K-1' }).elements()).toEqual([]);
  expect(calls.find(({ route }) => route === 'listCaseComments')?.input.query).toMatchObject({
    about: 'task',
    number: 'T-1',
  });
  await expectAccessible();
});

test('a comment is written from the keyboard, and an own one is withdrawn with a reason', async () => {
  const { calls } = openScreen(PATH, { ...answers, addCaseComment: OWN, withdrawCaseComment: OWN }, { as: 'allowed' });
  await page.getByLabelText('Comment on T-1').fill('Ask for the records');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => calls.find(({ route }) => route === 'addCaseComment')?.input.body)
    .toEqual({ subject: { about: 'task', number: 'T-1' }, text: 'Ask for the records' });
  await page.getByRole('button', { name: 'Withdraw K-2' }).click();
  await page.getByLabelText('Why').fill('Said twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw K-2' }).click();
  await expect
    .poll(() => calls.find(({ route }) => route === 'withdrawCaseComment')?.input.body)
    .toEqual({ why: 'Said twice' });
});

test('whoever may only read sees comments and no field', async () => {
  openScreen(PATH, { ...answers, getCase: createCaseOverview(['read']) }, { as: 'allowed' });
  await expect.element(page.getByText('Wrong bank')).toBeVisible();
  expect(page.getByLabelText('Comment on T-1').elements()).toEqual([]);
});
