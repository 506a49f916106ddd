import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openScreen } from '../testing/open-screen.tsx';
import { initialsOf } from './avatar.tsx';

test('the account button is named for its person and contains the initials that it shows', async () => {
  openScreen('/address-search', {}, { as: 'allowed' });
  await expect
    .element(page.getByRole('button', { name: 'Account of Lead investigator LI', exact: true }))
    .toBeInTheDocument();
  await expectAccessible();
});

test('initials are those of the first and the last word, and absent where a name has no letters', () => {
  expect(['Lead investigator', 'Ana Maria de Souza', 'зоя', '李 雷', '007 !', ''].map(initialsOf)).toEqual([
    'LI',
    'AS',
    'З',
    '李雷',
    '',
    '',
  ]);
});
