import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One bar of the table. Where ours failed it is missed, and the reason is in `measured`. */
export interface Bar {
  readonly work: string;
  readonly measured: string;
  readonly bar: string;
  /** Undefined where this machine lacks what the measurement needs: neither met nor missed. */
  readonly isMet: boolean | undefined;
}

/** Thrown where a measurement needs what is not here: a peer, a browser, blocks. Names what would have to be there. */
export class CannotMeasure extends Error {
  override readonly name = 'CannotMeasure';
}

/** What one benchmark hands back: bars for the table, and every figure for the JSON file. */
export interface Section {
  readonly name: string;
  readonly bars: readonly Bar[];
  readonly figures: unknown;
}

export interface ChildResult {
  readonly stdout: string;
  /** Wall time from start to exit. */
  readonly seconds: number;
  /** Highest resident memory of the process and those it started, summed. */
  readonly peakRssMiB: number;
}

/** A child that ran to an exit code other than 0, with the end of what it wrote. */
export class ChildError extends Error {
  override readonly name = 'ChildError';
}

function readProcFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The high-water marks of a process and its descendants, in KiB. 0 once they are gone. */
export function treePeakKiB(pid: number): number {
  const own = Number(/VmHWM:\s+(\d+) kB/.exec(readProcFile(`/proc/${pid}/status`))?.[1] ?? 0);
  const children = readProcFile(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + treePeakKiB(Number(child)), own);
}

const SAMPLE_MILLISECONDS = 25;

export interface ChildOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Kills the child without warning (SIGKILL) after so many seconds; the result then counts as an error. */
  readonly killAfterSeconds?: number;
}

/** Runs a command to its end, measured. Rejects with `ChildError` unless it exits with 0. */
export async function runChild(
  command: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<ChildResult> {
  const started = performance.now();
  const child = spawn(command, args, { cwd: options.cwd, env: options.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-4000);
  });
  let peak = 0;
  const sampler = setInterval(() => {
    if (child.pid) peak = Math.max(peak, treePeakKiB(child.pid));
  }, SAMPLE_MILLISECONDS);
  const limit = (options.killAfterSeconds ?? 0) * 1000;
  const killer = limit > 0 ? setTimeout(() => child.kill('SIGKILL'), limit) : undefined;
  try {
    const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    const seconds = (performance.now() - started) / 1000;
    if (code !== 0) {
      const said = stderr || stdout.slice(-2000);
      const cause = said.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? said.trim().split('\n').at(-1);
      throw new ChildError(`${cause} (${args.join(' ')} ended with ${code ?? 'a signal'})\n${said}`);
    }
    return { stdout, seconds, peakRssMiB: Math.round(peak / 1024) };
  } finally {
    clearInterval(sampler);
    clearTimeout(killer);
  }
}

/** The last line of a child's output, as JSON. */
export function lastJsonLine<T>(stdout: string): T {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T;
}

/** Runs a TypeScript file of the project with the Node that runs this, and its flags: those `npm start` gives. */
export function runScript(path: string, args: readonly string[], options?: ChildOptions): Promise<ChildResult> {
  return runChild(process.execPath, [...process.execArgv, path, ...args], options);
}

export interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Nearest-rank percentiles. */
export function percentiles(samples: readonly number[]): Percentiles {
  const sorted = Float64Array.from(samples).sort();
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

export function median(samples: readonly number[]): number {
  const sorted = Float64Array.from(samples).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A bar whose work failed; where it lacked something to work with, it is no miss. */
export function missed(work: string, bar: string, reason: unknown): Bar {
  const text = (reason instanceof Error ? reason.message : String(reason)).split('\n')[0]?.slice(0, 200);
  const isMet = reason instanceof CannotMeasure ? undefined : false;
  return { work, bar, measured: isMet === false ? `failed: ${text}` : `not measured: ${text}`, isMet };
}

/** What a time is compared with: the least that the same kind of work takes on this machine in this run. */
export interface Base {
  /** Follows "x", as in "12x a bare request". */
  readonly name: string;
  readonly times: Percentiles;
}

/**
 * A time as a multiple of a bare piece of the same work, because the same code takes 5 ms on one machine and 6.5 on the next:
 * medians against the median, and where `mostP99` is given the 99th percentile against the median too.
 */
export function ratioBar(
  work: string,
  times: Percentiles,
  base: Base,
  most: { readonly p50: number; readonly p99?: number },
): Bar {
  const unit = base.times.p50;
  const [p50, p99] = [times.p50 / unit, times.p99 / unit];
  const bar = `p50 <= ${most.p50}x${most.p99 === undefined ? '' : `, p99 <= ${most.p99}x`} ${base.name}`;
  const format = (milliseconds: number): string => milliseconds.toPrecision(2);
  const measured = `p50 ${p50.toFixed(1)}x, p99 ${p99.toFixed(1)}x (${format(times.p50)} and ${format(times.p99)} ms against ${format(unit)} ms)`;
  if (!Number.isFinite(p50) || unit === 0) return missed(work, bar, 'nothing was timed');
  return { work, bar, measured, isMet: p50 <= most.p50 && (most.p99 === undefined || p99 <= most.p99) };
}

/** Milliseconds of each round of a piece of work, after some that compile it and are not counted. */
export async function timeRounds(
  work: () => unknown,
  rounds: number,
  warmUp: number = Math.min(20, rounds),
): Promise<number[]> {
  for (let i = 0; i < warmUp; i++) await work();
  const samples: number[] = [];
  while (samples.length < rounds) {
    const started = performance.now();
    await work();
    samples.push(performance.now() - started);
  }
  return samples;
}

/** One figure that is a time, and what it is compared with. */
export interface Timed {
  readonly work: string;
  /** Which of several times it is, as "p95 of 10"; without it, it is the only one. */
  readonly figure?: string;
  readonly milliseconds: number;
  readonly base: Base;
  /** Times the median of the base. */
  readonly most: number;
  /** Milliseconds that were requested on the machine that was meant: printed, and judged nowhere. */
  readonly target: number;
  /** What else is known of the work. */
  readonly note?: string;
  /** False where the work did not come to the right answer: no time is short enough for that. */
  readonly isRight?: boolean;
}

/** The bar of `timesBar` in words, for work that failed before there was a time. */
export function formatMost({ figure, most }: Pick<Timed, 'figure' | 'most'>, base: string): string {
  return `${figure === undefined ? '' : `${figure} `}<= ${most.toLocaleString('en')}x ${base}`;
}

const formatTime = (milliseconds: number): string =>
  milliseconds < 1_000
    ? `${milliseconds.toPrecision(2 + Number(milliseconds >= 100))} ms`
    : `${(milliseconds / 1_000).toFixed(1)} s`;

/** One time as a multiple of a bare piece of the same work, with the times themselves and what was requested in milliseconds. */
export function timesBar(timed: Timed): Bar {
  const { work, milliseconds, base, most, target, note, isRight = true } = timed;
  const bar = formatMost(timed, base.name);
  const unit = base.times.p50;
  const ratio = milliseconds / unit;
  if (!Number.isFinite(ratio) || unit === 0) return missed(work, bar, 'nothing was timed');
  const times = `${formatTime(milliseconds)} against ${formatTime(unit)}; target on the reference machine ${formatTime(target)}`;
  const measured = `${ratio.toFixed(ratio < 100 ? 1 : 0)}x (${times})${note === undefined ? '' : `, ${note}`}`;
  return { work, bar, measured, isMet: isRight && ratio <= most };
}
