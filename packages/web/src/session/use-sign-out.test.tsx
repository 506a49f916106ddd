import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { UNANSWERED } from '../testing/fake-api.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { SIGN_OUT_DELAY_MS } from './sign-out.ts';

test('signing out ends the session a second after the choice, under a cover', async () => {
  const api = openScreen('/address-search', { logout: UNANSWERED }, { as: 'allowed' });
  const countLogouts = () => api.calls.filter(({ route }) => route === 'logout').length;
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await vi.advanceTimersByTimeAsync(SIGN_OUT_DELAY_MS - 1);
    expect(countLogouts()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(countLogouts).toBe(1);
    await expect.element(page.getByText('Signing out')).toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});
