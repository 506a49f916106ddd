import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { findTool } from '../scripts/tools.mjs';
import { BLOCK_170 } from './block-170.ts';
import { CHROMIUM_ARGS, ensureWeb, TrailmarkServer } from './trailmark-server.ts';

// Pictures of the public site, from the bundled data, in both themes: node scripts/run.mjs e2e/make-product-shots.ts
// With TRAILMARK_ORIGIN they are taken of a server that runs already.

const FOLDER = fileURLToPath(new URL('../packages/web/src/assets/products', import.meta.url));
const WIDTH = 1440;
/** An address that two sources name and whose blocks the bundled data lacks. */
const NAMED = '12t9YDPgwueZ9NyMgw519p7AA8isjr6SMw';

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly height: number;
  readonly prepare: (page: Page) => Promise<void>;
}

const SHOTS: readonly Shot[] = [
  {
    name: 'explorer-transaction',
    path: `/Track/btc/tx/${BLOCK_170.txid}`,
    height: 1000,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Check in this browser' }).click();
      await page.locator('.tm-proof ol li').nth(4).waitFor();
      await page.evaluate(() => window.scrollTo({ top: 0 }));
    },
  },
  {
    name: 'explorer-address',
    path: `/Track/btc/address/${BLOCK_170.sender}`,
    height: 900,
    prepare: (page) => page.locator('.tm-tbl tbody tr').nth(5).waitFor(),
  },
  {
    name: 'explorer-label',
    path: `/Track/btc/address/${NAMED}`,
    height: 900,
    prepare: (page) => page.locator('main h1').waitFor(),
  },
];

async function shoot(browser: Browser, origin: string, shot: Shot, isDark: boolean): Promise<void> {
  const { name, path, height, prepare } = shot;
  const context = await browser.newContext({ viewport: { width: WIDTH, height }, reducedMotion: 'reduce' });
  if (isDark) await context.addInitScript(() => sessionStorage.setItem('darkMode', 'true'));
  const page = await context.newPage();
  await page.goto(origin + path);
  await prepare(page);
  await page.waitForFunction(() => document.querySelector('main .tm-skel') === null);
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 82, effort: 6 })
    .toBuffer();
  writeFileSync(join(FOLDER, `${name}-${isDark ? 'dark' : 'light'}.webp`), picture);
  await context.close();
}

async function shootAll(browser: Browser, origin: string): Promise<void> {
  for (const shot of SHOTS) {
    for (const isDark of [false, true]) await shoot(browser, origin, shot, isDark);
  }
}

const executablePath = findTool('chromium');
if (!executablePath) throw new Error('The pictures need chromium.');
mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
const running = process.env.TRAILMARK_ORIGIN;
const server = new TrailmarkServer();
try {
  if (!running) {
    await ensureWeb();
    await server.start();
  }
  await shootAll(browser, running ?? server.origin);
} finally {
  await browser.close();
  await server.remove();
}
