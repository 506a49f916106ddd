import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPart } from '../testing/open-screen.tsx';
import { Amount } from './amount.tsx';

const text = () => document.querySelector('.tm-amt')?.textContent;

test.each([
  [0n, false, '0'],
  [1n, false, '0.00000001'],
  [5_000_000_000n, false, '50.00000000'],
  [150_000_000n, true, '+1.50000000'],
  [-150_000_000n, true, '−1.50000000'],
])('%d of the smallest unit, signed %s, is shown as %s', async (units, signed, shown) => {
  openPart(<Amount units={units} decimals={8} signed={signed} />);
  await expect.poll(text).toBe(shown);
});

test('an amount that is not known is words and never a zero', async () => {
  openPart(<Amount units={null} decimals={8} reason="An input is not indexed." />);
  await expect.element(page.getByText(/^not known/)).toHaveTextContent('not known, An input is not indexed.');
  expect(document.querySelector('.tm-amt')).toBeNull();
});
