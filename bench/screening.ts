import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillBusyStore } from './busy-chain.ts';
import {
  type Bar,
  type Base,
  formatMost,
  lastJsonLine,
  median,
  missed,
  percentiles,
  runScript,
  type Section,
  timesBar,
} from './harness.ts';
import type { BundledResult } from './screening/bundled.ts';
import type { ManyResult } from './screening/many.ts';
import type { HotResult } from './screening/subject.ts';
import { benchReach } from './trace.ts';

const SCRIPT = join(import.meta.dirname, 'screening', 'subject.ts');
const BUNDLED = join(import.meta.dirname, 'screening', 'bundled.ts');
const COLD_RUNS = 10;
/** Addresses of Ethereum in a batch. */
const ACCOUNTS = 200;
const HOPS = 5;
const SINGLE = 200;
const BATCHES = [500, 2_000] as const;
const LIMITS = {
  cold: { most: 37, target: 1_000 },
  bundled: { most: 60, target: 1_000 },
  direct: { most: 8, target: 300 },
  /** Of one address of a batch: twenty a second. */
  rate: { most: 24, target: 50 },
  ratio: 10,
  growth: 1.25,
};
// The 95th percentile of ten runs is the slowest.
const SLOWEST = `p95 of ${COLD_RUNS}`;
const READ = 'reading its entries from the store';

function toBase(name: string, runs: readonly { readonly bare?: readonly number[] }[]): Base {
  return { name, times: percentiles(runs.flatMap(({ bare = [] }) => bare)) };
}

const count = (number: number): string => number.toLocaleString('en');

type Ask = <T>(mode: string, number: number) => Promise<T>;

async function benchCold(ask: Ask): Promise<{ bar: Bar; figures: readonly HotResult[] }> {
  const runs: HotResult[] = [];
  for (let i = 0; i < COLD_RUNS; i++) runs.push(await ask<HotResult>('hot-0', HOPS));
  const times = percentiles(runs.map(({ milliseconds }) => milliseconds));
  const [first] = runs;
  const cpu = median(runs.map(({ cpuMilliseconds }) => cpuMilliseconds));
  const work = `one address of ${count(first?.addressTransactions ?? 0)} transactions, ${HOPS} hops, in a process that did nothing before`;
  return {
    figures: runs,
    bar: timesBar({
      ...LIMITS.cold,
      ...{ work, figure: SLOWEST, milliseconds: times.max, base: toBase(READ, runs) },
      note: `p50 ${times.p50.toFixed(0)} ms (${cpu.toFixed(0)} ms of processor), ${count(first?.read ?? 0)} transactions read`,
    }),
  };
}

async function benchDirect(ask: Ask): Promise<{ bar: Bar; figures: HotResult }> {
  const result = await ask<HotResult>('hot-1', 2);
  const isRead = result.state !== 'unknown';
  const reason = result.limits.find((limit) => limit.includes('a trace begins')) ?? result.limits[0] ?? '';
  const said = isRead ? 'read' : `not read, and says so: ${reason.slice(0, 140)}`;
  return {
    figures: result,
    bar: timesBar({
      ...LIMITS.direct,
      ...{ work: `direct exposure of an address of ${count(result.entries)} entries`, isRight: isRead, note: said },
      ...{ milliseconds: result.milliseconds, base: toBase('summing them up in the store', [result]) },
    }),
  };
}

const rateOf = ({ subjects, seconds }: ManyResult): number => subjects / seconds;

async function benchBatches(ask: Ask): Promise<{ bars: Bar[]; figures: readonly ManyResult[] }> {
  // Single calls before and after, so that both meet the machine in the same mood.
  const before = await ask<ManyResult>('single', SINGLE);
  const batches: ManyResult[] = [];
  for (const size of BATCHES) batches.push(await ask<ManyResult>('batch', size));
  const after = await ask<ManyResult>('single', SINGLE);
  const [small, large] = batches;
  if (!small || !large) throw new Error('No batch was run.');
  const single = median([rateOf(before), rateOf(after)]);
  const ratio = rateOf(large) / single;
  const cpuRatio = (before.cpuSeconds + after.cpuSeconds) / (2 * SINGLE) / (large.cpuSeconds / large.subjects);
  const growth = large.rssMiB / small.rssMiB;
  return {
    figures: [before, ...batches, after],
    bars: [
      timesBar({
        ...LIMITS.rate,
        ...{ work: `a batch of ${count(large.subjects)} addresses, for each`, milliseconds: 1_000 / rateOf(large) },
        ...{ base: toBase('a bare store query', [large]), note: `${rateOf(large).toFixed(1)} a second` },
      }),
      {
        work: 'a batch against single calls of the API, one after the other',
        bar: `>= ${LIMITS.ratio}x`,
        measured: `${ratio.toFixed(1)}x (${rateOf(large).toFixed(1)} against ${single.toFixed(1)} a second; ${cpuRatio.toFixed(1)}x by processor time)`,
        isMet: ratio >= LIMITS.ratio,
      },
      {
        work: `memory of a batch of ${count(large.subjects)} against one of ${count(small.subjects)}`,
        bar: `<= ${LIMITS.growth}x`,
        measured: `${growth.toFixed(2)}x (${large.rssMiB} against ${small.rssMiB} MiB)`,
        isMet: growth <= LIMITS.growth,
      },
    ],
  };
}

