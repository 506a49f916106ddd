import type { CaseTask, CaseTasks } from '@trailmark/api/contract/case-task';
import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import type { FakeAnswers } from '../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseOverview, NO_COMMENTS } from '../../testing/sample-case.ts';
import { testStates } from '../../testing/test-states.ts';

const PATH = `/agency-cases/${CASE_ID}/tasks`;
const LEAD = { id: '00000000-0000-4000-8000-0000000000b1', name: 'Lead investigator' };
const TASK: CaseTask = {
  ...{ id: '00000000-0000-4000-8000-0000000000c1', number: 'T-1', title: 'Interview notes', note: 'In two parts' },
  ...{ assignee: LEAD, due: '2026-11-18', state: 'open', version: 2 },
  checklist: [
    { text: 'Place', isDone: true },
    { text: 'Time', isDone: false },
  ],
  ...{
    createdAt: 1_795_000_000,
    createdBy: 'Lead investigator',
    changedAt: 1_795_100_000,
    changedBy: 'Second analyst',
  },
  done: null,
};
const TASKS: CaseTasks = { items: [TASK], counts: { open: 1, done: 0, late: 1 }, today: '2026-11-20' };
const MEMBER: Answer<'listCaseMembers'>['items'][number] = {
  ...LEAD,
  unit: '',
  role: 'owner',
  addedAt: 1,
  addedBy: LEAD.name,
};
const others: FakeAnswers = {
  listCaseComments: NO_COMMENTS,
  getCase: createCaseOverview(),
  listCaseMembers: { items: [MEMBER], policy: 'open' },
};

testStates({
  path: PATH,
  as: 'allowed',
  route: 'listCaseTasks',
  others,
  empty: {
    answer: { items: [], counts: { open: 0, done: 0, late: 0 }, today: '2026-11-20' },
    says: /Nothing is to be done/,
  },
});

test('a task shows who does it and how late it is, and opens to its checklist and note', async () => {
  await openScreen(PATH, { ...others, listCaseTasks: TASKS }, { as: 'allowed' });
  await expect.element(page.getByText('18 Nov, 2 days late')).toBeVisible();
  await page.getByRole('button', { name: /Interview notes/ }).click();
  await expect.element(page.getByText('In two parts')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Place' })).toBeChecked();
  await expectAccessible();
});

test('ticking a task and a point of it names the version that was read', async () => {
  const answers = { ...others, listCaseTasks: TASKS, setCaseTaskState: TASK, updateCaseTask: TASK };
  const { calls } = openScreen(PATH, answers, { as: 'allowed' });
  await page.getByRole('checkbox', { name: 'T-1 is done' }).click();
  await expect
    .poll(() => calls.find(({ route }) => route === 'setCaseTaskState')?.input.body)
    .toEqual({ version: 2, state: 'done' });
  await page.getByRole('button', { name: /Interview notes/ }).click();
  await page.getByRole('checkbox', { name: 'Time' }).click();
  await expect
    .poll(() => calls.find(({ route }) => route === 'updateCaseTask')?.input.body)
    .toEqual({
      version: 2,
      checklist: [
        { text: 'Place', isDone: true },
        { text: 'Time', isDone: true },
      ],
    });
});

test('a change that somebody else came before says so', async () => {
  const conflict = new AppError('conflict', 'Somebody changed this in the meantime.');
  openScreen(PATH, { ...others, listCaseTasks: TASKS, setCaseTaskState: () => conflict }, { as: 'allowed' });
  await page.getByRole('checkbox', { name: 'T-1 is done' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Somebody changed this in the meantime.');
});

test('a task is added from the keyboard', async () => {
  const { calls } = openScreen(PATH, { ...others, listCaseTasks: TASKS, addCaseTask: TASK }, { as: 'allowed' });
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByLabelText('What is to be done').fill('Call the bank');
  await page.getByLabelText(/Checklist/).fill('Number\n\nName');
  await userEvent.keyboard('{Tab}');
  await page.getByRole('button', { name: 'Add the task' }).click();
  await expect
    .poll(() => calls.find(({ route }) => route === 'addCaseTask')?.input.body)
    .toMatchObject({
      title: 'Call the bank',
      assignee: null,
      due: null,
      checklist: [
        { text: 'Number', isDone: false },
        { text: 'Name', isDone: false },
      ],
    });
});

test('whoever may only read sees no way to change', async () => {
  openScreen(PATH, { ...others, getCase: createCaseOverview(['read']), listCaseTasks: TASKS }, { as: 'allowed' });
  await expect.element(page.getByRole('checkbox', { name: 'T-1 is done' })).toBeDisabled();
  expect(page.getByRole('button', { name: 'Add task' }).elements()).toEqual([]);
});
