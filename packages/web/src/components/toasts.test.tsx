import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openPart } from '../testing/open-screen.tsx';
import { seeText } from '../testing/stopped-clock.ts';
import { showToast } from './toast.ts';
import { Toasts } from './toasts.tsx';

test('a toast is there for four seconds, and three at most', async () => {
  openPart(
    <>
      <p>page</p>
      <Toasts />
    </>,
  );
  await expect.element(page.getByText('page')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const text of ['one', 'two', 'three', 'four']) showToast('done', text);
    await seeText('four');
    expect(page.getByText('one').elements()).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(page.getByText('four').elements()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(() => page.getByText('four').elements()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('a toast of either kind meets the rules of accessibility', async () => {
  openPart(
    <main>
      <Toasts />
    </main>,
  );
  showToast('done', 'Saved.');
  showToast('error', 'Not saved.');
  await expect.element(page.getByText('Not saved.')).toBeVisible();
  await expectAccessible();
});
