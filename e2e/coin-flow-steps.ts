import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from 'playwright-core';
import { readText } from './harness.ts';

/** The prepared Bitcoin case, and the exit at which most of it ends. */
export const CASE = {
  title: 'Bitcoin, January 2011: one payment of 43.74 BTC',
  seed: '38e3156d3edfd4bd32013121b916631dd1bc2e787d7dbcd5cada2991601fb123:0',
  largestExit: '1NqHxKsutNPNNnFrYsz86VFt6gmtnZaRCs',
} as const;

export const COIN_FLOW = '/coin-flow';

/** Takes the prepared Bitcoin case from the start page; the path of the flow it becomes comes back. */
export async function openCase(page: Page): Promise<string> {
  await page.getByRole('button', { name: `Trace ${CASE.title}` }).click();
  await page.waitForURL(/\/coin-flow\/[^/]+$/);
  await waitForFlow(page);
  return new URL(page.url()).pathname;
}

/** The flow is there once its footer says what the trace came to. */
export async function waitForFlow(page: Page): Promise<void> {
  await page.locator('.cf-foot').getByText('Exact, in the smallest unit').waitFor();
}

export function listOf(page: Page): Locator {
  return page.getByRole('listbox', { name: /nodes in the order of the flow/ });
}

export function panelOf(page: Page): Locator {
  return page.locator('.cf-panel');
}

/** What is selected on the canvas, as it is announced. */
export function selectedOf(page: Page): Locator {
  return listOf(page).locator('[aria-selected="true"]');
}

/** Walks along the largest payments with the arrow key until the trail ends. */
export async function walkToExit(page: Page): Promise<void> {
  await listOf(page).getByRole('option').first().focus();
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press('ArrowRight');
    await selectedOf(page).waitFor();
    if (!(await readText(selectedOf(page))).endsWith('continues')) return;
  }
  throw new Error('The walk met no exit.');
}

export async function waitUntilSaved(page: Page): Promise<void> {
  await page
    .locator('.cf-saved')
    .getByText(/^Saved \d/)
    .waitFor();
}

export async function openPart(page: Page, name: string): Promise<void> {
  await page.locator('.cf-version').click();
  await page.getByRole('menuitem', { name }).click();
}

/** How many nodes the footer counts. */
export async function countNodes(page: Page): Promise<number> {
  return Number((await readText(page.locator('.cf-foot'))).match(/([\d,]+) nodes/)?.[1]?.replaceAll(',', ''));
}

export async function readDownload(download: Promise<Download>): Promise<{ name: string; bytes: Buffer }> {
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Exports the whole flow in a format of the dialog. */
export async function exportAs(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.locator('.cf-head').getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: new RegExp(`^${format} `) }).check();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const file = await readDownload(download);
  await dialog.getByRole('button', { name: 'Keep this version for a case' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return file;
}
