import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { BLOCK_170 } from './block-170.ts';
import { openSite, readFigure, readText } from './harness.ts';

const { txid, sender, recipient } = BLOCK_170;
const HISTORY = `/address-search/btc/${sender}`;
const FIELD = 'Address, transaction, block, extended key, descriptor, or text that contains some';

/** "828ef3b0…fef509fe" of every row, top to bottom. */
async function readTxids(page: Page): Promise<string[]> {
  await page.locator('main .tm-tbl tbody tr').first().waitFor();
  return page.locator('main .tm-tbl tbody tr td:nth-child(2) .tm-id').allInnerTexts();
}

function shortenTxid(whole: string): string {
  return `${whole.slice(0, 8)}…${whole.slice(-8)}`;
}

/** Columns of an export by their names, without what is above and below the rows. */
function parseRows(csv: string): Readonly<Record<string, string>>[] {
  const lines = csv.trim().split(/\r?\n/);
  const first = lines.findIndex((line) => line.startsWith('time_utc,'));
  const last = lines.findIndex((line) => line.startsWith('rows,'));
  const names = lines[first]!.split(',');
  return lines.slice(first + 1, last).map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Parts of the history' }).getByRole('link', { name }).click();
}

describeWith('chromium', (chromium) => {
  const { visit } = openSite(chromium, { as: 'allowed', isShared: true });

  describe('searching', () => {
    test('an address opens its history with the same balance as the explorer', async () => {
      await visit('/address-search', async (page) => {
        await page.getByLabel(FIELD).fill(sender);
        await page.keyboard.press('Enter');
        await page.waitForURL(`**${HISTORY}`);
        await page.locator('.tm-figs').waitFor();
        expect(await readFigure(page, 'Balance, height 4,312')).toBe('18.00000000 BTC');
        expect(await readTxids(page)).toHaveLength(6);
      });
    });

    test('a pasted text is read for identifiers, and near misses are refused with the reason', async () => {
      const text = `Victim paid ${sender}.\nOr ${sender.slice(0, -1)}T?\nSee ${txid}`;
      await visit('/address-search', async (page) => {
        await page.getByLabel(FIELD).fill(text);
        await page.getByRole('button', { name: 'Search', exact: true }).click();
        await page.getByText('the checksum fails').waitFor();
        const found = page.getByRole('list', { name: 'Found' }).getByRole('link');
        expect(await found.count()).toBe(2);
        expect(page.url()).not.toContain('Victim');
        await found.filter({ hasText: 'Address' }).first().click();
        await page.waitForURL(`**${HISTORY}`);
      });
    });
  });

  describe('the history', () => {
    test('keeps its filter in the address bar and over a reload', async () => {
      await visit(HISTORY, async (page) => {
        await page.getByRole('button', { name: 'Direction' }).click();
        await page.getByLabel(/Outgoing/).click();
        await page.waitForURL('**?direction=out');
        await page.getByText('Rows 1 to 5 of 5').waitFor();
        await page.reload();
        await page.getByText('Rows 1 to 5 of 5').waitFor();
        await page.getByRole('button', { name: 'Amount' }).click();
        await page.getByLabel('Least, BTC').fill('5');
        await page.keyboard.press('Enter');
        await page.waitForURL('**direction=out&min=5');
        await page.getByText('Rows 1 to 3 of 3').waitFor();
        await page.goBack();
        await page.getByText('Rows 1 to 5 of 5').waitFor();
        await page.getByRole('link', { name: 'Clear filters' }).click();
        await page.getByText('Rows 1 to 6 of 6').waitFor();
      });
    });

    test('says below the field what a filter cannot read', async () => {
      await visit(HISTORY, async (page) => {
        await page.getByRole('button', { name: 'Date' }).click();
        await page.getByLabel('From', { exact: true }).fill('2009-02-30');
        await page.keyboard.press('Enter');
        await page.getByText('There is no 2009-02-30 in the calendar.').waitFor();
        expect(await page.getByLabel('From', { exact: true }).getAttribute('aria-invalid')).toBe('true');
        expect(page.url()).not.toContain('from=');
      });
    });

    test('opens a row with both sides, and its proof', async () => {
      await visit(HISTORY, async (page) => {
        await page.getByRole('button', { name: /transaction ending 1e9e16/ }).click();
        const detail = page.locator('tr.detail');
        await detail.getByText(txid).first().waitFor();
        expect(await readText(detail)).toContain('50.00000000');
        await detail.getByRole('link', { name: 'Prove it' }).click();
        await page.locator('.tm-proof ol li').nth(4).waitFor();
        expect(await page.locator('.tm-proof .outcome').allInnerTexts()).toEqual(Array(5).fill('passes'));
        await page.keyboard.press('Escape');
        await page.locator('.tm-proof').waitFor({ state: 'detached' });
      });
    });

    test('has a view for each question, each with an address of its own', async () => {
      await visit(HISTORY, async (page) => {
        await openTab(page, 'Counterparties');
        await page.waitForURL('**?tab=counterparties');
        await page.getByRole('link', { name: `address ending ${recipient.slice(-6)}` }).waitFor();
        await openTab(page, 'Unspent outputs');
        await page.waitForURL('**?tab=unspent');
        await page.getByText('Row 1 of 1').waitFor();
        await openTab(page, 'Charts');
        await page.waitForURL('**?tab=charts');
        await page.locator('[aria-roledescription="chart"]').first().waitFor();
        await openTab(page, 'Transactions');
        await page.getByText('Rows 1 to 6 of 6').waitFor();
      });
    });

    test('exports exactly the rows of the screen, filter and order included', async () => {
      await visit(`${HISTORY}?direction=out&order=oldest`, async (page) => {
        const shown = await readTxids(page);
        await page.getByRole('button', { name: 'Export all matching' }).click();
        const download = page.waitForEvent('download');
        await page.getByRole('menuitem', { name: /^CSV/ }).click();
        const rows = parseRows(readFileSync(await (await download).path(), 'utf8'));
        expect(rows.map((row) => shortenTxid(row.txid!))).toEqual(shown);
        expect(rows[0]).toMatchObject({ txid, direction: 'out', net: '-10.00000000', height: '170' });
      });
    });

    test('finds what two addresses share', async () => {
      await visit(
        `${HISTORY}?tab=links`,
        async (page) => {
          await page.getByLabel('The other address').fill(recipient);
          await page.getByRole('button', { name: 'Find shared transactions' }).click();
          await page.waitForURL(`**tab=links&other=${recipient}`);
          await page.getByText('Row 1 of 1').waitFor();
          const row = page.locator('main .tm-tbl tbody tr');
          expect(await readText(row)).toContain('this pays the other');
          await page.getByLabel('The other address').fill('1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm4');
          await page.getByRole('button', { name: 'Find shared transactions' }).click();
          await page.getByText('the checksum fails').waitFor();
        },
        { expected: { statuses: [400] } },
      );
    });
  });

  describe('charts', () => {
    test('have a table twin with the same figures, and a file of it', async () => {
      await visit(`${HISTORY}?tab=charts&period=day`, async (page) => {
        const balance = page
          .locator('figure, section, div')
          .filter({ hasText: /^Balance at the end of each day/ })
          .last();
        await page.locator('[aria-roledescription="chart"]').first().waitFor();
        await page.getByRole('button', { name: 'Table' }).first().click();
        const table = page.getByRole('table', { name: /^Received, sent and balance per day/ });
        const rows = await table.locator('tbody tr').allInnerTexts();
        expect(rows).toHaveLength(2);
        expect(rows[0]).toContain('50.00');
        expect(rows[1]).toContain('18.00');
        const download = page.waitForEvent('download');
        await page
          .getByRole('button', { name: /CSV/ })
          .or(page.getByRole('link', { name: /CSV/ }))
          .first()
          .click();
        const csv = readFileSync(await (await download).path(), 'utf8');
        expect(csv).toContain('18.00000000');
        expect(await balance.count()).toBeGreaterThan(0);
      });
    });

    test('are read with the arrow keys and filter the history', async () => {
      await visit(`${HISTORY}?tab=charts&period=day`, async (page) => {
        const chart = page.locator('[aria-roledescription="chart"]').first();
        await chart.waitFor();
        await chart.focus();
        await page.keyboard.press('End');
        await page
          .getByText(/balance 18\.00/)
          .first()
          .waitFor();
        await page.keyboard.press('Enter');
        await page.waitForURL('**from=2009-01-12**');
        await page.getByRole('link', { name: 'Show them' }).click();
        await page.getByText('Rows 1 to 5 of 5').waitFor();
      });
    });
  });
});
