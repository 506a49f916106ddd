import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { openSite } from './harness.ts';
import { findViolations, overflowOf } from './page-faults.ts';
import { findPerson, signIn } from './people.ts';

const folder = mkdtempSync(join(tmpdir(), 'audit-e2e-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function save(page: Page, name: string, start: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  const path = join(folder, name);
  await download.saveAs(path);
  return path;
}

function verify(verifier: string, log: string): string {
  try {
    return execFileSync(process.execPath, [verifier, log], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    return `refused: ${String((error as { stdout?: string }).stdout)}`;
  }
}

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, { as: 'auditor' });

  test('an auditor narrows the log in the address bar, and this browser proves an event of it', async () => {
    await visit('/audit', async (page) => {
      await page.getByLabel('Action begins with').fill('account.sign-in');
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.waitForURL(/action=account\.sign-in/);
      await page.getByText('account.sign-in').first().click();
      await page.getByText('Proven.').waitFor();
      await page.getByRole('link', { name: 'Clear' }).click();
      await page.waitForURL(`${server.origin}/audit`);
      await page.getByLabel('Names').fill('nothing names this');
      await page.keyboard.press('Enter');
      await page.getByText('No event is as the filters ask.').waitFor();
      await page.getByRole('link', { name: 'Review' }).click();
      await page.getByRole('heading', { name: 'Rules' }).waitFor();
    });
  });

  test('an export asks for a fresh proof, verifies with the verifier of the page, and not once a letter differs', async () => {
    const run = async (page: Page): Promise<void> => {
      const verifier = await save(page, 'verify-audit.mjs', () =>
        page.getByRole('link', { name: 'verify-audit.mjs' }).click(),
      );
      const log = await save(page, 'audit.jsonl', async () => {
        await page.getByRole('button', { name: 'Export' }).click();
        const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
        await dialog.locator('input[type=password]').fill(findPerson(server, 'auditor').password);
        await dialog.getByRole('button', { name: 'Confirm' }).click();
      });
      expect(verify(verifier, log)).toMatch(/^Verified: \d+ events/);
      writeFileSync(log, readFileSync(log, 'utf8').replace('account.sign-in', 'account.sign-on'));
      expect(verify(verifier, log)).toMatch(/^refused/);
    };
    // A fresh proof gives the session another token, so this visit has a session of its own.
    await visit('/audit', run, { storageState: await signIn(server, 'auditor') });
  });

  test.each([
    { width: 1440, dark: false },
    { width: 390, dark: true },
  ])(
    'the log has no finding of axe and does not scroll sideways at $width px, dark: $dark',
    async ({ width, dark }) => {
      const run = async (page: Page): Promise<void> => {
        await page.locator('.tm-tbl tbody tr').first().waitFor();
        expect(await findViolations(page)).toEqual([]);
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      };
      await visit('/audit', run, { dark, viewport: { width, height: 844 } });
    },
  );
});
