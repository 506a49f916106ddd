import { AppError } from '@trailmark/core/errors';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, openPart } from '../testing/open-screen.tsx';
import { Empty } from './empty.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { Missing } from './missing.tsx';
import { Skeleton } from './skeleton.tsx';

describe('an error in the place of content', () => {
  test('names what failed, the sentence of the server and the reference', async () => {
    const error = new AppError('unavailable', 'The store is closed.', { context: { reference: 'r-17' } });
    openPart(<ErrorPanel error={error} what="The history" />);
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('The history could not be loaded. The store is closed.');
    await expect.element(alert).toHaveTextContent('r-17');
    await expectAccessible();
  });

  test.each(['invalid', 'not-found'] as const)('offers no second try of what is %s', async (kind) => {
    openPart(<ErrorPanel error={new AppError(kind, 'No.')} what="The block" onRetry={() => undefined} />);
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(page.getByRole('button').elements()).toEqual([]);
  });

  test.each(['unavailable', 'internal', 'inconsistent', 'forbidden'] as const)(
    'tries again what is %s',
    async (kind) => {
      const onRetry = vi.fn();
      openPart(<ErrorPanel error={new AppError(kind, 'No.')} what="The block" onRetry={onRetry} />);
      await page.getByRole('button', { name: 'Try again' }).click();
      expect(onRetry).toHaveBeenCalledOnce();
    },
  );

  test('reports different versions for an answer outside the contract, and shows nothing of it', async () => {
    const error = Object.assign(new Error('[{"path":["secret"]}]'), { issues: [] });
    openPart(<ErrorPanel error={error} what="The list" />);
    await expect.element(page.getByText(/different versions/)).toBeVisible();
    expect(document.body.textContent).not.toContain('secret');
  });
});

test('nothing to show is one sentence with one action', async () => {
  openPart(<Empty action={<button type="button">Show all</button>}>No row fits.</Empty>);
  await expect.element(page.getByText('No row fits.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show all' })).toBeVisible();
});

test('what is missing says why, to screen readers and on focus', async () => {
  openPart(<Missing reason="The source carried no fees." />);
  const words = page.getByText('not known');
  await expect.element(words).toHaveTextContent('not known, The source carried no fees.');
  await userEvent.tab();
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('The source carried no fees.');
});

test('a place that loads is named for screen readers before its bars appear', async () => {
  openPart(
    <Skeleton what="history">
      <span>bars</span>
    </Skeleton>,
  );
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading history');
  await expect.poll(() => document.querySelector('.tm-skel')?.classList.contains('early')).toBe(false);
});
