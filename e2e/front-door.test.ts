import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { openSite, readText } from './harness.ts';
import { findPerson, signIn } from './people.ts';

const readFocus = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, { flags: ['--demo-people'] });

  test('the first page has length and next date of each course', async () => {
    await visit('/', async (page) => {
      const rows = page.locator('.tm-courses tbody tr');
      await rows
        .getByText(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/)
        .nth(2)
        .waitFor();
      expect(await rows.count()).toBe(3);
      expect(await readText(rows.first())).toContain('2 days');
    });
  });

  test('the first page offers an account to visitors and the dashboard to those who have it', async () => {
    await visit('/', async (page) => {
      await page.locator('.tm-hero').getByRole('link', { name: 'Request an account' }).waitFor();
    });
    const run = async (page: Page): Promise<void> => {
      await page.locator('.tm-hero').getByRole('link', { name: 'Open the dashboard' }).waitFor();
      expect(await page.getByRole('link', { name: 'Request an account' }).count()).toBe(0);
    };
    await visit('/', run, { storageState: await signIn(server, 'allowed') });
  });

  test('the page of a tool opens it, and shows its own screens where there are pictures', async () => {
    await visit('/products/nft-analysis', async (page) => {
      await page.getByRole('link', { name: 'Open NFT analysis' }).waitFor();
      expect(await page.locator('.tm-shot').count()).toBe(0);
    });
    await visit('/products/exchange-lookup', async (page) => {
      await page.getByRole('img', { name: /^Exchange lookup: / }).waitFor();
      expect(await page.locator('.tm-shot').count()).toBe(2);
    });
  });

  describe('the focus', () => {
    test('is back on the button of a menu after Escape, also the first time', async () => {
      await visit('/about-us', async (page) => {
        await page.getByRole('button', { name: 'Product' }).focus();
        await page.keyboard.press('Enter');
        await expect.poll(() => readFocus(page)).toBe('Tools');
        await page.keyboard.press('ArrowDown');
        expect(await readFocus(page)).toBe('CryptoWallets');
        await page.keyboard.press('Escape');
        await expect.poll(() => readFocus(page)).toBe('Product');
      });
    });

    test('goes to the first field when email and password do not fit', async () => {
      const { email } = findPerson(server, 'member');
      await visit('/login', async (page) => {
        await page.getByLabel('Email', { exact: true }).fill(email);
        await page.getByLabel('Password', { exact: true }).fill('a wrong password');
        await page.getByRole('button', { name: 'Login', exact: true }).click();
        await page.getByText('Email or Password is incorrect!').waitFor();
        await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
      });
    });
  });

  test('a whole link pasted over a broken one is taken', async () => {
    await visit('/claim', async (page) => {
      await page.getByText('This link is not whole.').waitFor();
      await page.goto(`${server.origin}/claim#${'A'.repeat(43)}`);
      await page.getByLabel('Agency').waitFor();
      await page.waitForFunction(() => window.location.hash === '');
    });
  });

  test('an administrator writes a new text, readers get it when it is published, and not after it is withdrawn', async () => {
    const slug = 'note-of-the-desk';
    const storageState = await signIn(server, 'platformAdmin');
    const write = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: 'Write a new text' }).click();
      await page.getByLabel(/^Address, the last part/).fill('nakamoto-2008');
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByText('There is a text at "nakamoto-2008" already.').waitFor();
      await page.getByLabel(/^Address, the last part/).fill(slug);
      await page.getByLabel('Title').fill('A note');
      await page.getByLabel('Summary').fill('What we did.');
      const facts = page.getByLabel(/^Facts/);
      const blank = JSON.parse(await facts.inputValue()) as object;
      await facts.fill(JSON.stringify({ ...blank, authors: ['The desk'], venue: 'Here', topics: ['law'] }));
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByText(`Version 1 of ${slug} was published.`).waitFor();
    };
    const withdraw = async (page: Page): Promise<void> => {
      await page.getByLabel('Text to edit').selectOption(slug);
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByText(`Version 2 of ${slug} was withdrawn`).waitFor();
    };
    await visit('/admin-content', write, { storageState });
    await visit(`/resources/publications/${slug}`, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'A note' }).waitFor();
    });
    await visit('/admin-content', withdraw, { storageState });
    const gone = await fetch(`${server.origin}/api/v1/content/publication/${slug}`);
    expect(gone.status).toBe(404);
  });
});
