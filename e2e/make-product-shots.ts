import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { findTool } from '../scripts/tools.mjs';
import { BLOCK_170, MID_CHAIN_ADDRESS } from './block-170.ts';
import { COIN_FLOW, openCase } from './coin-flow-steps.ts';
import { LABELLED } from './labelled.ts';
import { type PersonKind, signIn } from './people.ts';
import { CHROMIUM_ARGS, ensureWeb, TrailmarkServer } from './trailmark-server.ts';

// Pictures of the public site, from the bundled data, in both themes: node scripts/run.mjs e2e/make-product-shots.ts
// Names of pictures as arguments make only these. The server is a demonstration of its own: screens behind the sign-in are shown as its people see them.

const FOLDER = fileURLToPath(new URL('../packages/web/src/assets/products', import.meta.url));
const WIDTH = 1440;
/** After this long the graph has been drawn. */
const CANVAS_MS = 800;
/** Two ends of a chain of two links in block 546. */
const CHAINED = { a: '1KAD5EnzzLtrSo2Da2G4zzD7uZrjk8zRAv', b: '1DCbY2GYVaAMCBpuBNN5GVg3a47pNK1wdi' } as const;
/** The bundled case of August 2022: 1,175 payments. */
const NOMAD_BRIDGE = '0x88A69B4E698A4B090DF6CF5Bd7B2D47325Ad30A3';

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly height: number;
  /** Whose screen it is; a visitor's by default. */
  readonly as?: PersonKind;
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
    name: 'address-search',
    path: `/address-search/btc/${MID_CHAIN_ADDRESS}`,
    height: 1000,
    as: 'allowed',
    prepare: (page) => page.locator('.tm-tbl tbody tr').nth(5).waitFor(),
  },
  {
    name: 'address-search-nomad',
    path: `/address-search/eth/${NOMAD_BRIDGE}`,
    height: 1000,
    as: 'allowed',
    prepare: (page) => page.locator('.tm-tbl tbody tr').nth(5).waitFor(),
  },
  {
    name: 'exchange-lookup',
    path: `/exchange-lookup/btc/${LABELLED.exchange}`,
    height: 1000,
    as: 'allowed',
    prepare: (page) => page.locator('.tm-actor').waitFor(),
  },
  {
    name: 'cluster-proof',
    path: `/exchange-lookup/cluster/btc/${CHAINED.a}?tab=proof&b=${CHAINED.b}`,
    height: 1000,
    as: 'allowed',
    prepare: async (page) => {
      await page.getByText('They are joined through 2 steps').waitFor();
      await page.locator('.tm-proofgraph canvas').first().waitFor();
      await page.waitForTimeout(CANVAS_MS);
    },
  },
  {
    name: 'coin-flow',
    path: COIN_FLOW,
    height: 1000,
    as: 'allowed',
    prepare: async (page) => {
      await openCase(page);
      await page.waitForTimeout(CANVAS_MS);
    },
  },
  {
    name: 'audit-log',
    path: '/audit',
    height: 900,
    as: 'auditor',
    prepare: (page) => page.locator('.tm-tbl tbody tr').nth(3).waitFor(),
  },
  {
    name: 'training-lab',
    path: '/access/training/labs/co-spend-evidence',
    height: 900,
    as: 'allowed',
    prepare: (page) => page.locator('main h1').waitFor(),
  },
];

async function shoot(browser: Browser, shot: Shot, isDark: boolean): Promise<void> {
  const { name, path, height, as, prepare } = shot;
  const storageState = as && (await signIn(server, as));
  const context = await browser.newContext({
    viewport: { width: WIDTH, height },
    reducedMotion: 'reduce',
    ...(storageState && { storageState }),
  });
  if (isDark) await context.addInitScript(() => sessionStorage.setItem('darkMode', 'true'));
  const page = await context.newPage();
  await page.goto(server.origin + path);
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

const executablePath = findTool('chromium');
if (!executablePath) throw new Error('The pictures need chromium.');
mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
const server = new TrailmarkServer({ flags: ['--demo-people'] });
try {
  await ensureWeb();
  await server.start();
  const asked = process.argv.slice(2);
  for (const shot of SHOTS.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
    for (const isDark of [false, true]) await shoot(browser, shot, isDark);
  }
} finally {
  await browser.close();
  await server.remove();
}
