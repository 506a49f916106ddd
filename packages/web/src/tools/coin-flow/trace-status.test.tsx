import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openPart } from '../../testing/open-screen.tsx';
import { TraceStatus } from './trace-status.tsx';

test('a trace that waits for its turn states its place, and can be cancelled', async () => {
  const cancel = vi.fn();
  const place = { position: 3, of: 7, seconds: 130 };
  openPart(<TraceStatus state={{ kind: 'waiting', place }} cancel={cancel} dismiss={() => undefined} kept="" />);
  const status = page.getByRole('status');
  await expect.element(status).toHaveTextContent('Waiting for its turn. Number 3 of 7 in line. About 3 minutes.');
  await expectAccessible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(cancel).toHaveBeenCalledOnce();
});
