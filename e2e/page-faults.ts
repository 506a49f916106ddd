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
    run(context: object, options: object): Promise<{ readonly violations: readonly Violation[] }>;
  };
}

/** The theme is one attribute of the document, which the switch in the menu sets and all styles follow. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), theme);
}

/** What of the documents of a page axe has looked at, by width, theme and rules. */
interface LookedWindow {
  tmLooked?: { readonly ids: Map<string, number>; readonly seen: Set<string> };
}

/**
 * Marks what need not be looked at again, because its like was: in an earlier look at this page as it went from screen to
 * screen (its header, its menu, its footer), or twice among its siblings (the rows of a table; odd and even ones may be
 * painted differently). Alike is the same tree of elements below the same ancestors, with the same classes, styles, roles
 * and states, the same attributes present, and words in the same places.
 */
function markLooked(kind: string): void {
  const told =
    /^(class|style|role|type|tabindex|data-(active|state)|aria-(hidden|selected|expanded|current|checked|pressed|sort))$/;
  const own = window as LookedWindow;
  own.tmLooked ??= { ids: new Map(), seen: new Set() };
  const { ids, seen } = own.tmLooked;
  const toId = (text: string): number => {
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  };
  const selves = new Map<Element, number>();
  const trees = new Map<Element, number>();
  const describe = (element: Element): number => {
    const parts = [];
    for (const { name, value } of element.attributes)
      if (name !== 'data-looked')
        parts.push(told.test(name) ? `${name}=${value}` : `${name}${value === '' ? '' : '*'}`);
    const self = toId(`${element.tagName} ${parts.sort().join(' ')}`);
    const inner = [...element.childNodes].map((node) =>
      node instanceof Element ? describe(node) : node.textContent?.trim() ? 'words' : '',
    );
    selves.set(element, self);
    const tree = toId(`${self}(${inner.join()})`);
    trees.set(element, tree);
    return tree;
  };
  const mark = (element: Element, above: number, counts: Map<number, number>): void => {
    const tree = trees.get(element) ?? 0;
    const count = (counts.get(tree) ?? 0) + 1;
    counts.set(tree, count);
    const place = `${kind} ${above} ${tree}`;
    const isLooked = seen.has(place) || count > 2;
    element.toggleAttribute('data-looked', isLooked);
    if (isLooked) return;
    fresh.push(place);
    const below = new Map<number, number>();
    const path = toId(`${above}>${selves.get(element)}`);
    for (const child of element.children) mark(child, path, below);
  };
  const fresh: string[] = [];
  describe(document.body);
  const top = toId(`${window.innerWidth}`);
  const counts = new Map<number, number>();
  for (const child of document.body.children) mark(child, top, counts);
  for (const place of fresh) seen.add(place);
}

/**
 * What axe finds on the current page, by all rules or by those of colours. The one frame there is, of seed phrases, is a
 * document that `seed-phrases.test.ts` looks at separately; no other page has one, so axe runs in the document alone and stays there for the next look: `AxeBuilder` takes several times as long, because it loads axe again and
 * into a second page at every look, and describes what is in order too.
 */
export async function findViolations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Further down, the bar at the top cuts through whatever has scrolled below it, which would be a link too small to hit.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const theme = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  await page.evaluate(markLooked, `${rules} ${theme}`);
  const runOnly = rules === 'all' ? { type: 'tag', values: WCAG_22_AA } : { type: 'rule', values: COLOUR_RULES };
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as AxeWindow;
      if (!axe || document.querySelector('iframe:not(.seed-frame)')) throw new Error('axe looks at one document.');
      return (await axe.run({ include: [document], exclude: ['[data-looked]'] }, options)).violations.map(
        ({ id, nodes }) => ({
          id,
          nodes: nodes.map(({ html }) => html.slice(0, 160)),
        }),
      );
    },
    { runOnly, resultTypes: ['violations'], iframes: false },
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`);
}

/** Pixels by which the page can be scrolled sideways. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Faults of the page in both themes, and whether it is wider than the screen. It stays in the light one. */
export async function findPageFaults(page: Page, path: string): Promise<string[]> {
  // A message of four seconds may cover what is below it, or be gone: whether it does depends on the machine.
  for (const button of await page.locator('.tm-toasts button').all())
    await button.click({ timeout: 2_000 }).catch(() => undefined);
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

/** The finding for a page that is wider than the screen. */
export async function findOverflow(page: Page, path: string): Promise<string[]> {
  const overflow = await overflowOf(page);
  return overflow > 0 ? [`${path} scrolls ${overflow} px sideways`] : [];
}
