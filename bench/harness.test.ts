import { describe, expect, it } from 'vitest';
import {
  CannotMeasure,
  ChildError,
  formatMost,
  lastJsonLine,
  median,
  missed,
  percentiles,
  ratioBar,
  runChild,
  timeRounds,
  timesBar,
} from './harness.ts';
import { formatNotMeasured, formatTable } from './report.ts';

const run = (code: string, killAfterSeconds = 0) => runChild(process.execPath, ['-e', code], { killAfterSeconds });

describe('percentiles', () => {
  it('takes the nearest rank', () => {
    const samples = Array.from({ length: 200 }, (_, i) => 200 - i);
    expect(percentiles(samples)).toEqual({ count: 200, p50: 100, p99: 198, max: 200 });
  });

  it('has no figures without samples', () => {
    expect(percentiles([]).p50).toBeNaN();
  });
});

describe('median', () => {
  it('is the middle, or the mean of the two in the middle', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });
});

describe('runChild', () => {
  it('measures time and peak memory, and keeps the output', async () => {
    const code =
      'const b = Buffer.alloc(200 << 20, 1); setTimeout(() => console.log(JSON.stringify({ size: b.length })), 200)';
    const result = await run(code);
    expect(lastJsonLine(result.stdout)).toEqual({ size: 200 << 20 });
    expect(result.seconds).toBeGreaterThan(0.2);
    expect(result.peakRssMiB).toBeGreaterThan(200);
  });

  it('rejects with the cause first', async () => {
    await expect(run('throw new TypeError("no such thing")')).rejects.toThrow(
      /^TypeError: no such thing .* ended with 1/,
    );
  });

  it('says when the child was killed', async () => {
    const killed = run('setTimeout(() => 0, 60_000)', 0.3);
    await expect(killed).rejects.toThrow(ChildError);
    await expect(killed).rejects.toThrow('ended with a signal');
  });
});

describe('formatTable', () => {
  it('says PASS or MISS for each bar', () => {
    const bars = [true, false].map((isMet) => ({ work: 'w', measured: 'm', bar: 'b', isMet }));
    expect(formatTable([{ name: 's', bars, figures: null }])).toContain('| w | m | b | PASS |\n| w | m | b | MISS |');
  });

  it('names what could not be measured, which is no miss', () => {
    const bar = missed('parsing', '>= 10x', new CannotMeasure('There are no real blocks in data/btc.'));
    expect(bar).toMatchObject({ isMet: undefined, measured: 'not measured: There are no real blocks in data/btc.' });
    const sections = [{ name: 's', bars: [bar], figures: null }];
    expect(formatTable(sections)).toContain('| NOT MEASURED |');
    expect(formatNotMeasured(sections)).toBe('Not measured here: parsing.');
    expect(missed('parsing', '>= 10x', new Error('It crashed.'))).toMatchObject({ isMet: false });
  });
});

describe('ratioBar', () => {
  const times = (p50: number, p99: number) => ({ count: 9, p50, p99, max: p99 });
  const base = { name: 'a bare request', times: times(0.5, 2) };

  it('compares medians and 99th percentiles with the median of the base', () => {
    expect(ratioBar('w', times(5, 9), base, { p50: 10, p99: 20 })).toEqual({
      work: 'w',
      bar: 'p50 <= 10x, p99 <= 20x a bare request',
      measured: 'p50 10.0x, p99 18.0x (5.0 and 9.0 ms against 0.50 ms)',
      isMet: true,
    });
    expect(ratioBar('w', times(5.1, 9), base, { p50: 10 }).isMet).toBe(false);
    expect(ratioBar('w', times(5, 11), base, { p50: 10, p99: 20 }).isMet).toBe(false);
  });

  it('never prints a ratio of nothing', () => {
    for (const nothing of [percentiles([]), times(0, 0)]) {
      const bar = ratioBar('w', times(5, 9), { ...base, times: nothing }, { p50: 10 });
      expect([bar.isMet, bar.measured]).toEqual([false, 'failed: nothing was timed']);
    }
  });
});

describe('timeRounds', () => {
  it('counts the rounds after those that only compile the work', async () => {
    let done = 0;
    const samples = await timeRounds(async () => done++, 5, 3);
    expect([done, samples.length, samples.every((one) => one >= 0)]).toEqual([8, 5, true]);
  });
});

describe('timesBar', () => {
  const base = { name: 'a bare read', times: percentiles([0.4, 0.5, 0.6]) };
  const timed = { work: 'w', figure: 'p95', milliseconds: 50, base, most: 100, target: 1_000 } as const;

  it('judges the ratio and prints the times next to it', () => {
    expect(timesBar(timed)).toEqual({
      work: 'w',
      bar: 'p95 <= 100x a bare read',
      measured: '100x (50 ms against 0.50 ms; target on the reference machine 1.0 s)',
      isMet: true,
    });
    expect(formatMost({ most: 2_000 }, 'a loop')).toBe('<= 2,000x a loop');
  });

  it('is missed above the ratio, whatever the milliseconds are', () => {
    expect(timesBar({ ...timed, milliseconds: 50.1 }).isMet).toBe(false);
    const slow = { ...base, times: percentiles([500]) };
    expect(timesBar({ ...timed, milliseconds: 50_000, base: slow }).isMet).toBe(true);
  });

  it('is missed by a wrong answer, and says what else is known', () => {
    const bar = timesBar({ ...timed, milliseconds: 5, isRight: false, note: '3 missing' });
    expect(bar).toMatchObject({ isMet: false, measured: expect.stringMatching(/^10\.0x \(.*\), 3 missing$/) });
  });

  it('never prints a ratio of nothing', () => {
    for (const times of [percentiles([]), percentiles([0])]) {
      const bar = timesBar({ ...timed, base: { ...base, times } });
      expect([bar.isMet, bar.measured]).toEqual([false, 'failed: nothing was timed']);
    }
  });
});
