import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openScreen } from '../testing/open-screen.tsx';

test('the name of the account button has the words that are read on it, for those who speak to the page', async () => {
  openScreen('/address-search', {}, { as: 'allowed' });
  const button = page.getByRole('button', { name: 'Account of Lead investigator, LI' });
  await expect.element(button).toBeVisible();
  expect(button.element().textContent).toBe('LI');
});
