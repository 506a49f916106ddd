import { CASE_RIGHTS } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openPart } from '../../testing/open-screen.tsx';
import { createCaseOverview } from '../../testing/sample-case.ts';
import { createMe } from '../../testing/sample-session.ts';
import { EditCaseDialog } from './edit-case-dialog.tsx';

const OVERVIEW = createCaseOverview(CASE_RIGHTS);
const { head: HEAD } = OVERVIEW;
const CONFLICT = new AppError('conflict', 'Somebody changed this in the meantime.', {
  context: { reason: 'changed-meanwhile' },
});
const present = (more: object) => ({ ...OVERVIEW, head: { ...HEAD, ...more, version: 4 } });

function open(saved: ReturnType<typeof present>) {
  let isFirst = true;
  return openPart(<EditCaseDialog overview={OVERVIEW} isOpen onClose={() => undefined} />, {
    getMe: createMe('allowed'),
    listCaseMembers: { items: [], policy: 'need-to-know' },
    getCase: saved,
    updateCase: () => {
      const answer = isFirst ? CONFLICT : HEAD;
      isFirst = false;
      return answer;
    },
  });
}
const bodies = (api: ReturnType<typeof open>) =>
  api.calls.filter(({ route }) => route === 'updateCase').map(({ input }) => input.body);

test('a second writer sees both versions of a field and chooses', async () => {
  const api = open(present({ title: 'Harbour theft', unit: 'Cyber unit' }));
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Harbour case');
  await page.getByLabelText('Priority').selectOptions('low');
  await page.getByRole('button', { name: 'Save the case' }).click();
  await expect.element(page.getByText('Somebody saved this case while you were writing.')).toBeVisible();
  const row = page.getByRole('row', { name: /^Title/ });
  await expect.element(row).toHaveTextContent(/Harbour case.*Harbour theft/);
  await expectAccessible();
  // What the other one changed alone is in the form.
  await expect.element(page.getByLabelText(/^Unit/)).toHaveValue('Cyber unit');
  await row.getByRole('radio', { name: /saved meanwhile/ }).click();
  await page.getByRole('button', { name: 'Save the case' }).click();
  await expect.poll(() => bodies(api).length).toBe(2);
  expect(bodies(api)[0]).toMatchObject({ version: 3, title: 'Harbour case' });
  expect(bodies(api)[1]).toMatchObject({ version: 4, title: 'Harbour theft', unit: 'Cyber unit', priority: 'low' });
});

test('changes that do not meet are reported, and saved together', async () => {
  const api = open(present({ unit: 'Cyber unit' }));
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Harbour case');
  await page.getByRole('button', { name: 'Save the case' }).click();
  await expect.element(page.getByText(/none of them is about what you changed/)).toBeVisible();
  await page.getByRole('button', { name: 'Save the case' }).click();
  await expect.poll(() => bodies(api).at(1)).toMatchObject({ version: 4, title: 'Harbour case', unit: 'Cyber unit' });
});
