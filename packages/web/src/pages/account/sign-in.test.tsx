import type { LoginAnswer } from '@trailmark/api/contract/session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { createMe } from '../../testing/sample-session.ts';
import { seeText } from '../../testing/stopped-clock.ts';
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
const email = () => page.getByLabelText('Email', { exact: true });
const password = () => page.getByLabelText('Password', { exact: true });
const login = () => page.getByRole('button', { name: 'Login', exact: true });

async function signIn(): Promise<void> {
  await email().fill('lead@north.example');
  await password().fill('correct horse battery staple');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await login().click();
}

/** Messages between pages come in the order they were sent: once the last one is there, those before it are. */
async function deliverMessages(): Promise<void> {
  const [from, to] = [new BroadcastChannel('test'), new BroadcastChannel('test')];
  await new Promise((resolve) => {
    to.onmessage = resolve;
    from.postMessage('last');
  });
  from.close();
  to.close();
}

describe('the sign-in page', () => {
  test('has the fields and links of the specification', async () => {
    openScreen('/login', {});
    await expect.element(login()).toBeVisible();
    await page.getByLabelText('Remember me').click();
    await expect.element(page.getByLabelText('Remember me')).toBeChecked();
    for (const [name, path] of [
      ['Not Verified?', '/re-verification'],
      ['Create an account', '/register'],
      ['Forgot password?', '/forgot-password'],
    ] as const) {
      await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
    }
    await password().fill('hidden words');
    await expect.element(password()).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.element(password()).toHaveAttribute('type', 'text');
    await expectAccessible();
  });

  test('states what is wrong next to the fields, goes to the first, and sends nothing to the server', async () => {
    const api = openScreen('/login', {});
    await login().click();
    await expect.element(page.getByText('Email is required.')).toBeVisible();
    await expect.element(page.getByText('Password is required.')).toBeVisible();
    await expect.element(email()).toHaveFocus();
    await email().fill('lead.investigator');
    await password().fill('five5');
    await login().click();
    await expect.element(page.getByText('Email is invalid.')).toBeVisible();
    await expect.element(page.getByText('Password must be at least 6 characters.')).toBeVisible();
    expect(api.calls.filter(({ route }) => route === 'login')).toEqual([]);
  });
});

describe('signing in', () => {
  beforeEach(() => vi.useRealTimers());
  afterEach(() => void vi.useRealTimers());

  test('shows its toast for 1.5 seconds before it continues', async () => {
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
    await deliverMessages();
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
