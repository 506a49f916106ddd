import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { PROGRAM } from '../test/program.ts';
import { openSite, readText } from './harness.ts';

/** The coinbase of block 832,918, mined on 3 March 2024, and what it paid at that day's bundled close of 63,167.37 dollars. */
const COINBASE = '9067d3723b8605db4da7d43e090ed29bcf915cacdc3df6e2f0d316f39fdfc706';
const [IN_DOLLARS, IN_EUROS] = ['411,156.19 USD', '328,924.95 EUR'];
/** Its balance is known up to height 4,312. */
const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const PHONE = { viewport: { width: 390, height: 844 } };

async function waitForValue(page: Page, value: string): Promise<void> {
  await page.locator('.tm-figs dd.v', { hasText: value }).first().waitFor();
}

function readCurrency(page: Page): string | null {
  return new URL(page.url()).searchParams.get('currency');
}

describeWith('chromium', (path) => {
  const { server, visit } = openSite(path, { as: 'allowed' });
  beforeAll(async () => {
    const rates = join(server.dataDir, 'rates.csv');
    writeFileSync(rates, 'Date,USD\n2024-03-03,1.25\n');
    const args = [PROGRAM, 'prices', 'import', 'ecb', rates, '--data-dir', server.dataDir];
    await promisify(execFile)(process.execPath, args);
  });

  describe('the currency of values', () => {
    test('comes with a link and goes along from page to page', async () => {
      await visit(`/Track/btc/tx/${COINBASE}?currency=EUR`, async (page) => {
        await waitForValue(page, IN_EUROS);
        await page.getByRole('link', { name: 'Block 832,918' }).click();
        await page.waitForURL('**/block/**');
        expect(readCurrency(page)).toBe('EUR');
        await page.locator('.tm-tbl a', { hasText: '9067d372' }).click();
        await waitForValue(page, IN_EUROS);
      });
    });

    test('once chosen is in the address, and applies to the session', async () => {
      await visit(`/Track/btc/tx/${COINBASE}`, async (page) => {
        await waitForValue(page, IN_DOLLARS);
        expect(readCurrency(page)).toBeNull();
        await page.getByLabel('Currency of values').first().selectOption('EUR');
        await waitForValue(page, IN_EUROS);
        expect(readCurrency(page)).toBe('EUR');
        await page.goto(`${server.origin}/Track/btc/tx/${COINBASE}`);
        await waitForValue(page, IN_EUROS);
        await page.waitForURL('**currency=EUR');
        await page.goto(`${server.origin}/Track/btc/tx/${COINBASE}?currency=USD`);
        await waitForValue(page, IN_DOLLARS);
        expect(readCurrency(page)).toBe('USD');
      });
    });

    test('that the server does not have gives way to the dollar', async () => {
      await visit(
        `/Track/btc/tx/${COINBASE}?currency=XTS`,
        async (page) => {
          await waitForValue(page, IN_DOLLARS);
        },
        { expected: { statuses: [400] } },
      );
    });

    test.each([
      `/Track/btc/address/${ADDRESS}`,
      `/Track/btc/address/${ADDRESS}?tab=unspent`,
      `/address-search/btc/${ADDRESS}`,
    ])('can be chosen on a phone, with a target of 24 pixels: %s', async (place) => {
      await visit(
        place,
        async (page) => {
          const choice = page.locator('.tm-currencyline select');
          await choice.waitFor();
          const box = await choice.boundingBox();
          expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
          await choice.selectOption('EUR');
          await page.locator('.tm-figvalue', { hasText: /EUR at the close of 20\d\d-\d\d-\d\d/ }).waitFor();
        },
        PHONE,
      );
    });
  });

  describe('the line of as-of', () => {
    test('names the tip, the labels, the prices and the rules', async () => {
      await visit(`/address-search/btc/${ADDRESS}`, async (page) => {
        const line = page.locator('.tm-asof', { hasText: 'Rules' });
        await line.waitFor();
        expect(await readText(line)).toMatch(
          /^As of Bitcoin height 832,918, .* Labels [0-9a-f]{8} as of 2026-\d\d-\d\d \([\d,]+ claims\)\. Prices [0-9a-f]{8}\. Rules [0-9a-f]{8} /,
        );
      });
    });
  });

  describe('who made a block', () => {
    for (const place of ['/Track/btc/block/832918', `/Track/btc/tx/${COINBASE}`]) {
      test(`is a claim, with its source and its doubt: ${place}`, async () => {
        await visit(place, async (page) => {
          const said = page.locator('.tm-says li', { hasText: 'Binance Pool' });
          await said.first().waitFor();
          expect(await readText(said.first())).toMatch(
            /^\s*Claim\s+Claimed to be mined by Binance Pool: .*“binance”.*github\.com\/mempool.*no proof of who did\./s,
          );
          expect(await readText(said.nth(1))).toMatch(/^\s*Claim\s+It pays\s+3L8Ck6bm/);
        });
      });
    }

    test('is not known where the coinbase holds no known text', async () => {
      await visit('/Track/btc/block/170', async (page) => {
        const said = page.locator('.tm-says li', { hasText: 'Mined by not known' });
        await said.waitFor();
        expect(await readText(said)).toContain('None of the 196 texts known of pools stands in the coinbase.');
      });
    });

    test('says why where the raw coinbase is not stored', async () => {
      await visit('/Track/btc/block/101901', async (page) => {
        const said = page.locator('.tm-says li', { hasText: 'Mined by not known' });
        await said.waitFor();
        expect(await readText(said)).toContain('The raw bytes of the coinbase are not stored');
      });
    });
  });
});
