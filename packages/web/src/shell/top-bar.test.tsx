import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { UNANSWERED } from '../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../testing/open-screen.tsx';
import { createScreeningAnswer, SCREENED } from '../testing/sample-screening.ts';

const NONE = { new: 0, mine: 0, open: 0, all: 0, retracted: 0, oldestNew: null, last: null };

test('the bell says from every page how many alerts are new, and leads to them', async () => {
  openScreen('/address-search', { countAlerts: { ...NONE, new: 128, open: 130, all: 400 } }, { as: 'allowed' });
  const bell = page.getByRole('link', { name: 'Alerts, 128 new ones' });
  await expect.element(bell).toHaveAttribute('href', '/address-monitoring/alerts');
  await expect.element(bell).toHaveTextContent('99+');
  await expectAccessible();
});

test('without a new one it is a bell and no number', async () => {
  openScreen('/address-search', { countAlerts: NONE }, { as: 'allowed' });
  const bell = page.getByRole('link', { name: 'Alerts', exact: true });
  await expect.element(bell).toBeVisible();
  expect(bell.element().textContent).toBe('');
});

test('the keys of the sheet open the alerts', async () => {
  openScreen('/address-search', { listAlerts: UNANSWERED, streamAlerts: UNANSWERED }, { as: 'allowed' });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog').getByText('Alerts', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.keyboard('gi');
  await expect.element(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible();
});

test('one key opens “Add to case” for what the page is about, and the sheet names it there', async () => {
  openScreen(
    `/address-threat?chain=btc&address=${SCREENED}`,
    {
      getThreatRules: new AppError('not-found', 'These rules are in no version.'),
      listAgencyLabels: { items: [] },
      listLabelAppeals: { items: [] },
      runScreening: createScreeningAnswer(),
      listCases: UNANSWERED,
    },
    { as: 'allowed' },
  );
  await expect.element(page.getByRole('button', { name: 'Add to case' })).toBeVisible();
  await userEvent.keyboard('?');
  await expect.element(page.getByText('Add what the page is about to a case')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.keyboard('a');
  await expect.element(page.getByRole('dialog', { name: 'Add to case' })).toBeVisible();
});
