import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillBusyStore } from './busy-chain.ts';
import {
  type Bar,
  formatMost,
  lastJsonLine,
  median,
  missed,
  percentiles,
  runScript,
  type Section,
  timesBar,
} from './harness.ts';
import type { Measured } from './statements/measure.ts';

const SCRIPT = join(import.meta.dirname, 'statements', 'measure.ts');
const LINES = 100_000;
const FORMATS = ['pdf', 'xlsx', 'csv'] as const;
const SCREENS = 5;
const LIMITS = {
  files: { most: 30, target: 20_000 },
  growth: 1.5,
  screen: { most: 18, target: 500 },
  csv: { most: 3, linesASecond: 50_000 },
};

const count = (number: number): string => number.toLocaleString('en');

async function ask(...args: readonly string[]): Promise<Measured> {
  return lastJsonLine<Measured>((await runScript(SCRIPT, args)).stdout);
}

async function benchFiles(): Promise<{ bars: Bar[]; figures: readonly Measured[] }> {
  const [large, small]: [Measured[], Measured[]] = [[], []];
  for (const format of FORMATS) {
    large.push(await ask('file', format, String(LINES)));
    small.push(await ask('file', format, String(LINES / 10)));
  }
  const seconds = large.reduce((sum, one) => sum + one.seconds, 0);
  const base = { name: 'writing them once as JSON', times: percentiles(large.flatMap(({ bare }) => bare)) };
  const cpu = large.reduce((sum, one) => sum + one.cpuSeconds, 0);
  const parts = FORMATS.map((format, i) => `${format} ${large[i]?.seconds.toFixed(1)} s`).join(', ');
  const growth = Math.max(...large.map(({ peakMiB }, i) => peakMiB / (small[i]?.peakMiB ?? 1)));
  const peaks = FORMATS.map((format, i) => `${format} ${large[i]?.peakMiB} against ${small[i]?.peakMiB} MiB`).join(
    ', ',
  );
  return {
    figures: [...large, ...small],
    bars: [
      timesBar({
        ...LIMITS.files,
        ...{ work: `${count(LINES)} lines as PDF, XLSX and CSV together`, milliseconds: seconds * 1_000, base },
        note: `${parts}; ${cpu.toFixed(1)} s of processor`,
      }),
      {
        work: `highest memory with ${count(LINES)} lines against ${count(LINES / 10)}`,
        bar: `<= ${LIMITS.growth}x`,
        measured: `${growth.toFixed(2)}x (${peaks})`,
        isMet: growth <= LIMITS.growth,
      },
    ],
  };
}

async function benchStored(): Promise<{ bars: Bar[]; figures: readonly Measured[] }> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'trailmark-bench-'));
  try {
    const chain = await fillBusyStore(dataDirectory);
    const screens: Measured[] = [];
    for (let i = 0; i < SCREENS; i++) screens.push(await ask('screen', dataDirectory, chain));
    const csv = await ask('csv', dataDirectory, chain);
    const ms = median(screens.map(({ seconds }) => seconds * 1_000));
    const cpuMs = median(screens.map(({ cpuSeconds }) => cpuSeconds * 1_000));
    const rate = csv.lines / csv.seconds;
    const read = (one: readonly Measured[]) => ({
      name: 'reading the same entries from the store',
      times: percentiles(one.flatMap(({ bare }) => bare)),
    });
    return {
      figures: [...screens, csv],
      bars: [
        timesBar({
          ...LIMITS.screen,
          work: `first screen of a statement of ${count(screens[0]?.lines ?? 0)} lines, in a process that did nothing before`,
          ...{ figure: `median of ${SCREENS}`, milliseconds: ms, base: read(screens) },
          note: `${cpuMs.toFixed(0)} ms of processor`,
        }),
        timesBar({
          ...{ most: LIMITS.csv.most, target: (csv.lines / LIMITS.csv.linesASecond) * 1_000 },
          work: `an address of 1,000,000 entries as CSV, from the store to the last byte (${count(csv.lines)} lines)`,
          ...{ milliseconds: csv.seconds * 1_000, base: read([csv]) },
          note: `${count(Math.round(rate))} lines a second, ${csv.peakMiB} MiB at most`,
        }),
      ],
    };
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Files of long statements, the first screen of one, and an address with a million entries. */
export async function benchStatements(): Promise<Section> {
  const bars: Bar[] = [];
  const figures: unknown[] = [];
  const parts = [
    [`${count(LINES)} lines as files`, formatMost(LIMITS.files, 'writing them once as JSON'), benchFiles],
    ['statements of a stored chain', formatMost(LIMITS.screen, 'reading the same entries'), benchStored],
  ] as const;
  for (const [work, bar, run] of parts) {
    try {
      const found = await run();
      bars.push(...found.bars);
      figures.push(...found.figures);
    } catch (error) {
      bars.push(missed(work, bar, error));
    }
  }
  return { name: 'statements', bars, figures };
}
