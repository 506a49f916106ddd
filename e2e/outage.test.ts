import { expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { BLOCK_170 } from './block-170.ts';
import { openSite, readText } from './harness.ts';

const { sender } = BLOCK_170;
// A part whose code cannot be fetched is reported in the console as well.
const OUTAGE = { expected: { outage: true, console: /Failed to fetch dynamically imported module/ } };

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, { as: 'allowed' });

  test('a page outlives its server: what is shown stays, errors offer a retry, the retry works', async () => {
    await visit(
      `/address-search/btc/${sender}`,
      async (page) => {
        await page.getByText('Rows 1 to 6 of 6').waitFor();
        await server.stop();
        await page
          .getByRole('navigation', { name: 'Parts of the history' })
          .getByRole('link', { name: 'Counterparties' })
          .click();
        const alert = page.locator('main').getByRole('alert');
        await alert.waitFor();
        expect(await readText(alert)).toContain('The Trailmark server did not answer.');
        const account = page.getByRole('button', { name: /^Account of/ });
        await account.click();
        await page.getByText('The menu could not be loaded, because the server did not answer.').waitFor();
        await page.keyboard.press('Control+k');
        await page.getByText('This part of the page could not be loaded.').waitFor();
        expect(await readText(page.locator('.tm-figs'))).toContain('18.00');
        await alert.getByRole('button', { name: 'Try again' }).click();
        // Trying again without success ends in the same words.
        await alert.waitFor({ state: 'detached' });
        await alert.waitFor();
        await server.start();
        await alert.getByRole('button', { name: 'Try again' }).click();
        await page.locator('.tm-tbl tbody tr').first().waitFor();
        expect(await alert.count()).toBe(0);
        await account.click();
        await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
      },
      OUTAGE,
    );
  });

  test('a slow server shows the shape of the result first, and old rows while it sorts', async () => {
    await visit('/', async (page) => {
      const delay = async (ms: number) => {
        await page.unrouteAll({ behavior: 'wait' });
        await page.route('**/api/**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, ms));
          await route.continue();
        });
      };
      await delay(700);
      await page.goto(`${server.origin}/Track/btc/address/${sender}`);
      await page.locator('.tm-skel:not(.early)').first().waitFor();
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.locator('[aria-busy="true"] [role="status"]').first().textContent()).toContain('Loading');
      await page.locator('.tm-tbl tbody tr').first().waitFor();
      expect(await page.locator('.tm-skel').count()).toBe(0);
      await page.getByRole('link', { name: 'Sort ascending' }).click();
      await page.locator('.tm-tbl[aria-busy="true"]').waitFor();
      expect(await page.locator('.tm-tbl tbody tr').count()).toBe(6);
      await page.locator('.tm-tbl[aria-busy="false"]').waitFor();
      expect(await readText(page.locator('.tm-tbl tbody tr').first())).toContain('2009-01-09');
      await page.unrouteAll({ behavior: 'wait' });
    });
  });
});
