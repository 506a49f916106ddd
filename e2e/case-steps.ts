import type { Locator, Page } from 'playwright-core';
import { readDownload } from './coin-flow-steps.ts';

export interface NewCase {
  readonly template: string;
  readonly title: string;
  readonly policy: string;
}

/** Opens a case from the list, which is on the page, and returns its path. */
export async function openNewCase(page: Page, { template, title, policy }: NewCase): Promise<string> {
  await page.getByRole('button', { name: 'New case' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Template').selectOption(template);
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await dialog.getByLabel('Who may see it').selectOption(policy);
  await dialog.getByLabel('Deadline').fill('2030-01-15');
  await dialog.getByRole('button', { name: 'Open the case' }).click();
  await page.getByRole('heading', { name: title }).waitFor();
  return new URL(page.url()).pathname;
}

/** Adds what a tool shows to a case of the reader, and leaves the dialog open at its answer. */
export async function addToCase(page: Page, title: string, button: Locator, note = ''): Promise<Locator> {
  await button.click();
  const dialog = page.getByRole('dialog');
  const cases = dialog.getByLabel('Case', { exact: true });
  const id = await cases.getByRole('option', { name: new RegExp(` ${title}$`) }).getAttribute('value');
  await cases.selectOption(id);
  if (note) await dialog.getByLabel('Why it matters').fill(note);
  await dialog.getByRole('button', { name: 'Add to the case' }).click();
  await dialog
    .getByRole('status')
    .getByText(/(is|was) in the case/)
    .waitFor();
  return dialog;
}

/** Fills the fields of a form by their labels. */
export async function fillFields(form: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text);
}

/** Makes somebody a member of the case that is open. */
export async function addMember(page: Page, name: string, role: string): Promise<void> {
  await page.locator('.cs-access').click();
  const dialog = page.getByRole('dialog');
  const person = dialog.getByLabel('Person to add', { exact: true });
  const value = await person.getByRole('option', { name: new RegExp(`^${name}`) }).getAttribute('value');
  await person.selectOption(value ?? '');
  await dialog.getByLabel('Role of the person to add').selectOption(role);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByLabel(`Role of ${name}`).waitFor();
  await page.keyboard.press('Escape');
}

/**
 * Opens the page again until it shows something that the server makes in its own time. Each look takes longer than the one before:
 * on a slow machine the page itself takes longer than any pause chosen here.
 */
export async function waitReloading(page: Page, shown: Locator): Promise<void> {
  for (let pauseMs = 2000; pauseMs < 100_000; pauseMs *= 1.5) {
    const isShown = await shown.waitFor({ timeout: pauseMs }).then(
      () => true,
      () => false,
    );
    if (isShown) return;
    await page.reload();
  }
  throw new Error(`It never came: ${String(shown)}`);
}

/** The next step of the request that is open: the button that offers it, and the dialog that asks for the day. */
export async function stepRequest(page: Page, step: string): Promise<Locator> {
  await page.getByRole('button', { name: step, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: new RegExp(`^${step} `) }).click();
  return dialog;
}

/** A file that is sent up to its first piece and breaks off there: the request for the second is never answered. */
export async function breakOffUpload(page: Page, bytes: Buffer): Promise<void> {
  let isBroken = (): void => undefined;
  const broken = new Promise<void>((resolve) => {
    isBroken = resolve;
  });
  await page.route('**/uploads/*', async (route) => {
    const { 'upload-offset': offset = '0' } = route.request().headers();
    if (route.request().method() === 'PATCH' && offset !== '0') isBroken();
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Add evidence' }).click();
  const dialog = page.getByRole('dialog');
  const name = 'phone image.bin';
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  await dialog.getByLabel('Acquired by').fill('Search team');
  await dialog.getByRole('button', { name: 'Add to the case' }).click();
  await broken;
}

/** Saves the open case as Trailmark writes it, from its audit tab. */
export async function exportCase(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export the case' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Save as Trailmark JSON' }).click();
  return (await readDownload(download)).bytes;
}
