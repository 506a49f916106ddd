import { join } from 'node:path';
import { type Bar, lastJsonLine, runScript, type Section } from './harness.ts';
import type { WatchingResult } from './watching-subject.ts';

const ADDRESSES = 1_000_000;
const BLOCKS = 200;
const LIMIT_MS = 50;
const LIMIT_MIB = 512;

/** A block checked for a million watched addresses, beyond its ingest. */
export async function benchWatching(): Promise<Section> {
  const script = join(import.meta.dirname, 'watching-subject.ts');
  const { stdout } = await runScript(script, [String(ADDRESSES), String(BLOCKS)]);
  const result = lastJsonLine<WatchingResult>(stdout);
  const sorted = result.runs.toSorted((a, b) => a - b);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
  const isRight = result.found === result.expected;
  const wrong = isRight ? '' : `, ${result.found} found and ${result.expected} were to be`;
  const bars: Bar[] = [
    {
      work: '1 M watched addresses: a block of 4,000 transactions checked, p99',
      measured: `${p99.toFixed(1)} ms${wrong}`,
      bar: `<= ${LIMIT_MS} ms`,
      isMet: p99 <= LIMIT_MS && isRight,
    },
    {
      work: '1 M watched addresses: peak memory of the process',
      measured: `${Math.round(result.peakRssMiB)} MiB`,
      bar: `<= ${LIMIT_MIB} MiB`,
      isMet: result.peakRssMiB <= LIMIT_MIB,
    },
  ];
  return { name: 'watching', bars, figures: result };
}
