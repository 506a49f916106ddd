import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { testStates } from '../../testing/test-states.ts';

const CASE = '8f14e45f-ceea-467f-a0e6-1f2b3c4d5e6f';
const sessions: Answer<'listTrainingSessions'> = { asOf: '2026-11-28T00:00:00Z', sessions: [] };
const nothing: Answer<'getHome'> = { waiting: [], flows: [], today: '2026-11-28' };
const others = { listTrainingSessions: sessions, listVisits: { items: [] } };

testStates({
  path: '/',
  as: 'allowed',
  route: 'getHome',
  others,
  empty: { answer: nothing, says: 'No task, request, alert or job waits for you.' },
});

test('people with the tools see above the site what waits for them, the late first in words, and the rest on request', async () => {
  const task = (number: number) =>
    ({ kind: 'task', title: `Task ${number}`, detail: 'Harbour', id: CASE, at: null }) as const;
  const waiting = [-2, 0, 1, 4, 5, 6, 7].map((days, i) => ({
    ...task(i),
    dueOn: new Date(Date.UTC(2026, 10, 28 + days)).toISOString().slice(0, 10),
  }));
  openScreen('/', { ...others, getHome: { ...nothing, waiting } }, { as: 'allowed' });
  await expect.element(page.getByRole('link', { name: /Task 0.*2 days late/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Task 1.*today/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Task 3.*in 4 days/ })).toBeVisible();
  expect(page.getByRole('link', { name: /^Task|Task \d/ }).elements()).toHaveLength(6);
  await expectAccessible();
  await page.getByRole('button', { name: '1 more' }).click();
  expect(page.getByRole('link', { name: /Task \d/ }).elements()).toHaveLength(7);
});

test('visitors see the site alone', async () => {
  const api = openScreen('/', { listTrainingSessions: sessions });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(api.calls.map(({ route }) => route)).not.toContain('getHome');
});
