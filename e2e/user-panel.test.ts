import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SeededAccounts, seedAccounts } from '../scripts/record-tutorials/seed-accounts.ts';
import { describeWith } from '../test/needs.ts';
import { goTo } from './go-to.ts';
import { findPageFaults } from './page-faults.ts';
import { BUILDS_WITHIN_MS, CHROMIUM_ARGS, ensureWeb, STARTS_WITHIN_MS, TrailmarkServer } from './trailmark-server.ts';

const SCREENS = [
  '/profile',
  '/support',
  '/support?tab=new',
  '/support?tab=answers',
  '/video-tutorials',
  '/subscription',
];

describeWith('chromium', (chromiumPath) => {
  const server = new TrailmarkServer();
  let browser: Browser;
  let people: SeededAccounts;

  beforeAll(async () => {
    await ensureWeb();
    await server.prepare();
    people = await seedAccounts(server.dataDir, 3000);
    browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
    await server.start();
  }, STARTS_WITHIN_MS + BUILDS_WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await server.remove();
  });

  async function openPage(who: 'lead' | 'admin', options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const { headers } = who === 'lead' ? people.leadSession : people.adminSession;
    const pairs = (headers.cookie ?? '').split('; ').map((pair) => pair.split(/=(.*)/s));
    await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: server.origin })));
    return context.newPage();
  }

  const settle = (page: Page) =>
    page.waitForFunction(() => !document.querySelector('main .tm-skel, main [aria-busy="true"]'));

  describe.each([1440, 390])('at %d px', (width) => {
    test('no screen of the user panel has a finding of axe in either theme, or scrolls sideways', async () => {
      const page = await openPage('lead', { viewport: { width, height: 844 }, reducedMotion: 'reduce' });
      const findings: string[] = [];
      await page.goto(`${server.origin}/profile`);
      for (const path of SCREENS) {
        await goTo(page, path);
        await settle(page);
        findings.push(...(await findPageFaults(page, path)));
      }
      await page.context().close();
      expect(findings).toEqual([]);
    });
  });

  test('a ticket that could not be sent is kept, sent once afterwards, and answered by an administrator', async () => {
    const page = await openPage('lead');
    await page.goto(`${server.origin}/support?tab=new`);
    await page.getByRole('button', { name: 'Send ticket' }).click();
    await page.getByText('Give a subject: the list of tickets shows it.').waitFor();
    await page.getByLabel('Subject').fill('An export stops');
    await page.getByLabel('What happened, and what you expected').fill('It stops after a minute.');
    await page.getByRole('checkbox').check();
    await page.getByRole('region', { name: 'Diagnostics to be sent' }).waitFor();
    const shown = await page.getByRole('region', { name: 'Diagnostics to be sent' }).locator('pre').textContent();
    await page.route('**/support/tickets', (route) => route.abort());
    await page.getByRole('button', { name: 'Send ticket' }).click();
    await page.getByText('What you typed is kept in this browser session.').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Subject').inputValue(), { timeout: 60_000 }).toBe('An export stops');
    await page.unroute('**/support/tickets');
    await page.getByRole('button', { name: 'Send ticket' }).click();
    await page.getByRole('heading', { name: 'An export stops' }).waitFor();
    expect(shown).not.toMatch(/north|lead/i);
    const path = new URL(page.url()).pathname;

    const admin = await openPage('admin');
    await admin.goto(`${server.origin}/support?tab=all`);
    await admin.getByRole('link', { name: 'An export stops' }).click();
    await admin.getByRole('textbox', { name: 'Answer' }).fill('Which chain?');
    await admin.getByRole('button', { name: 'Send answer' }).click();
    await admin.getByText('Waits for its author').waitFor();
    await page.goto(server.origin + path);
    await page.getByText('Which chain?').waitFor();
    await page.goto(`${server.origin}/support`);
    await page.locator('.tm-tbl tbody tr').first().waitFor();
    expect(await page.locator('.tm-tbl tbody tr').count()).toBe(1);
    await Promise.all([page.context().close(), admin.context().close()]);
  });

  test('a profile is changed and kept, and what is wrong is next to its field', async () => {
    const page = await openPage('lead');
    await page.goto(`${server.origin}/profile`);
    await page.getByLabel('Title or rank').fill('Inspector');
    await page.getByLabel('Phone').fill('none of your business');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('A phone number has digits').waitFor();
    await page.getByLabel('Phone').fill('+1 555 0100');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('The profile is saved.').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Title or rank').inputValue(), { timeout: 60_000 }).toBe('Inspector');
    const activity = page.getByRole('region', { name: 'Recent activity' });
    await activity.getByText('profile.update').first().waitFor();
    await page.context().close();
  });

  test('a photo that is none is refused in words, a real one is redrawn', async () => {
    const page = await openPage('lead');
    await page.goto(`${server.origin}/profile`);
    const choose = page.locator('.up-photo input[type=file]');
    await choose.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="x()"/>') });
    await page.getByText('This one is none of them.').waitFor();
    const png = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } });
    await choose.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: png });
    await page.locator('.up-photo img').waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.up-photo img')?.naturalWidth === 256);
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await page.locator('.up-photo img').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a tutorial plays from this server and begins at the second a link names', async () => {
    const page = await openPage('lead');
    await page.goto(`${server.origin}/video-tutorials`);
    await page.locator('.up-tutorials a').first().click();
    await page.locator('video').waitFor();
    await page.goto(`${page.url().split('?')[0]}?t=12`);
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) >= 12);
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(15);
    expect(await page.getByRole('list', { name: 'Chapters' }).locator('[aria-current]').count()).toBe(1);
    await page.context().close();
  });
});
