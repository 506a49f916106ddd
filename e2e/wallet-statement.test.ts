import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { BLOCK_170 } from './block-170.ts';
import { openSite, readText } from './harness.ts';

const { sender, recipient, txid } = BLOCK_170;

/** Clicks a button that saves a file, and reads it. */
async function save(page: Page, button: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return readFileSync(await (await download).path());
}

describeWith('chromium', (chromium) => {
  const { visit } = openSite(chromium, { as: 'platformAdmin', isShared: true });

  test('from a pasted text to a statement, its file, records of a service, and what a victim lost', async () => {
    await visit('/wallet-statement', async (page) => {
      await page.getByRole('textbox', { name: /Addresses/ }).fill(`Paid to ${recipient} on 12 January`);
      await page.getByRole('button', { name: 'Find addresses' }).click();
      await page.getByRole('button', { name: 'Make the statement of 1 address' }).click();
      const lines = page.getByRole('table', { name: 'Lines of the statement' });
      await lines.getByText('Deposit').first().waitFor();
      expect(await readText(page.getByRole('table', { name: 'Balances' }))).toContain('10.00000000');

      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('combobox', { name: 'Format' }).selectOption('csv');
      const csv = (await save(page, 'Save the file')).toString();
      expect(csv).toContain(txid);
      expect(csv).toMatch(/agency,.+\r\n/);
      expect(csv).toMatch(/make_again,.*trailmark statement btc:/);

      await page.getByRole('link', { name: 'Exchange records' }).click();
      const records = `Date,Type,Asset,Amount,Transaction id\n2009-01-12 03:31:00,Withdrawal,BTC,10.0,${txid}\n2009-01-13 10:00:00,Withdrawal,BTC,2.5,\n`;
      await page.getByRole('textbox', { name: /Records of a service/ }).fill(records);
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      const compared = page.getByRole('table', { name: 'Ledger and records' });
      await compared.getByText('by transaction id').waitFor();
      expect(await readText(compared)).toContain('Records only');

      await page.getByRole('link', { name: 'Victim losses' }).click();
      await page.getByRole('textbox', { name: 'Victims' }).fill(`Customer 7; btc; ${sender}; V-1`);
      await page.getByRole('button', { name: 'List the losses' }).click();
      const list = page.getByRole('table', { name: 'Restitution list' });
      await list.getByText('V-1 Customer 7').waitFor();
      expect(await readText(list)).toContain('10.00000000');
      // The list is there again after a look at the lines.
      await page.getByRole('link', { name: /^Lines/ }).click();
      await lines.getByText('Deposit').first().waitFor();
      await page.getByRole('link', { name: 'Victim losses' }).click();
      expect(await page.getByRole('textbox', { name: 'Victims' }).inputValue()).toContain(sender);
      await page.getByRole('button', { name: 'List the losses' }).click();
      expect((await save(page, 'Save the list')).toString('latin1', 0, 8)).toBe('%PDF-1.7');
    });
  });
});