/** The bundled data: its busiest address of Bitcoin, cold, and addresses of Ethereum alone and in a batch. */
async function benchBundled(): Promise<{ bars: Bar[]; figures: unknown }> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'trailmark-bench-'));
  const ask = async (mode: string, number = 0): Promise<BundledResult> =>
    lastJsonLine<BundledResult>((await runScript(BUNDLED, [dataDirectory, mode, String(number)])).stdout);
  try {
    await ask('fill');
    const colds: BundledResult[] = [];
    for (let i = 0; i < COLD_RUNS; i++) colds.push(await ask('cold'));
    const [first] = colds;
    const times = percentiles(colds.map(({ seconds }) => seconds * 1_000));
    const alone = await ask('alone', ACCOUNTS);
    const batch = await ask('batch', ACCOUNTS);
    const ratio = alone.seconds / batch.seconds;
    const rate = (one: BundledResult): string => (one.subjects / one.seconds).toFixed(1);
    return {
      figures: [...colds, alone, batch],
      bars: [
        timesBar({
          ...LIMITS.bundled,
          work: `the busiest bundled address of Bitcoin (${count(first?.transactionCount ?? 0)} transactions), ${HOPS} hops, nobody named, in a process that did nothing before`,
          ...{ figure: SLOWEST, milliseconds: times.max, base: toBase(READ, colds) },
          note: `p50 ${times.p50.toFixed(0)} ms`,
        }),
        {
          work: `a batch of ${count(ACCOUNTS)} bundled addresses of Ethereum against one after the other`,
          bar: `>= ${LIMITS.ratio}x`,
          measured: `${ratio.toFixed(1)}x (${rate(batch)} against ${rate(alone)} a second)`,
          isMet: ratio >= LIMITS.ratio,
        },
      ],
    };
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Screenings over the generated chain and the bundled data, cold, single and in batches, with what graph libraries need for the same reachable sets. */
export async function benchScreening(): Promise<Section> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'trailmark-bench-'));
  const bars: Bar[] = [];
  const figures: unknown[] = [];
  let chain: string | undefined;
  const part = async (
    work: string,
    bar: string,
    run: () => Promise<{ bars: Bar[]; figures: unknown }>,
  ): Promise<void> => {
    try {
      const found = await run();
      bars.push(...found.bars);
      figures.push(found.figures);
    } catch (error) {
      bars.push(missed(work, bar, error));
    }
  };
  const toBars = async (found: Promise<{ bar: Bar; figures: unknown }>) => {
    const { bar, figures: own } = await found;
    return { bars: [bar], figures: own };
  };
  try {
    chain = await fillBusyStore(dataDirectory);
    const directory = chain;
    const ask: Ask = async <T>(mode: string, number: number) =>
      lastJsonLine<T>((await runScript(SCRIPT, [dataDirectory, directory, mode, String(number)])).stdout);
    await part('one address, cold', formatMost(LIMITS.cold, READ), () => toBars(benchCold(ask)));
    await part('direct exposure', formatMost(LIMITS.direct, 'summing its entries up'), () => toBars(benchDirect(ask)));
    await part('batches', formatMost(LIMITS.rate, 'a bare store query'), () => benchBatches(ask));
  } catch (error) {
    bars.push(missed('screenings over a generated chain', formatMost(LIMITS.cold, READ), error));
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
  await part('bundled data', formatMost(LIMITS.bundled, READ), benchBundled);
  const reach = await benchReach(['igraph', 'networkx'], chain === undefined ? undefined : { directory: chain });
  return { name: 'screening', bars: [...bars, ...reach.bars], figures: [...figures, ...reach.figures] };
}
