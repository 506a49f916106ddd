import type { CaseSources as Sources } from '@trailmark/api/contract/case-source';
import type { SourceStatus } from '@trailmark/api/contract/source';
import { CASE_RIGHTS } from '@trailmark/core/case';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openPart } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseOverview } from '../../testing/sample-case.ts';
import { createMe } from '../../testing/sample-session.ts';
import { CaseSources } from './case-sources.tsx';

const OVERVIEW = createCaseOverview(CASE_RIGHTS);
const allowed = (n: number, more: Partial<Sources['items'][number]> = {}): Sources['items'][number] => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${n}`, source: 'blockscout-eth', name: 'Blockscout, Ethereum' },
  ...{ chain: 'eth', why: 'To follow the payment', authority: 'Order 26/9', allowedAt: 1_772_500_000 },
  ...{ allowedBy: 'Prosecutor', ended: null, ...more },
});
const DATA: Sources = {
  items: [allowed(1), allowed(2, { ended: { at: 1_772_600_000, by: 'Prosecutor', why: 'Set aside' } })],
};
const SOURCE: SourceStatus = {
  ...{ id: 'esplora-btc', kind: 'esplora', name: 'Esplora, Bitcoin', chain: 'btc', endpoint: '', usualEndpoint: '' },
  ...{ isOn: true, onlyForCases: true, needsKey: false, hasKey: false, pin: null, reveals: '', covers: '' },
  ...{ requestCount: 0, lastAskedAt: null, lastFault: null },
};

test('shows which sources are allowed, by whom, under what and why, and what was ended', async () => {
  openPart(<CaseSources overview={{ ...OVERVIEW, rights: ['read'] }} />, { listCaseSources: DATA });
  await expect.element(page.getByText('Order 26/9').first()).toBeVisible();
  await expect.element(page.getByText('Set aside')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
  await expectAccessible();
});

test('nobody changes them while a signed record of the case is in force', async () => {
  const head = { ...OVERVIEW.head, record: 'F-1' };
  openPart(<CaseSources overview={{ ...OVERVIEW, head }} />, { listCaseSources: DATA });
  await expect.element(page.getByText('Order 26/9').first()).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('a source that is on is allowed with a reason', async () => {
  const screen = openPart(<CaseSources overview={OVERVIEW} />, {
    listCaseSources: { items: [] },
    listSources: { items: [SOURCE, { ...SOURCE, id: 'electrum-btc', name: 'Electrum, Bitcoin', isOn: false }] },
    allowCaseSource: DATA,
    getMe: createMe('allowed'),
  });
  await expect.element(page.getByText(/None is allowed/)).toBeVisible();
  await page.getByRole('button', { name: 'Allow a source' }).click();
  await page.getByRole('button', { name: 'Allow the source' }).click();
  await expect.element(page.getByText('At least 3 characters.')).toBeVisible();
  expect(
    page
      .getByRole('option')
      .elements()
      .map((option) => option.textContent),
  ).toEqual(['Esplora, Bitcoin']);
  await page.getByLabelText('Reason').fill('To follow the payment');
  await page.getByRole('button', { name: 'Allow the source' }).click();
  await expect
    .poll(() => screen.calls.find(({ route }) => route === 'allowCaseSource')?.input)
    .toMatchObject({ params: { case: CASE_ID }, body: { source: 'esplora-btc', why: 'To follow the payment' } });
});

test('one is ended with a reason', async () => {
  const screen = openPart(<CaseSources overview={OVERVIEW} />, {
    listCaseSources: DATA,
    endCaseSource: DATA,
    getMe: createMe('allowed'),
  });
  await page.getByRole('button', { name: 'End Blockscout, Ethereum' }).click();
  await page.getByLabelText('Reason').fill('Not needed');
  await page.getByRole('button', { name: 'Allow Blockscout, Ethereum no longer' }).click();
  await expect
    .poll(() => screen.calls.find(({ route }) => route === 'endCaseSource')?.input)
    .toMatchObject({ params: { case: CASE_ID, source: 'blockscout-eth' }, body: { why: 'Not needed' } });
});
