import type { CaseAuthorities, CaseAuthority } from '@trailmark/api/contract/case-authority';
import { CASE_RIGHTS } from '@trailmark/core/case';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openPart } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseOverview } from '../../testing/sample-case.ts';
import { createMe } from '../../testing/sample-session.ts';
import { CaseAuthorities as Authorities } from './case-authorities.tsx';

const SAMPLE_CASE = createCaseOverview(CASE_RIGHTS);

const authority = (number: string, more: Partial<CaseAuthority>): CaseAuthority => ({
  ...{
    id: `00000000-0000-4000-8000-0000000000${number}`,
    type: 'Production order',
    number: `26/${number}`,
    issuer: 'Court',
  },
  ...{ from: '2026-03-01', to: '2027-03-31', acts: ['request'], chains: [], addresses: [], people: [], scope: '' },
  ...{ extender: '', state: 'valid', daysLeft: 131, version: 2, addedAt: 1_772_500_000, addedBy: 'Prosecutor' },
  ...{ changedAt: 1_772_500_000, changedBy: 'Prosecutor', ended: null, ...more },
});
const ENDED = authority('11', { state: 'ended', to: '2026-06-03', daysLeft: null });
const SOON = authority('12', { to: '2026-11-30', daysLeft: 10 });
const DATA: CaseAuthorities = {
  items: [ENDED, SOON, authority('13', {})],
  needs: { acts: ['request'], version: 0 },
  today: '2026-11-20',
};

test('shows each term on one scale with today, what ends soon and what ended', async () => {
  openPart(<Authorities overview={SAMPLE_CASE} />, { listCaseAuthorities: DATA });
  await expect.element(page.getByText('3 Jun, ended')).toBeVisible();
  await expect.element(page.getByText('30 Nov, 10 days')).toBeVisible();
  await expect.element(page.getByText('31 Mar 2027, 131 days')).toBeVisible();
  expect([...document.querySelectorAll('rect.term')].map((term) => term.getAttribute('class'))).toEqual([
    'term ended',
    'term soon',
    'term valid',
  ]);
  expect(document.querySelectorAll('line.today')).toHaveLength(3);
  await expect.element(page.getByText('Refused without one: requests to services.')).toBeVisible();
  expect(document.body.textContent).not.toContain('For disclosure to others');
  await expectAccessible();
});

test('says why the template demands one for an act that the case still refuses', async () => {
  const needs = [{ act: 'disclosure' as const, why: 'Tax secrecy.' }];
  const overview = { ...SAMPLE_CASE, template: { ...SAMPLE_CASE.template, needs } };
  openPart(<Authorities overview={overview} />, {
    listCaseAuthorities: { ...DATA, needs: { acts: ['request', 'disclosure'], version: 1 } },
  });
  await expect.element(page.getByText('For disclosure to others: Tax secrecy.')).toBeVisible();
});

test('one is entered with its scope', async () => {
  const screen = openPart(<Authorities overview={SAMPLE_CASE} />, {
    listCaseAuthorities: DATA,
    setCaseAuthority: DATA,
    getMe: createMe('allowed'),
  });
  await page.getByRole('button', { name: 'Add authority' }).click();
  await page.getByLabelText('Type').fill('Production order');
  await page.getByLabelText('Number').fill('26/14');
  await page.getByLabelText('Issued by').fill('Court');
  await page.getByLabelText(/Last day/).fill('2026-01-01');
  await page.getByLabelText(/^Chains/).fill('btc, gold');
  await page.getByRole('button', { name: 'Add the authority' }).click();
  await expect.element(page.getByText('The last day is not before the first.')).toBeVisible();
  await expect.element(page.getByText('Ids of chains, such as btc, eth.')).toBeVisible();
  await page.getByLabelText(/Last day/).fill('2027-01-01');
  await page.getByLabelText(/^Chains/).fill('btc, eth');
  await page.getByLabelText('seizure').click();
  await page.getByRole('button', { name: 'Add the authority' }).click();
  await expect
    .poll(() => screen.calls.find(({ route }) => route === 'setCaseAuthority')?.input.body)
    .toMatchObject({ number: '26/14', to: '2027-01-01', chains: ['btc', 'eth'], acts: ['request', 'seizure'] });
});

test('one is ended with a reason', async () => {
  const screen = openPart(<Authorities overview={SAMPLE_CASE} />, {
    listCaseAuthorities: DATA,
    endCaseAuthority: DATA,
    getMe: createMe('allowed'),
  });
  await page.getByRole('button', { name: 'End 26/12' }).click();
  await page.getByLabelText('Reason').fill('Set aside');
  await page.getByRole('button', { name: 'End Production order 26/12' }).click();
  await expect
    .poll(() => screen.calls.find(({ route }) => route === 'endCaseAuthority')?.input)
    .toMatchObject({ params: { case: CASE_ID, authority: SOON.id }, body: { version: 2, why: 'Set aside' } });
});

test('who does not keep authorities is offered no change', async () => {
  openPart(<Authorities overview={{ ...SAMPLE_CASE, rights: ['read', 'write'] }} />, { listCaseAuthorities: DATA });
  await expect.element(page.getByText('30 Nov, 10 days')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('which acts need an authority is chosen for the case', async () => {
  const screen = openPart(<Authorities overview={SAMPLE_CASE} />, {
    listCaseAuthorities: DATA,
    setAuthorityNeeds: DATA,
    getMe: createMe('allowed'),
  });
  await page.getByRole('button', { name: 'Choose acts' }).click();
  await page.getByLabelText('monitoring').click();
  await page.getByRole('button', { name: 'Save the setting' }).click();
  await expect
    .poll(() => screen.calls.find(({ route }) => route === 'setAuthorityNeeds')?.input.body)
    .toEqual({ version: 0, acts: ['request', 'monitoring'] });
});
