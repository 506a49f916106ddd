import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPart } from '../../testing/open-screen.tsx';
import { createMe } from '../../testing/sample-session.ts';
import { createExportLinks } from './export-links.ts';
import { ExportMenu } from './export-menu.tsx';
import { addressHistorySearch } from './search.ts';

const TARGET = { chain: 'btc', address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S', decimals: 8, currency: 'USD' } as const;

test('a file that was made can be added to a case, and no other', async () => {
  const sums = { lossUsd: 0n, securedUsd: 0n, withoutLoss: 0, late: 0 };
  const totals = { ...sums, count: 0, oldestAt: null, olderThanAYear: 0 };
  const cases = { items: [], totals, today: '2026-11-20' };
  const screen = openPart(<ExportMenu {...createExportLinks(TARGET, addressHistorySearch.parse({}), 6)} />, {
    getMe: createMe('allowed'),
    listCases: cases,
  });
  // The file itself is none of this test.
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener('click', stay);
  await page.getByRole('button', { name: 'Export all 6 rows' }).click();
  expect(page.getByRole('button', { name: /to a case/ }).elements()).toEqual([]);
  await page.getByRole('menuitem', { name: /^XLSX/ }).click();
  document.removeEventListener('click', stay);
  await page.getByRole('button', { name: 'Add the XLSX file to a case' }).click();
  await expect.element(page.getByText('You have no open case.')).toBeVisible();
  expect(screen.calls.map(({ route }) => route)).toContain('listCases');
});
