import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { findTool } from '../scripts/tools.mjs';
import { BLOCK_170 } from './block-170.ts';
import { COIN_FLOW, openCase, walkToExit } from './coin-flow-steps.ts';
import { type PersonKind, signIn } from './people.ts';
import { CHROMIUM_ARGS, ensureWeb, TrailmarkServer } from './trailmark-server.ts';

// Pictures of the guide, from the bundled data: node scripts/run.mjs e2e/make-screenshots.ts

const FOLDER = fileURLToPath(new URL('../docs/guide/images', import.meta.url));

interface Picture {
  readonly file: string;
  readonly path: string;
  readonly height: number;
  /** Whose screen it is; a visitor's by default. */
  readonly as?: PersonKind;
  /** Brings the page into the state of the picture. */
  readonly prepare: (page: Page) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  {
    file: 'address-history.png',
    path: `/address-search/btc/${BLOCK_170.sender}`,
    height: 900,
    prepare: (page) => page.getByText('Rows 1 to 6 of 6').waitFor(),
  },
  {
    file: 'explorer-transaction.png',
    path: `/Track/btc/tx/${BLOCK_170.txid}`,
    // Down to the last step of the proof.
    height: 1120,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Check in this browser' }).click();
      await page.locator('.tm-proof ol li').nth(4).waitFor();
    },
  },
  {
    file: 'coin-flow.png',
    path: COIN_FLOW,
    height: 900,
    as: 'allowed',
    prepare: async (page) => {
      await openCase(page);
      await walkToExit(page);
      await page.locator('.cf-stop').waitFor();
    },
  },
  {
    file: 'coin-flow-methods.png',
    path: COIN_FLOW,
    height: 900,
    as: 'allowed',
    prepare: async (page) => {
      await openCase(page);
      await page.locator('.cf-head').getByRole('button', { name: 'Compare methods' }).click();
      await page.getByText('Every method accounts for all of the money').waitFor();
    },
  },
];

const executablePath = findTool('chromium');
if (!executablePath) throw new Error('The pictures need chromium.');
await ensureWeb();
const server = new TrailmarkServer({ flags: ['--demo-people'] });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
try {
  await server.start();
  mkdirSync(FOLDER, { recursive: true });
  for (const { file, path, height, as, prepare } of PICTURES) {
    const storageState = as && (await signIn(server, as));
    const context = await browser.newContext({
      viewport: { width: 1440, height },
      reducedMotion: 'reduce',
      ...(storageState && { storageState }),
    });
    const page = await context.newPage();
    await page.goto(server.origin + path);
    await prepare(page);
    await page.evaluate(() => document.fonts.ready);
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(FOLDER, file) });
    await context.close();
  }
} finally {
  await browser.close();
  await server.remove();
}
