import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answer } from '../api.ts';
import type { FakeAnswers } from '../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../testing/open-screen.tsx';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const CASE = '8f14e45f-ceea-467f-a0e6-1f2b3c4d5e6f';
const hit = {
  kind: 'address',
  chain: 'btc',
  id: ADDRESS,
  detail: 'Bitcoin address, 3 transactions',
  isIndexed: true,
  transactionCount: 3,
} as const;
const nothing: Answer<'find'> = {
  identifiers: { hits: [], refusal: 'Nothing in this index begins like this.', near: [], truncated: false },
  organisations: [],
  claims: [],
  hasMoreClaims: false,
  cases: [],
  caseCount: 0,
  flows: [],
};
const visit = {
  kind: 'case',
  chain: null,
  id: CASE,
  title: 'Harbour',
  detail: '2026-00417',
  visitedAt: 1_790_000_000,
} as const;

async function openPalette(answers: FakeAnswers) {
  const api = openScreen('/address-search', { listVisits: { items: [] }, ...answers }, { as: 'allowed' });
  await expect.element(page.getByRole('button', { name: 'Account of Lead investigator, LI' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveFocus();
  return api;
}

describe('the palette', () => {
  test('shows names, cases and pages with identifiers, marked, and opens with the keyboard', async () => {
    await openPalette({
      find: {
        ...nothing,
        organisations: [{ id: 'harbour', label: 'Harbour Exchange', categories: ['exchange'] }],
        claims: [{ network: 'btc', address: ADDRESS, label: 'harbour hot 3', category: 'exchange', source: 'a list' }],
        cases: [{ id: CASE, number: '2026-00417', title: 'Harbour', status: 'active' }],
        caseCount: 4,
      },
      getCase: () => new Promise(() => undefined),
    });
    await userEvent.keyboard('harbour');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('heading', { name: 'Cases and what is in them 1 of 4' })).toBeVisible();
    await expect.element(dialog.getByRole('link', { name: /“harbour hot 3”.*Claim/ })).toBeVisible();
    expect(
      dialog
        .getByRole('link')
        .elements()
        .map((link) => link.querySelector('mark')?.textContent),
    ).toEqual(['Harbour', 'harbour', 'Harbour']);
    // What was found for fewer letters is dimmed until the answer to all of them comes.
    await expect.poll(() => dialog.element().querySelector('.tm-earlier')).toBeNull();
    await expectAccessible();
    await dialog.getByRole('button', { name: /^Cases and/ }).click();
    expect(dialog.getByRole('link').elements()).toHaveLength(1);
    await dialog.getByRole('textbox').click();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('opens no row of an earlier text: what is typed is searched for', async () => {
    await openPalette({
      find: ({ query: { q } }) =>
        q === 'har'
          ? {
              ...nothing,
              cases: [{ id: CASE, number: '2026-00417', title: 'Harbour', status: 'active' }],
              caseCount: 1,
            }
          : new Promise(() => undefined),
      search: () => new Promise(() => undefined),
      listBlocks: () => new Promise(() => undefined),
    });
    await userEvent.keyboard('har');
    const row = page.getByRole('dialog').getByRole('link', { name: /Harbour/ });
    await expect.element(row).toBeVisible();
    await userEvent.keyboard('d');
    await expect.element(row).not.toHaveAttribute('aria-current');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('searchbox').or(page.getByRole('textbox')).first()).toHaveValue('hard');
  });

  test('says which character of an address could be wrong, and opens nothing automatically', async () => {
    const near = [{ hit, text: ADDRESS, place: 34, was: 'T', instead: 'S' }];
    const refused = { ...nothing.identifiers, refusal: 'The checksum fails.', near };
    const api = await openPalette({
      find: { ...nothing, identifiers: refused },
      search: refused,
      scanText: { found: [], refused: [], truncated: false },
    });
    await userEvent.keyboard(`${ADDRESS.slice(0, -1)}T`);
    const guess = page.getByText(/Character 34 could be wrong: with S in place of T the checksum is right/);
    await expect.element(guess).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(guess).toBeVisible();
    expect(api.calls.map(({ route }) => route)).not.toContain('getAddress');
  });

  test('lists what a pasted text holds, and why near misses were refused', async () => {
    const api = await openPalette({
      scanText: { found: [hit], refused: [{ text: '1BadAddress', reason: 'The checksum fails.' }], truncated: false },
    });
    const field = page.getByRole('textbox', { name: 'Search' }).element();
    const clip = new DataTransfer();
    clip.setData('text/plain', `Please send it to ${ADDRESS}, not to 1BadAddress.\nThanks`);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: clip, bubbles: true, cancelable: true }));
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('link', { name: /12cbQLTFMXRnSz/ })).toBeVisible();
    await expect.element(dialog.getByText('The checksum fails.')).toBeVisible();
    await expectAccessible();
    expect(api.calls.filter(({ route }) => route === 'find')).toEqual([]);
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveValue('');
  });

  test('begins with what was pinned and opened last, and pins', async () => {
    const api = await openPalette({
      listVisits: { items: [{ ...visit, isPinned: false }] },
      pinVisit: { items: [{ ...visit, isPinned: true }] },
    });
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('heading', { name: /^Opened last/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Pin Harbour' }).click();
    await expect.element(dialog.getByRole('heading', { name: /^Pinned/ })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Take the pin away from Harbour' })).toBeVisible();
    expect(api.calls.find(({ route }) => route === 'pinVisit')?.input.body).toEqual({
      kind: 'case',
      chain: null,
      id: CASE,
      isPinned: true,
    });
    await expectAccessible();
  });
});
