import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What depends on the theme; everything else is the same in the dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** The source of axe, as the package for Playwright brings it along. */
const { source: AXE } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string };

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Where axe puts itself in a page. */
interface AxeWindow {
  readonly axe?: {
    run(context: Document, options: object): Promise<{ readonly violations: readonly Violation[] }>;
  };
}

/** The theme is one attribute of the document, which the switch in the menu sets and all styles follow. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), theme);
}

/**
 * What axe finds on the page as it stands, by all rules or by those of colours. No page has frames, so axe runs in the
 * document alone and stays there for the next look: `AxeBuilder` takes several times as long, because it loads axe anew and
 * into a second page at every look, and describes what is in order too.
 */
export async function findViolations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const runOnly = rules === 'all' ? { type: 'tag', values: WCAG_22_AA } : { type: 'rule', values: COLOUR_RULES };
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as AxeWindow;
      if (!axe || document.querySelector('iframe')) throw new Error('axe looks at one document, without frames.');
      return (await axe.run(document, options)).violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html }) => html.slice(0, 160)),
      }));
    },
    { runOnly, resultTypes: ['violations'] },
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`);
}

/** Pixels by which the page can be scrolled sideways. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Faults of the page in both themes, and whether it is wider than the screen. It stays in the light one. */
export async function findPageFaults(page: Page, path: string): Promise<string[]> {
  await setTheme(page, 'light');
  const light = await findViolations(page);
  await setTheme(page, 'dark');
  const dark = await findViolations(page, 'colours');
  await setTheme(page, 'light');
  return [
    ...light.map((fault) => `${path} light: ${fault}`),
    ...dark.map((fault) => `${path} dark: ${fault}`),
    ...(await findOverflow(page, path)),
  ];
}

/** What to say of a page that is wider than the screen. */
export async function findOverflow(page: Page, path: string): Promise<string[]> {
  const overflow = await overflowOf(page);
  return overflow > 0 ? [`${path} scrolls ${overflow} px sideways`] : [];
}
