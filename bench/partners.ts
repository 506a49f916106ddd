import { join } from 'node:path';
import { type Bar, lastJsonLine, runScript, type Section } from './harness.ts';
import type { PartnersResult } from './partners-subject.ts';

const IDENTIFIERS = 1_000;
const ENTRIES = 1_000_000;
const LIMIT_MS = 5_000;
const PASTE_BYTES = 1_000_000;
const PASTE_LIMIT_MS = 200;

/** A comparison with a partner, and what a pasted text names. */
export async function benchPartners(): Promise<Section> {
  const script = join(import.meta.dirname, 'partners-subject.ts');
  const { stdout } = await runScript(script, [IDENTIFIERS, ENTRIES, PASTE_BYTES].map(String));
  const result = lastJsonLine<PartnersResult>(stdout);
  const { milliseconds, found, expected, pasteMilliseconds, pasteItems } = result;
  const wrong = found === expected ? '' : `, ${found} found and ${expected} were to be`;
  const bars: Bar[] = [
    {
      work: '1,000 identifiers against a partner of 1 M entries: both sides, blinding to match',
      measured: `${Math.round(milliseconds)} ms${wrong}`,
      bar: `<= ${LIMIT_MS} ms`,
      isMet: milliseconds <= LIMIT_MS && found === expected,
    },
    {
      work: 'A paste of 1 MB: what it names',
      measured: `${Math.round(pasteMilliseconds)} ms`,
      bar: `<= ${PASTE_LIMIT_MS} ms`,
      isMet: pasteMilliseconds <= PASTE_LIMIT_MS && pasteItems > 0,
    },
  ];
  return { name: 'partners', bars, figures: result };
}
