import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { BLOCK_170, MID_CHAIN_ADDRESS } from './block-170.ts';
import { COIN_FLOW, openCase, walkToExit } from './coin-flow-steps.ts';
import { goTo } from './go-to.ts';
import { openSite } from './harness.ts';
import { LABELLED, PAIR } from './labelled.ts';
import { findPageFaults, findViolations, overflowOf } from './page-faults.ts';

const { txid, sender, recipient } = BLOCK_170;
const HISTORY = `/address-search/btc/${sender}`;
const CLUSTER = `/exchange-lookup/cluster/btc/${PAIR.a}`;
const NOMAD = '0x88A69B4E698A4B090DF6CF5Bd7B2D47325Ad30A3';
const ACCOUNT = `/address-search/eth/${NOMAD}`;

const click = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
const settle = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();

/** Screens with what shows that they are complete, and what else is opened on them. The walks over every route see the others. */
const SCREENS: readonly (readonly [path: string, ready: string, open?: (page: Page) => Promise<void>])[] = [
  ['/Track?q=12cb', '.tm-hits'],
  [`/Track/btc/address/${sender}`, '.tm-tbl tbody tr'],
  [`/Track/btc/address/${MID_CHAIN_ADDRESS}`, '.tm-tbl tbody tr', (page) => page.locator('.tm-banner summary').click()],
  [`/Track/btc/address/${sender}?tab=unspent`, '.tm-tbl tbody tr'],
  [
    `/Track/btc/tx/${txid}`,
    '.tm-sides',
    async (page) => {
      await click('Check in this browser')(page);
      await settle('.tm-proof ol')(page);
    },
  ],
  ['/Track/btc/block/170', '.tm-tbl tbody tr'],
  ['/Track/btc/block/100000', '.tm-tbl tbody tr'],
  ['/Track/btc/block/832918', '.tm-says'],
  ['/nowhere', 'h1'],
  [
    COIN_FLOW,
    '.cf-starters li',
    async (page) => {
      await openCase(page);
      await click('Graph')(page);
      await walkToExit(page);
      await page.locator('.cf-stop').waitFor();
    },
  ],
  [
    HISTORY,
    '.tm-tbl tbody tr',
    async (page) => {
      await page.getByRole('button', { name: /transaction ending 1e9e16/ }).click();
      await settle('tr.detail .as-detail')(page);
    },
  ],
  [`${HISTORY}?direction=out&min=5`, '.tm-tbl tbody tr'],
  [`${HISTORY}?tab=counterparties`, '.tm-tbl tbody tr'],
  [`${HISTORY}?tab=charts`, '[aria-roledescription="chart"]'],
  [`${HISTORY}?tab=links&other=${recipient}`, '.tm-tbl tbody tr'],
  [
    ACCOUNT,
    '.tm-tbl tbody tr',
    async (page) => {
      await page.locator('.tm-expand').first().click();
      await settle('tr.detail .tm-moves')(page);
    },
  ],
  [`${ACCOUNT}?tab=transfers&folded=1`, '.tm-tbl tbody tr'],
  [`${ACCOUNT}?tab=assets`, '.tm-tbl tbody tr'],
  [`${ACCOUNT}?tab=counterparties`, '.tm-tbl tbody tr'],
  [`${ACCOUNT}?tab=charts`, '[aria-roledescription="chart"]'],
  ['/address-search/trx/TBoJ5EKoYaa8aiitotsM44EjZDeXVsqW8z', '.tm-tbl tbody tr'],
  ['/Track?chain=eth', '.tm-coverage'],
  [`/Track/eth/address/${NOMAD}`, '.tm-tbl tbody tr'],
  ['/Track/eth/tx/1c4413748f7446c844f87ff8657504b4599d8ccee10a52d1f42add1286b4c581', '.tm-moves'],
  ['/Track/eth/block/15000000', '.tm-tbl tbody tr'],
  [`/address-threat?chain=btc&address=${recipient}`, '.th-exposure .tm-tbl tbody tr'],
  [`/wallet-statement?set=btc:${recipient}`, '.ws-filters'],
  [`/wallet-statement?set=btc:${recipient}&view=lots`, '.tm-tabs'],
  [`/exchange-lookup?q=${LABELLED.exchange}%2C${LABELLED.sanctioned}%2C${LABELLED.exchange}X`, '.xl-refused'],
  ['/exchange-lookup?q=binance', '.xl-actors'],
  [`/exchange-lookup/btc/${LABELLED.exchange}?request=1`, '.xl-request .tm-tbl tbody tr'],
  [`/exchange-lookup/btc/${LABELLED.sanctioned}`, '.xl-warnings .severe'],
  [`/exchange-lookup/btc/${MID_CHAIN_ADDRESS}`, '#nearest .tm-foot'],
  ['/exchange-lookup/entity?q=bin', '.tm-tbl tbody tr'],
  ['/exchange-lookup/entity/binance', '.tm-tbl tbody tr'],
  ['/exchange-lookup/packs', '.tm-tbl tbody tr'],
  [`${CLUSTER}`, '.tm-tbl tbody tr'],
  [`/exchange-lookup/cluster/btc/${MID_CHAIN_ADDRESS}?until=102000`, '.tm-note'],
  [`${CLUSTER}?tab=links`, '.tm-tbl tbody tr'],
  [`${CLUSTER}?tab=counterparties`, '.xl-tab .tm-foot'],
  [`${CLUSTER}?tab=proof&b=${PAIR.b}`, '.tm-proofgraph canvas'],
  [`${CLUSTER}?tab=what-if&without=co-spend`, '.xl-parts'],
  [`/Track/btc/tx/${LABELLED.txid}`, '.tm-chiplabel'],
];

