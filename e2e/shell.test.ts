import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { BLOCK_170, MID_CHAIN_ADDRESS } from './block-170.ts';
import { openSite, readText } from './harness.ts';

/** Word for word as the specification has them. */
const MANAGEMENTS = [
  ['Address History Search', '/address-search'],
  ['Address threat analysis', '/address-threat'],
  ['Wallet statement', '/wallet-statement'],
  ['Exchange lookup', '/exchange-lookup'],
  ['Coin flow', '/coin-flow'],
  ['NFT analysis', '/nft-analysis'],
  ['Address monitoring', '/address-monitoring'],
  ['Scam/Sanction Alerts', '/deconfliction'],
  ['Scam submission', '/scam-submission'],
  ['Enhanced report', '/enhanced-report'],
  ['Agency cases', '/agency-cases'],
  ['Support', '/support'],
];
const USER_PANEL = [
  ['Profile', '/profile'],
  ['Video tutorials', '/video-tutorials'],
  ['Subscription', '/subscription'],
  ['Update password', '/update-password'],
];

const HISTORY = `/address-search/btc/${BLOCK_170.sender}`;

async function readMenu(page: Page, section: string): Promise<(string | null)[][]> {
  const links = page
    .getByRole('navigation', { name: 'Tools' })
    .getByRole('region', { name: section })
    .getByRole('link');
  return Promise.all(
    (await links.all()).map(async (link) => [await readText(link.locator('.label')), await link.getAttribute('href')]),
  );
}

const widthOf = (page: Page, selector: string) => page.locator(selector).evaluate((node) => node.clientWidth + 1);
const schemeOf = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');
const focusOf = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-index') ?? document.activeElement?.tagName);

