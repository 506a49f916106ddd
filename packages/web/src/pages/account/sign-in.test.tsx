import type { LoginAnswer } from '@trailmark/api/contract/session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openScreen } from '../../testing/open-screen.tsx';
import { createMe } from '../../testing/sample-session.ts';
import { REDIRECT_MS } from './use-sign-in.ts';

const ANSWER: LoginAnswer = {
  flag: 'success',
  name: 'Lead investigator',
  type: 'user',
  allow_status: 'Yes',
  factors: [],
  passkeyOptions: null,
  notice: null,
};
const login = () => page.getByRole('button', { name: 'Login', exact: true });

async function signIn(): Promise<void> {
  await page.getByLabelText('Email', { exact: true }).fill('lead@north.example');
  await page.getByLabelText('Password', { exact: true }).fill('correct horse battery staple');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await login().click();
}

/** Lets what only waits for its turn run, without the time that the page waits on purpose. */
async function seeText(text: string): Promise<void> {
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(0);
      return page.getByText(text).elements().length;
    })
    .toBeGreaterThan(0);
}

describe('signing in', () => {
  beforeEach(() => vi.useRealTimers());
  afterEach(() => void vi.useRealTimers());

  test('shows its toast for 1.5 seconds before it goes on', async () => {
    let isSignedIn = false;
    const api = openScreen('/login', {
      getMe: () => createMe(isSignedIn ? 'allowed' : 'visitor'),
      login: () => {
        isSignedIn = true;
        return ANSWER;
      },
    });
    await signIn();
    await seeText('You have successfully logged in!');
    const countMe = () => api.calls.filter(({ route }) => route === 'getMe').length;
    const before = countMe();
    await vi.advanceTimersByTimeAsync(REDIRECT_MS - 1);
    expect(countMe()).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(countMe).toBeGreaterThan(before);
  });

  test.each([
    ['failed', 'Email or Password is incorrect!'],
    ['nouser', 'No Account with this email. Please register!'],
    ['email_not_verified', 'Email is not verified! Please verify.'],
    ['pending', 'Your Account is Pending Verification!'],
  ] as const)('that comes to %s says so, stores nothing and stays', async (flag, text) => {
    openScreen('/login', { login: { ...ANSWER, flag, name: '', type: '', allow_status: '' } });
    await signIn();
    await seeText(text);
    await vi.advanceTimersByTimeAsync(REDIRECT_MS);
    expect(localStorage.length).toBe(0);
    await expect.element(login()).toBeVisible();
  });
});
