import type { CaseKey } from '@trailmark/api/contract/case-keys';
import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../../api.ts';
import type { FakeAnswers } from '../../../testing/fake-api.ts';
import { expectAccessible, openPart } from '../../../testing/open-screen.tsx';
import { createMe } from '../../../testing/sample-session.ts';
import { KeysButton } from './keys-button.tsx';

const PRINT = Array.from({ length: 16 }, () => 'ab12').join(' ');
const key = (more: Partial<CaseKey> = {}): CaseKey => ({
  ...{ id: '5f0c1a52-0000-4000-8000-000000000009', publicKey: 'ab'.repeat(32), fingerprint: PRINT },
  ...{ name: 'South Prosecutor', compared: 'By telephone with the desk', state: 'proposed', proposedAt: 1_795_200_000 },
  ...{ proposedBy: 'First administrator', decided: null, revoked: null },
  ...{ mayDecide: true, mayWithdraw: false, mayRevoke: false },
  ...more,
});
const decided = { at: 1_795_300_000, by: 'Second administrator' };
const list = (items: CaseKey[], mayEnter = true): Answer<'listCaseKeys'> => ({
  own: { publicKey: 'cd'.repeat(32), fingerprint: PRINT, file: '# key' },
  ...{ mayEnter, items },
});
async function open(answers: FakeAnswers) {
  const api = openPart(<KeysButton />, { getMe: createMe('admin'), ...answers });
  await page.getByRole('button', { name: 'Keys' }).click();
  return api;
}

test('without a key it says what that means, and readers learn who enters them', async () => {
  await open({ listCaseKeys: list([], false) });
  await expect.element(page.getByText(/No key is entered/)).toBeVisible();
  await expect.element(page.getByText(/An administrator of your agency enters keys/)).toBeVisible();
  await expectAccessible();
});

test('a failure says what failed', async () => {
  await open({ listCaseKeys: new AppError('unavailable', 'The store is busy.') });
  await expect.element(page.getByText('The store is busy.')).toBeVisible();
});

test('each key says whose it is and what became of it', async () => {
  const revoked = { at: 1_795_400_000, by: 'First administrator', from: '2026-11-20', why: 'The key was copied.' };
  const id = (last: number) => ({ id: `5f0c1a52-0000-4000-8000-00000000000${last}`, mayDecide: false });
  await open({
    listCaseKeys: list([
      key(),
      key({ ...id(1), name: 'West Police', state: 'trusted', decided, mayRevoke: true }),
      key({ ...id(2), name: 'East Tax', state: 'revoked', decided, revoked }),
    ]),
  });
  await expect.element(page.getByText(/Waits for another administrator/)).toBeVisible();
  await expect.element(page.getByText(/Trusted since .*confirmed by Second administrator/)).toBeVisible();
  await expect
    .element(page.getByText(/Revoked from 2026-11-20 on, by First administrator: The key was copied/))
    .toBeVisible();
  await expectAccessible();
});

test('a key is entered, and a refusal is shown at its field', async () => {
  const fault = new AppError('invalid', 'This is no public key.', { context: { field: 'publicKey' } });
  const api = await open({ listCaseKeys: list([]), proposeCaseKey: fault });
  await page.getByRole('button', { name: 'Enter a key' }).click();
  await page.getByRole('textbox', { name: 'Agency' }).fill('South Prosecutor');
  await page.getByLabelText('Public key').fill('no key');
  await page.getByLabelText('How the fingerprint was compared').fill('By telephone');
  await page.getByRole('button', { name: 'Enter the key' }).click();
  await expect.element(page.getByText('This is no public key.').first()).toBeVisible();
  expect(api.calls.find(({ route }) => route === 'proposeCaseKey')?.input.body).toEqual({
    ...{ name: 'South Prosecutor', publicKey: 'no key', compared: 'By telephone' },
  });
  await expectAccessible();
});

test('trusting and revoking require confirmation, with the fingerprint, a day and a reason', async () => {
  const trusted = key({ state: 'trusted', decided, mayDecide: false, mayRevoke: true });
  let shown = key();
  const api = await open({
    listCaseKeys: () => list([shown]),
    decideCaseKey: () => {
      shown = trusted;
      return trusted;
    },
    revokeCaseKey: trusted,
  });
  await page.getByRole('button', { name: 'Trust: South Prosecutor' }).click();
  await expect.element(page.getByText(PRINT)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Trust the key' }).click();
  await page.getByRole('button', { name: 'Revoke: South Prosecutor' }).click();
  await page.getByLabelText('From').fill('2026-11-20');
  await page.getByLabelText('Reason').fill('The key was copied.');
  await expectAccessible();
  await page.getByRole('button', { name: 'Revoke the key' }).click();
  await expect
    .poll(() => api.calls.find(({ route }) => route === 'revokeCaseKey')?.input.body)
    .toEqual({
      ...{ from: '2026-11-20', why: 'The key was copied.' },
    });
});
