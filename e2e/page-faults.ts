import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What depends on the theme; everything else is the same in the dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

export type Theme = 'light' | 'dark';

/** The theme is one attribute of the document, which the switch in the menu sets and all styles follow. */
async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), theme);
}

/** What axe finds on the page as it stands, in one theme: in the dark only what depends on colours. */
export async function findViolations(page: Page, theme: Theme = 'light'): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (theme === 'dark' ? axe.withRules(COLOUR_RULES) : axe.withTags(WCAG_22_AA)).analyze();
  return violations.map(
    ({ id, nodes }) => `${theme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

/** Pixels by which the page can be scrolled sideways. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Faults of the page in both themes, and whether it is wider than the screen. It stays in the light one. */
export async function findPageFaults(page: Page, path: string): Promise<string[]> {
  const overflow = await overflowOf(page);
  await setTheme(page, 'light');
  const faults = await findViolations(page, 'light');
  await setTheme(page, 'dark');
  faults.push(...(await findViolations(page, 'dark')));
  await setTheme(page, 'light');
  if (overflow > 0) faults.push(`scrolls ${overflow} px sideways`);
  return faults.map((fault) => `${path} ${fault}`);
}