const LOOKS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

async function openScreen(page: Page, [path, ready, open]: (typeof SCREENS)[number]): Promise<void> {
  await goTo(page, path);
  await page.locator(`main ${ready}, ${ready}`).first().waitFor();
  await page.waitForFunction(() => document.querySelector('main .tm-skel') === null);
  await open?.(page);
}

/** Faults of every tab of a worked case, with what is in it. */
async function findCaseFaults(page: Page): Promise<string[]> {
  await openScreen(page, ['/agency-cases', '.tm-tbl tbody tr']);
  const faults = await findPageFaults(page, '/agency-cases');
  await page.getByRole('link', { name: 'Peel chain of January 2011' }).first().click();
  const tabs = page.getByRole('navigation', { name: 'Case', exact: true }).getByRole('link');
  await tabs.first().waitFor();
  const paths = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(paths.length).toBeGreaterThan(11);
  // A file is shown with its custody where it is open, a request with its steps.
  const opened = [`${paths[0]}/evidence/EV-01`, `${paths[0]}/requests/R-1`];
  for (const path of [...paths, ...opened]) {
    await goTo(page, path);
    faults.push(...(await findPageFaults(page, path)));
  }
  return faults;
}

describeWith('chromium', (chromium) => {
  const { visit } = openSite(chromium, { as: 'allowed', flags: ['--demo'] });

  describe.each(LOOKS)('at $width px', ({ width, height }) => {
    test('no screen has a finding of axe in either theme, or scrolls sideways', async () => {
      const findings: string[] = [];
      await visit(
        '/',
        async (page) => {
          for (const screen of SCREENS) {
            await openScreen(page, screen);
            findings.push(...(await findPageFaults(page, screen[0])));
          }
          findings.push(...(await findCaseFaults(page)));
        },
        { viewport: { width, height } },
      );
      expect(findings).toEqual([]);
    });
  });

  test('what floats has no finding either', async () => {
    const findings: string[] = [];
    await visit(
      HISTORY,
      async (page) => {
        await page.locator('.tm-tbl tbody tr').first().waitFor();
        for (const open of ['Control+k', '?']) {
          await page.keyboard.press(open);
          await page.getByRole('dialog').waitFor();
          findings.push(...(await findViolations(page)).map((finding) => `${open} ${finding}`));
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        }
        for (const name of ['Date', 'Export all 6 rows', 'Show QR code of the address']) {
          await click(name)(page);
          await page.locator('.tm-pop, .tm-menu').first().waitFor();
          findings.push(...(await findViolations(page)).map((finding) => `${name} ${finding}`));
          await page.keyboard.press('Escape');
        }
      },
      { reducedMotion: 'reduce' },
    );
    expect(findings).toEqual([]);
  });

  test('nothing moves when motion is reduced', async () => {
    await visit(
      HISTORY,
      async (page) => {
        await page.locator('.tm-tbl tbody tr').first().waitFor();
        await page.keyboard.press('?');
        await page.getByRole('dialog').waitFor();
        const running = await page.evaluate(
          () => document.getAnimations().filter((each) => each.playState === 'running').length,
        );
        expect(running).toBe(0);
        const motion = await page.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue('--tm-motion-base'),
        );
        expect(motion.trim()).toMatch(/^0m?s$/);
      },
      { reducedMotion: 'reduce' },
    );
  });

  test('forced colours keep marks, borders and selection', async () => {
    await visit(
      HISTORY,
      async (page) => {
        await page.locator('.tm-tbl tbody tr').first().waitFor();
        await page.keyboard.press('j');
        await page.keyboard.press('x');
        const row = page.locator('.tm-tbl tr.sel td').first();
        expect(await row.evaluate((cell) => getComputedStyle(cell).outlineStyle)).toBe('solid');
        const mark = page.locator('.tm-ev svg').first();
        const [ink, text] = await mark.evaluate((svg) => [
          getComputedStyle(svg).color,
          getComputedStyle(document.body).color,
        ]);
        expect(ink).toBe(text);
        expect(await findViolations(page)).toEqual([]);
      },
      { forcedColors: 'active' },
    );
  });

  test('text at 200 % stays within the page', async () => {
    await visit(
      HISTORY,
      async (page) => {
        await page.locator('.tm-tbl tbody tr').first().waitFor();
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      },
      { viewport: { width: 640, height: 512 }, deviceScaleFactor: 2 },
    );
  });
});
