import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { FIRST_VIEWS, loadFirst } from './first-view.ts';
import { openSite } from './harness.ts';
import { signIn } from './people.ts';

/** Bytes of script that travel for the first view of a page. */
const SCRIPT_BUDGET_BYTES = 200_000;
function expectWithinBudget(scriptBytes: number): void {
  expect(scriptBytes).toBeGreaterThan(0);
  expect(scriptBytes).toBeLessThan(SCRIPT_BUDGET_BYTES);
}

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, { isShared: true });

  test.each([
    ...FIRST_VIEWS,
    '/products/exchange-lookup',
    '/products/CryptoWallets',
    '/training/schedule',
    '/training/AdvancedCrypto',
    '/resources/caseStudies/block-546',
    '/resources/methods',
    '/resources/le-portal',
    '/about-us',
    '/login',
    '/register',
  ])('the first view of %s takes less than 200 kB of script', async (path) => {
    await visit('/favicon.svg', async (page) => {
      expectWithinBudget(await loadFirst(page, server.origin + path));
    });
  });

  test.each(['/address-search', '/coin-flow', '/exchange-lookup'])(
    'the first view of %s takes less than 200 kB of script of whoever opens it signed in',
    async (path) => {
      const open = async (page: Page) => expectWithinBudget(await loadFirst(page, server.origin + path));
      await visit('/favicon.svg', open, { storageState: await signIn(server, 'allowed') });
    },
  );
});
