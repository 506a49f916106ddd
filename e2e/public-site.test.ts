import { expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { openSite } from './harness.ts';

const STUDIES = [
  'first-payment',
  'block-546',
  'wannacry-coverage',
  'wasabi-august-2021',
  'nomad-bridge',
  'harmony-horizon',
];

describeWith('chromium', (chromium) => {
  const { visit } = openSite(chromium, { isShared: true });

  test('every published figure of the public steps of a case study is still the answer', async () => {
    for (const study of STUDIES) {
      await visit(`/resources/caseStudies/${study}`, async (page) => {
        const buttons = page.getByRole('button', { name: /^Re-run/ });
        await buttons.first().waitFor();
        const count = await buttons.count();
        for (let i = 0; i < count; i++) await buttons.nth(i).click();
        await expect
          .poll(() => page.getByText(/^Same: (all \d+ figures|the one figure)\./).count(), { timeout: 60_000 })
          .toBe(count);
        expect(await page.locator('.tm-checks .differs').count()).toBe(0);
      });
    }
  });

  test('a step that needs an account says so to visitors', async () => {
    await visit('/resources/caseStudies/block-546', async (page) => {
      await page.getByText('Needs an account:').waitFor();
    });
  });

  test('an unknown product is answered with those there are', async () => {
    await visit('/products/nothing', async (page) => {
      await page.getByRole('heading', { name: 'There is no product of this name' }).waitFor();
      await page.getByRole('link', { name: 'Exchange lookup', exact: true }).first().waitFor();
    });
  });

  test('publications are filtered in the address of the page', async () => {
    await visit('/resources/publications', async (page) => {
      await page.getByLabel('Type').selectOption('judgment');
      await page.getByText('3 of 26').waitFor();
      expect(page.url()).toContain('form=judgment');
    });
  });

  test('the contact form shows each message once touched and keeps what was typed when it fails', async () => {
    await visit(
      '/Support/contactUS',
      async (page) => {
        await page.getByLabel('Name').focus();
        await page.getByLabel('Agency').focus();
        await page.getByText('Name is required').waitFor();
        expect(await page.getByText('Agency is required').count()).toBe(0);
        await page.getByLabel('Message').fill('A question');
        await page.route('**/api/**/contactUs', (route) => route.abort());
        await page.getByRole('button', { name: 'Send message' }).click();
        await page.getByText('Valid email is required').waitFor();
        await page.getByText('Nothing you typed is lost.').waitFor();
        expect(await page.getByLabel('Message').inputValue()).toBe('A question');
      },
      { expected: { outage: true } },
    );
  });

  test('visitors see what the LE portal holds and not its texts', async () => {
    await visit('/resources/le-portal', async (page) => {
      await page.getByRole('heading', { name: 'How to get in' }).waitFor();
      expect(await page.locator('.tm-portaldoc').count()).toBe(0);
    });
  });
});
