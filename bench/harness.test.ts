import { describe, expect, it } from 'vitest';
import { ChildError, lastJsonLine, median, percentiles, runChild } from './harness.ts';
import { formatTable } from './report.ts';

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
});
