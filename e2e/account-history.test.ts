import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { openSite, readText } from './harness.ts';

/** Emptied on 1 and 2 August 2022; bundled. */
const NOMAD = '0x88A69B4E698A4B090DF6CF5Bd7B2D47325Ad30A3';
const HISTORY = `/address-search/eth/${NOMAD}`;
const BRIDGED = '1c4413748f7446c844f87ff8657504b4599d8ccee10a52d1f42add1286b4c581';
const TRON = 'TBoJ5EKoYaa8aiitotsM44EjZDeXVsqW8z';
/** A source of the bundled Harmony case, of which a table states values only. */
const STATED = '0x7a017E5e9672bC994DCb1A2A27D853c9c629F7c3';
const FIELD = 'Address, transaction, block, extended key, descriptor, or text that contains some';
const HOSTILE = 'US\u202eDT <a href="https://evil.example">claim</a>';

async function waitForRows(page: Page): Promise<void> {
  await page.locator('main .tm-tbl tbody tr').first().waitFor();
}

async function readOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Gives every token of an answer a hostile name that nobody vouches for, and one smallest unit of 255 decimals. */
function bend(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bend);
  if (typeof value !== 'object' || value === null) return value;
  const bent: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, bend(field)]),
  );
  if (bent.kind === 'token' && 'isVerified' in bent)
    return { ...bent, symbol: HOSTILE, name: HOSTILE, isVerified: false, decimals: 255, imitates: 'USDT' };
  return 'asset' in bent && 'tokenId' in bent && 'amount' in bent ? { ...bent, amount: '1' } : bent;
}

async function bendAnswers(page: Page): Promise<void> {
  await page.route('**/api/v1/eth/addresses/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: bend(await response.json()) });
  });
}

describeWith('chromium', (chromium) => {
  const { visit } = openSite(chromium, { as: 'allowed', isShared: true });

  describe('the history of an account', () => {
    test('opens from a search in any letter case, with every outflow of the bundled Nomad case', async () => {
      await visit('/address-search', async (page) => {
        await page.getByLabel(FIELD).fill(NOMAD.toLowerCase());
        await page.keyboard.press('Enter');
        await page.waitForURL(`**${HISTORY}`);
        await waitForRows(page);
        expect(await readText(page.getByRole('navigation', { name: 'Parts of the history' }))).toContain(
          'Transactions960',
        );
        expect(await readText(page.locator('.tm-banner'))).toContain('Balances cannot be calculated.');
      });
    });

    test('shows the transfers and the bridge under their base transaction, by keyboard alone', async () => {
      await visit(HISTORY, async (page) => {
        await waitForRows(page);
        await page.locator('main .tm-tbl tbody tr').first().focus();
        await page.keyboard.press('Enter');
        const detail = page.locator('tr.detail');
        await detail.waitFor();
        expect(await readText(detail)).toMatch(/Bridge in[\s\S]*Nomad bridge[\s\S]*this address/);
        await detail.getByRole('link', { name: 'Open transaction' }).click();
        await page.waitForURL(/\/Track\/eth\/tx\/[0-9a-f]{64}$/);
      });
    });

    test('keeps its filters in the address bar, and asks for an asset before an amount', async () => {
      await visit(`${HISTORY}?tab=transfers`, async (page) => {
        await waitForRows(page);
        await page.getByRole('button', { name: 'Amount', exact: true }).click();
        await page.getByText('Choose an asset first').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Asset', exact: true }).click();
        await page.getByLabel('USDC', { exact: true }).click();
        await page.waitForURL(/asset=eth%3A0xa0b8/);
        await page.getByRole('link', { name: 'Remove the filter USDC' }).waitFor();
      });
    });

    test('shows what a table states in the row, with the other side, where the ledger’s own transfers are not indexed', async () => {
      await visit(`/address-search/eth/${STATED}`, async (page) => {
        await waitForRows(page);
        const first = await readText(page.locator('main .tm-tbl tbody tr').first());
        expect(first).toMatch(/0x7b2f42…05151621[\s\S]*−200,991\.72 USD\s+as stated/);
      });
    });

    test('cuts a long figure without rounding, and opens the whole of it on focus', async () => {
      await visit(`${HISTORY}?tab=assets`, async (page) => {
        await waitForRows(page);
        await page.getByRole('note', { name: '516,961,197.668226708992948217' }).focus();
        await page.locator('.tm-pop').getByText('516,961,197.668226708992948217').waitFor();
      });
    });

    test('says that a TRON account is one, in both spellings', async () => {
      await visit(`/address-search/trx/${TRON}`, async (page) => {
        await waitForRows(page);
        expect(await readText(page.locator('.tm-says'))).toMatch(/TRON account[\s\S]*41[0-9a-f]{40}/);
      });
    });

    test.each([1440, 390])('quotes what a token states about itself, within a page %i px wide', async (width) => {
      await visit(
        '/address-search',
        async (page) => {
          await bendAnswers(page);
          await page.goto(page.url().replace('/address-search', HISTORY));
          await waitForRows(page);
          const name = page.locator('.tm-asset.strange').first();
          expect(await readText(name)).toContain('US\\u{202e}DT');
          expect(await readText(name)).toContain('imitates USDT');
          expect(await page.locator('a[href*="evil.example"]').count()).toBe(0);
          expect(await readOverflow(page)).toBe(0);
        },
        { viewport: { width, height: 900 } },
      );
    });
  });

  describe('the explorer', () => {
    test('opens a transaction by its hash with 0x, and groups what moved', async () => {
      await visit(`/Track/eth/tx/0x${BRIDGED}`, async (page) => {
        await page.getByRole('heading', { name: 'What moved' }).waitFor();
        expect(await readText(page.locator('.tm-moves'))).toMatch(/Tokens[\s\S]*IAG/);
        expect(await readText(page.locator('.tm-note'))).toContain('Missing, not zero.');
      });
    });

    test.each([
      [
        'an ERC-721 token',
        '0x96eEed03FdD6184FD02b855b2702e0513f07694B',
        /590a7e[\s\S]*NFT[\s\S]*created[\s\S]*\+1[\s\S]*123/,
      ],
      [
        'an ERC-1155 token',
        '0x17c72771bB6B283baDe0C07E0901744C37Ff8c41',
        /038d6b[\s\S]*multi-token[\s\S]*created[\s\S]*\+1/,
      ],
    ])('has %s that moved in a tab of its own', async (_, holder, shown) => {
      await visit(`/Track/eth/address/${holder}`, async (page) => {
        await page.getByRole('link', { name: 'NFT transfers' }).click();
        await page.waitForURL(/\?tab=items$/);
        await page.getByText(`Transfers of ${holder}`).waitFor();
        expect(await readText(page.locator('main .tm-tbl tbody'))).toMatch(shown);
      });
    });

    test('lists a block with the outcome of each transaction, on a phone too', async () => {
      await visit(
        '/Track/eth/block/15000000',
        async (page) => {
          await waitForRows(page);
          expect(await readText(page.locator('main'))).toContain('failed');
          expect(await readOverflow(page)).toBe(0);
        },
        { viewport: { width: 390, height: 844 } },
      );
    });

    test('names account chains next to the others, each with what is indexed', async () => {
      await visit('/Track', async (page) => {
        await page.getByRole('navigation', { name: 'Chain' }).getByRole('link', { name: 'TRON' }).click();
        await page.waitForURL('**/Track?chain=trx');
        await page.getByText('bundled: TRON 0 to 10000').first().waitFor();
      });
    });
  });
});
