import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitReloading } from './case-steps.ts';
import { goTo } from './go-to.ts';

/** Reports a scam as a member: what is pasted is read, and each step of the form is gone through. */
export async function submitScam(page: Page, text: string): Promise<void> {
  await goTo(page, '/scam-submission/new');
  await page.getByLabel('Paste everything').fill(text);
  await page.getByRole('button', { name: 'Find payments and contacts' }).click();
  await page.getByText(/^On chain \(Bitcoin\)/).waitFor();
  for (let step = 1; step < 7; step += 1) await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Send the report' }).click();
  await page.getByRole('heading', { name: 'Report received' }).waitFor();
  await page.getByText('1 payment, 1 found on chain').waitFor();
}

/** Reviews the one report that waits: it is verified, and becomes a label with source and confidence. */
export async function makeLabel(page: Page, label: string): Promise<void> {
  await page.getByRole('table', { name: 'Reports' }).getByRole('row').nth(1).click();
  await page.getByLabel('Label', { exact: true }).fill(label);
  await page.getByRole('button', { name: 'Verify and make label' }).click();
  await page.getByText('Open again').waitFor();
  await goTo(page, '/scam-submission?view=labels');
  await page.getByText(label).first().waitFor();
}

/** What an alert is known by: other cases that name the same have their own. */
interface Alerted {
  readonly title: Locator;
  readonly casePath: string;
  readonly caseTitle: string;
}

/** Waits for the alert of a verified report, starts a watch from it, and opens its case by one click in the alert. */
export async function watchAlerted(page: Page, { title, casePath, caseTitle }: Alerted): Promise<void> {
  const ofCase = page.locator(`a[href^="${casePath}"]`);
  const alert = page.getByRole('listitem').filter({ has: title }).filter({ has: ofCase });
  await waitReloading(page, alert);
  await alert.getByRole('link', { name: 'Open', exact: true }).click();
  await alert.getByRole('link', { name: 'Watch' }).click();
  await page.getByText(caseTitle).first().waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Of the report');
  await page.getByRole('button', { name: 'Start watch' }).click();
  await page.getByText('Of the report').first().waitFor();
  await goTo(page, '/deconfliction');
  await alert.getByRole('link', { name: /^2\d{3}-\d{5}$/ }).click();
  expect(new URL(page.url()).pathname).toMatch(/^\/agency-cases\/[\w-]+$/);
}
