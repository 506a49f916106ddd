import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openPart } from '../testing/open-screen.tsx';
import { CoverageBanner } from './coverage-banner.tsx';

const GAP = {
  kind: 'fee-missing' as const,
  message: 'Fees of 3 payments are missing.',
  count: 3,
  fromHeight: null,
  toHeight: null,
};

test('nothing is shown where every block is indexed', async () => {
  const coverage = { complete: true, summary: 'Complete.', ranges: [], gaps: [] };
  openPart(
    <>
      <CoverageBanner coverage={coverage} />
      <p>below</p>
    </>,
  );
  await expect.element(page.getByText('below')).toBeVisible();
  expect(page.getByRole('status').elements()).toEqual([]);
});

test('a part says what is indexed and what that hides, and lists every gap', async () => {
  const coverage = { complete: false, summary: 'No block is indexed.', ranges: [], gaps: [GAP, { ...GAP, count: 1 }] };
  openPart(<CoverageBanner coverage={coverage} />);
  const banner = page.getByRole('status');
  await expect.element(banner).toHaveTextContent('No block is indexed.');
  await banner.getByText('All 2 gaps').click();
  await expect.element(page.getByText(/Fees missing\./).first()).toBeVisible();
  await expectAccessible();
});
