import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openScreen } from '../../testing/open-screen.tsx';

const RECEIPT = {
  ...{ id: '00000000-0000-4000-8000-000000000001', reference: 'SR-2026-7K4M-93QD', secret: 'AAAAA-BBBBB' },
  ...{ receivedAt: 1, receiptHash: 'a'.repeat(64), payments: 0, onChain: 0, drafts: [] },
};

/** Sends the form until it is received; each answer is a fault, or undefined for the receipt. */
async function sendUntil(faults: readonly AppError[]) {
  let challenges = 0;
  const left = [...faults];
  const api = openScreen('/report-scam/north', {
    getScamIntake: () => ({ agency: 'North', question: '', work: { challenge: `challenge-${++challenges}`, bits: 1 } }),
    submitPublicScamReport: () => left.shift() ?? RECEIPT,
  });
  await page.getByRole('button', { name: /Check and send/ }).click();
  const send = page.getByRole('button', { name: 'Send the report' });
  await send.click();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await send.click();
  await expect.element(page.getByRole('heading', { name: 'Report received' })).toBeVisible();
  const sent = api.calls.filter(({ route }) => route === 'submitPublicScamReport');
  return sent.map(({ input }) => (input.body as { work: { challenge: string } }).work.challenge);
}

test('a report whose answer was lost is sent again as the same one, and not as a second', async () => {
  const lost = new AppError('unavailable', 'The server did not answer.');
  const [first, again, ...more] = await sendUntil([lost]);
  expect([again, more]).toEqual([first, []]);
});

test('a report whose work is too old is sent with other work', async () => {
  const lost = new AppError('unavailable', 'The server did not answer.');
  const old = new AppError('invalid', 'The page was open for too long.', { context: { field: 'work' } });
  const [first, again, other] = await sendUntil([lost, old]);
  expect([again === first, other === first]).toEqual([true, false]);
});
