import { join } from 'node:path';
import { lastJsonLine, percentiles, runScript, type Section, timesBar } from './harness.ts';
import type { PartnersResult } from './partners-subject.ts';

const IDENTIFIERS = 1_000;
const ENTRIES = 1_000_000;
const PASTE_BYTES = 1_000_000;
const COMPARISON = { target: 5_000, most: 50 };
const PASTE = { target: 200, most: 10 };

/** A comparison with a partner, and what a pasted text names. */
export async function benchPartners(): Promise<Section> {
  const script = join(import.meta.dirname, 'partners-subject.ts');
  const { stdout } = await runScript(script, [IDENTIFIERS, ENTRIES, PASTE_BYTES].map(String));
  const result = lastJsonLine<PartnersResult>(stdout);
  const { milliseconds, found, expected, pasteMilliseconds, pasteItems } = result;
  const isRight = found === expected;
  const multiplied = { name: 'multiplying an element of the curve for each', times: percentiles(result.multiplied) };
  const words = { name: 'finding the words of the same text', times: percentiles(result.words) };
  const bars = [
    timesBar({
      ...COMPARISON,
      ...{
        work: '1,000 identifiers against a partner of 1 M entries: both sides, blinding to match',
        base: multiplied,
      },
      ...{ milliseconds, isRight, ...(isRight ? {} : { note: `${found} found and ${expected} were to be` }) },
    }),
    timesBar({
      ...PASTE,
      ...{ work: 'A paste of 1 MB: what it names', base: words },
      ...{ milliseconds: pasteMilliseconds, isRight: pasteItems > 0 },
    }),
  ];
  return { name: 'partners', bars, figures: result };
}