describeWith('chromium', (chromium) => {
  const { visit } = openSite(chromium, { as: 'allowed', isShared: true });

  describe('the side menu', () => {
    test('has the sections, items, order and routes of the specification', async () => {
      await visit('/address-search', async (page) => {
        await page.getByRole('navigation', { name: 'Tools' }).waitFor();
        expect(await page.locator('.tm-nav section h2').allInnerTexts()).toEqual(['Managements', 'User Panel']);
        expect(await readMenu(page, 'Managements')).toEqual(MANAGEMENTS);
        expect(await readMenu(page, 'User Panel')).toEqual(USER_PANEL);
      });
    });

    test('is 350 px wide and collapses to a rail of 56 with [', async () => {
      await visit('/address-search', async (page) => {
        await page.getByRole('navigation', { name: 'Tools' }).waitFor();
        expect(await widthOf(page, '.tm-nav')).toBe(350);
        await page.keyboard.press('[');
        expect(await widthOf(page, '.tm-nav')).toBe(56);
        expect(await page.getByRole('link', { name: 'Coin flow' }).getAttribute('title')).toBe('Coin flow');
        await page.keyboard.press('[');
        expect(await widthOf(page, '.tm-nav')).toBe(350);
      });
    });

    test('is a rail at 1024 px and a sheet on a phone', async () => {
      await visit(
        '/address-search',
        async (page) => {
          await page.getByRole('navigation', { name: 'Tools' }).waitFor();
          expect(await widthOf(page, '.tm-nav')).toBe(56);
        },
        { viewport: { width: 1024, height: 768 } },
      );
      await visit(
        '/address-search',
        async (page) => {
          await page.getByRole('button', { name: 'Menu' }).click();
          await page.getByRole('dialog').getByRole('link', { name: 'Coin flow' }).click();
          await page.waitForURL('**/coin-flow');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        },
        { viewport: { width: 390, height: 844 } },
      );
    });
  });

  test('the public menu has the routes of the specification', async () => {
    await visit('/', async (page) => {
      const site = page.getByRole('navigation', { name: 'Site' });
      await site.waitFor();
      expect(await site.locator('> a, > button').allInnerTexts()).toEqual([
        'Home',
        'Product',
        'Training',
        'Resources',
        'Explorer',
        'LE Portal',
        'Contact Us',
        'About',
      ]);
      await site.getByRole('button', { name: 'Resources' }).click();
      await page.getByRole('menuitem', { name: 'Case Studies' }).click();
      await page.waitForURL('**/resources/caseStudies');
    });
  });

  test('the way back to the top appears after 400 px', async () => {
    await visit(`/Track/btc/address/${MID_CHAIN_ADDRESS}`, async (page) => {
      await page.locator('.tm-tbl tbody tr').nth(24).waitFor();
      const toTop = page.getByRole('button', { name: 'Scroll to top' });
      await page.evaluate(() => window.scrollTo(0, 400));
      await page.waitForTimeout(100);
      expect(await toTop.count()).toBe(0);
      await page.evaluate(() => window.scrollTo(0, 401));
      await toTop.click();
      await page.waitForFunction(() => window.scrollY === 0);
      await toTop.waitFor({ state: 'detached' });
    });
  });

  test('dark is remembered for the session, light is the default', async () => {
    await visit('/address-search', async (page) => {
      await page.getByRole('button', { name: 'Switch to dark theme' }).click();
      expect(await schemeOf(page)).toBe('dark');
      expect(await page.evaluate(() => sessionStorage.getItem('darkMode'))).toBe('true');
      await page.goto(page.url().replace('/address-search', '/Track'));
      await page.getByRole('button', { name: 'Switch to light theme' }).waitFor();
      expect(await schemeOf(page)).toBe('dark');
    });
    await visit('/address-search', async (page) => {
      await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor();
      expect(await schemeOf(page)).toBe('light');
    });
  });

  describe('the keyboard', () => {
    test('opens the palette with Ctrl K and /, finds, and closes it with Esc', async () => {
      await visit('/address-search', async (page) => {
        await page.getByRole('navigation', { name: 'Tools' }).waitFor();
        await page.getByRole('button', { name: /^Account of/ }).focus();
        for (const key of ['Control+k', '/']) {
          await page.keyboard.press(key);
          await page.getByRole('dialog').getByLabel('Search').waitFor();
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
          await page.waitForFunction(() => document.activeElement?.ariaLabel?.startsWith('Account of'));
        }
        await page.keyboard.press('Control+k');
        await page.locator('[role="dialog"] input:focus').waitFor();
        await page.keyboard.type(BLOCK_170.sender.slice(0, 9));
        await page
          .getByRole('dialog')
          .getByRole('heading', { name: /^On chain/ })
          .waitFor();
        await page.keyboard.press('Enter');
        await page.waitForURL(`**${HISTORY}`);
      });
    });

    test('keeps what is typed while the palette is on its way, and gives the focus of a menu back', async () => {
      await visit('/address-search', async (page) => {
        await page.getByRole('navigation', { name: 'Tools' }).waitFor();
        await page.route('**/assets/search-palette-*.js', async (route) => {
          await page.waitForTimeout(400);
          await route.continue();
        });
        await page.keyboard.press('Control+k');
        await page.keyboard.type('exchange');
        await page.locator('[role="dialog"] input:focus').waitFor();
        await page.keyboard.type(' look');
        expect(await page.getByRole('dialog').getByLabel('Search').inputValue()).toBe('exchange look');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        const account = page.getByRole('button', { name: /^Account of/ });
        await account.focus();
        await page.keyboard.press('Enter');
        await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => document.activeElement?.ariaLabel?.startsWith('Account of'));
      });
    });

    test('walks a table with j and k and opens with Enter', async () => {
      await visit(`/Track/btc/address/${BLOCK_170.sender}`, async (page) => {
        await page.locator('.tm-tbl tbody tr').nth(5).waitFor();
        await page.keyboard.press('j');
        expect(await focusOf(page)).toBe('0');
        for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
        await page.waitForFunction(() => document.activeElement?.getAttribute('data-index') === '1');
        await page.keyboard.press('Enter');
        await page.waitForURL('**/tx/12b5633b*');
      });
      await visit(HISTORY, async (page) => {
        await page.locator('.tm-tbl tbody tr').nth(5).waitFor();
        await page.keyboard.press('j');
        await page.keyboard.press('x');
        await page.getByText('1 row selected').waitFor();
        await page.keyboard.press('Enter');
        await page.locator('tr.detail').waitFor();
      });
    });

    test('goes to tools with g and a letter, but not while a field has the focus', async () => {
      await visit('/address-search', async (page) => {
        await page.getByRole('navigation', { name: 'Tools' }).waitFor();
        const field = page.locator('main textarea');
        await field.focus();
        await page.keyboard.type('g f [ ? / j');
        expect(await field.inputValue()).toBe('g f [ ? / j');
        expect(await widthOf(page, '.tm-nav')).toBe(350);
        expect(await page.getByRole('dialog').count()).toBe(0);
        await field.blur();
        await page.keyboard.press('g');
        await page.keyboard.press('f');
        await page.waitForURL('**/coin-flow');
      });
    });

    test('shows all keys of the view with ?, and single keys can be switched off', async () => {
      await visit(HISTORY, async (page) => {
        await page.locator('.tm-tbl tbody tr').nth(5).waitFor();
        await page.keyboard.press('?');
        const sheet = page.getByRole('dialog', { name: 'Keys of this view' });
        await sheet.waitFor();
        const text = await readText(sheet);
        for (const part of ['Search', 'Next row', 'Select the row', 'Collapse or expand', 'Coin flow']) {
          expect(text).toContain(part);
        }
        await sheet.getByRole('checkbox').uncheck();
        await page.keyboard.press('Escape');
        await sheet.waitFor({ state: 'detached' });
        await page.keyboard.press('[');
        await page.keyboard.press('?');
        expect(await widthOf(page, '.tm-nav')).toBe(350);
        expect(await page.getByRole('dialog').count()).toBe(0);
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').waitFor();
      });
    });

    test('reaches the content past the navigation with one key', async () => {
      await visit(HISTORY, async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
      });
    });
  });
});
