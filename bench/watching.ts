import { join } from 'node:path';
import { type Bar, lastJsonLine, percentiles, runScript, type Section, timesBar } from './harness.ts';
import type { WatchingResult } from './watching-subject.ts';

const ADDRESSES = 1_000_000;
const BLOCKS = 200;
const CHECK = { target: 50, most: 3.8 };
const LIMIT_MIB = 512;

/** A block checked for a million watched addresses, beyond its ingest. */
export async function benchWatching(): Promise<Section> {
  const script = join(import.meta.dirname, 'watching-subject.ts');
  const { stdout } = await runScript(script, [String(ADDRESSES), String(BLOCKS)]);
  const result = lastJsonLine<WatchingResult>(stdout);
  const isRight = result.found === result.expected;
  const base = { name: 'looking the same keys up in a Set of as many', times: percentiles(result.bare) };
  const bars: Bar[] = [
    timesBar({
      ...CHECK,
      ...{ work: '1 M watched addresses: a block of 4,000 transactions checked', figure: 'p99', base },
      ...{ milliseconds: percentiles(result.runs).p99, isRight },
      ...(isRight ? {} : { note: `${result.found} found and ${result.expected} were to be` }),
    }),
    {
      work: '1 M watched addresses: peak memory of the process',
      measured: `${Math.round(result.peakRssMiB)} MiB`,
      bar: `<= ${LIMIT_MIB} MiB`,
      isMet: result.peakRssMiB <= LIMIT_MIB,
    },
  ];
  return { name: 'watching', bars, figures: result };
}
