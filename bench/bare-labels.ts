import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Label } from '@trailmark/core/label';
import { type Base, percentiles, timeRounds } from './harness.ts';

/** Of the labels that are written or read at once to compare with. */
export const BARE_LABELS = 10_000;
const LINES_AT_ONCE = 500;

async function toBase(name: string, work: () => unknown, rounds: number): Promise<Base> {
  return { name, times: percentiles(await timeRounds(work, rounds, 2)) };
}

/** The least that loading packs takes: their files unpacked, and each line of them read as JSON. */
export function timeReadingPacks(directory: string): Promise<Base> {
  const paths = readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl.gz'))
    .map((name) => join(directory, name));
  const read = (): number => {
    let rows = 0;
    for (const path of paths) {
      for (const line of gunzipSync(readFileSync(path)).toString().split('\n')) {
        if (line !== '' && JSON.parse(line) !== undefined) rows++;
      }
    }
    if (rows === 0) throw new Error('No line was read: nothing was measured.');
    return rows;
  };
  return toBase('unpacking the same files and reading each line as JSON', read, 5);
}

/** The least that importing labels takes: each made, written as JSON and compressed. */
export function timeWritingLabels(make: (i: number) => Label): Promise<Base> {
  const write = (): void => {
    for (let from = 0; from < BARE_LABELS; from += LINES_AT_ONCE) {
      const lines = Array.from({ length: LINES_AT_ONCE }, (_, i) => JSON.stringify(make(from + i)));
      gzipSync(lines.join('\n'));
    }
  };
  return toBase(`writing ${BARE_LABELS.toLocaleString('en')} of them as compressed JSON`, write, 15);
}

/** What a pause of the event loop is compared with: a slice of the same work that nothing divides. */
export function timeReadingLabels(make: (i: number) => Label): Promise<Base> {
  const lines = Array.from({ length: BARE_LABELS }, (_, i) => JSON.stringify(make(i)));
  const read = () => lines.reduce((sum, line) => sum + (JSON.parse(line) as Label).address.length, 0);
  return toBase(`reading ${BARE_LABELS.toLocaleString('en')} of them as JSON`, read, 15);
}
