import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { testStates } from '../../testing/test-states.ts';

const PATH = '/admin-sources';
const LISTS = { listSources: { items: [] }, listSourceRequests: { items: [], next: null } };
const NONE: Answer<'getStampAuthority'> = {
  ...{ isOn: false, endpoint: '', certificates: [], requestCount: 0, lastAskedAt: null, lastFault: null },
};
const SET: Answer<'getStampAuthority'> = {
  ...{ isOn: true, endpoint: 'https://stamps.example/rfc3161', requestCount: 3, lastAskedAt: 1_795_200_000 },
  certificates: [{ name: 'Example Stamps Root', fingerprint: 'ab'.repeat(32), goodUntil: 2_110_000_000 }],
  lastFault: 'stamps.example answered 503.',
};

testStates({
  path: PATH,
  as: 'platform',
  route: 'getStampAuthority',
  others: LISTS,
  empty: { answer: NONE, says: /None is set/ },
});

test('an administrator of an agency is not shown it, and it is not requested', async () => {
  const api = openScreen(PATH, LISTS, { as: 'admin' });
  await expect.element(page.getByRole('heading', { name: 'Sources' }).first()).toBeVisible();
  await expect.element(page.getByText('Time stamp authority')).not.toBeInTheDocument();
  expect(api.calls.some(({ route }) => route === 'getStampAuthority')).toBe(false);
});

test('what is set, and how the last request ended, is readable', async () => {
  openScreen(PATH, { ...LISTS, getStampAuthority: SET }, { as: 'platform' });
  await expect.element(page.getByText('https://stamps.example/rfc3161')).toBeVisible();
  await expect.element(page.getByText('Example Stamps Root')).toBeVisible();
  await expect.element(page.getByText(/Requested 3 times.*answered 503/)).toBeVisible();
  await expectAccessible();
});

test('the dialog sends the address and the certificates, and shows a refusal at its field', async () => {
  const fault = new AppError('invalid', 'This is no certificate.', { context: { field: 'certificates' } });
  const api = openScreen(PATH, { ...LISTS, getStampAuthority: NONE, setStampAuthority: fault }, { as: 'platform' });
  await page.getByRole('button', { name: 'Change the time stamp authority' }).click();
  await page.getByLabelText('State').selectOptions('on');
  await page.getByLabelText('Address').fill('https://stamps.example/');
  await page.getByLabelText(/Certificates that/).fill('no certificate');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('This is no certificate.').first()).toBeVisible();
  expect(api.calls.findLast(({ route }) => route === 'setStampAuthority')?.input).toMatchObject({
    body: { isOn: true, endpoint: 'https://stamps.example/', certificates: 'no certificate' },
  });
  await expectAccessible();
});
