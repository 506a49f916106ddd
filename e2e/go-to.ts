import type { Page } from 'playwright-core';

/** Longer than the router leaves the last page standing while the next one loads. */
const HANDOVER_MS = 150;

/** Goes to a path inside the application, as a link does, and waits until the page there is complete. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(
    ([to, ms]) => {
      window.history.pushState({}, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
      return new Promise((resolve) => setTimeout(resolve, ms));
    },
    [path, HANDOVER_MS] as const,
  );
  await page.waitForFunction(() => {
    const unfinished = '.tm-skel, .tm-spinner, .tm-spinnerpage, [aria-busy="true"]';
    return document.querySelector('main h1') !== null && document.querySelector(unfinished) === null;
  });
}
