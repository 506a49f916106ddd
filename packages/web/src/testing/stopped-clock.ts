import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';

const realTimeout = globalThis.setTimeout;
const MOST_LOOKS = 400;

/**
 * Lets what only waits for its turn run, without the time that the page waits on purpose. What Vitest polls with moves the clock of the
 * page on, a step for each look: it would count into that time.
 */
export async function seeText(text: string): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS && page.getByText(text).elements().length === 0; looks++) {
    await vi.advanceTimersByTimeAsync(0);
    await new Promise((done) => realTimeout(done, 25));
  }
  expect(page.getByText(text).elements().length).toBeGreaterThan(0);
}
