import type { CoverageRange, Gap } from '@trailmark/api/wire';
import { describe, expect, it } from 'vitest';
import { formatAmount, groupThousands, MINUS, splitAmount } from './amount.ts';
import { findRunEnd, isGapAt, summariseCoverage } from './gap-summary.ts';
import { escapeHostile, readQuoted } from './hostile-text.ts';
import { formatBytes, formatFeeRate, formatPlural } from './number.ts';
import { formatAge, formatDay, formatTime, splitTime } from './time.ts';

describe('amounts', () => {
  it('keeps every place and cuts trailing zeros off from the third place on', () => {
    expect(splitAmount(5_000_000_000n, 8)).toEqual({ sign: '', whole: '50', fraction: '.00', trailing: '000000' });
    expect(splitAmount(37_620_000n, 8)).toEqual({ sign: '', whole: '0', fraction: '.3762', trailing: '0000' });
    expect(splitAmount(16_101_831n, 8).trailing).toBe('');
  });

  it('never shows a positive amount as zero', () => {
    expect(formatAmount(1n, 8)).toBe('0.00000001');
    expect(formatAmount(1n, 18)).toBe('0.000000000000000001');
  });

  it('signs net movements only, with a true minus', () => {
    expect(formatAmount(1_000n, 2, true)).toBe('+10.00');
    expect(formatAmount(-1_000n, 2, true)).toBe(`${MINUS}10.00`);
    expect(formatAmount(0n, 2, true)).toBe('0.00');
  });

  it('groups thousands of sums beyond the safe integers', () => {
    expect(formatAmount(2_100_000_000_000_000n, 8)).toBe('21,000,000.00000000');
    expect(formatAmount(123_456_789_012_345_678_901n, 0)).toBe('123,456,789,012,345,678,901');
    expect(groupThousands('999')).toBe('999');
  });
});

describe('times', () => {
  it('prints UTC in two parts and days in prose', () => {
    expect(splitTime(1_231_731_025, 'utc')).toEqual({ date: '2009-01-12', clock: '03:30:25' });
    expect(formatTime(0)).toBe('1970-01-01 00:00:00');
    expect(formatDay(1_495_485_000)).toBe('22 May 2017');
  });

  it('rounds ages to one unit', () => {
    expect([4, 240, 20_000, 500_000].map((age) => formatAge(0, age))).toEqual(['4 s', '4 min', '6 h', '6 days']);
    expect(formatAge(1_231_731_025, 1_795_000_000)).toBe('17 years');
    expect(formatAge(10, 5)).toBe('0 s');
  });
});

describe('numbers', () => {
  it('keeps counts, sizes and fee rates plain', () => {
    expect(formatPlural(1, 'output')).toBe('1 output');
    expect(formatPlural(18_417, 'output')).toBe('18,417 outputs');
    expect([490, 39_600, 1_900_000].map(formatBytes)).toEqual(['490 B', '39.6 kB', '1.9 MB']);
    expect(formatFeeRate(1_000n, 141)).toBe('7.09');
    expect(formatFeeRate(0n, 275)).toBe('0.00');
  });
});

describe('hostile text', () => {
  it('shows what hides or reorders text as codes', () => {
    expect(escapeHostile('safe\u202etxt.exe')).toBe('safe\\u{202e}txt.exe');
    expect(escapeHostile('a\u0000b\u200b\n')).toBe('a\\u{0}b\\u{200b}\\u{a}');
    expect(escapeHostile('Zürich 日本 🪙')).toBe('Zürich 日本 🪙');
  });

  it('distinguishes quoted text from bytes', () => {
    expect(readQuoted('"charley loves heidi"')).toEqual({ body: 'charley loves heidi', isHex: false });
    expect(readQuoted('"cut off"…')).toEqual({ body: 'cut off…', isHex: false });
    expect(readQuoted('04ffff001d')).toEqual({ body: '04ffff001d', isHex: true });
    expect(readQuoted('plain')).toEqual({ body: 'plain', isHex: false });
  });
});

describe('coverage', () => {
  const range = (fromHeight: number, toHeight: number, change: Partial<CoverageRange> = {}): CoverageRange => ({
    fromHeight,
    toHeight,
    blocks: toHeight - fromHeight + 1,
    source: 'a node',
    raw: true,
    wholeBlocks: true,
    timeEstimated: false,
    heightEstimated: false,
    ...change,
  });
  const gap = (kind: Gap['kind'], fromHeight: number | null, toHeight: number | null, message = ''): Gap => ({
    kind,
    message,
    fromHeight,
    toHeight,
    count: null,
  });
  const summarise = (ranges: CoverageRange[], gaps: Gap[]) =>
    summariseCoverage({ complete: false, summary: 'The server says.', ranges, gaps });

  it('states first what is indexed, then counts all missing heights in one sentence', () => {
    const missing = [gap('heights-missing', 10, 19), gap('heights-missing', 30, 4312)];
    expect(summarise([range(0, 9), range(20, 29)], missing)).toEqual({
      held: 'Complete to block 9.',
      hidden: 'Payments at 4,293 missing heights between 10 and 4,312 are not shown.',
    });
    expect(summarise([range(0, 9)], missing.slice(0, 1)).hidden).toBe('Payments at heights 10 to 19 are not shown.');
    expect(summarise([range(5, 9)], []).held).toBe('Blocks between heights 5 and 9 are partly indexed.');
    expect(summarise([], []).held).toBe('The server says.');
  });

  it('joins what lacks at one place and keeps the words about the answer itself', () => {
    const gaps = [
      gap('time-estimated', 100, 200),
      gap('previous-output-unknown', null, null, 'Spends!'),
      gap('scripts-missing', 100, 200),
    ];
    expect(summarise([range(0, 9)], gaps).hidden).toBe(
      'Spends! At heights 100 to 200: times are estimates, no scripts or proofs.',
    );
  });

  it('keeps the summary of the server for an account chain, whose gaps are listed by kind', () => {
    const accounts = range(5, 9, { internals: false });
    expect(summarise([accounts], [gap('internal-missing', 5, 9), gap('heights-missing', 0, 4)])).toEqual({
      held: 'The server says.',
      hidden: 'In some of it: no internal transfers.',
    });
  });

  it('finds where a run of whole blocks ends', () => {
    const ranges = [range(20, 29), range(0, 9), range(10, 14)];
    expect([findRunEnd(ranges, 0), findRunEnd(ranges, 12), findRunEnd(ranges, 16)]).toEqual([14, 14, undefined]);
    expect(findRunEnd(ranges, 25)).toBe(29);
    expect(findRunEnd([range(0, 9, { wholeBlocks: false })], 0)).toBeUndefined();
    expect(findRunEnd([range(0, 9, { blocks: 8 })], 0)).toBeUndefined();
  });

  it('knows at which heights a gap matters', () => {
    const times = gap('time-estimated', 100, 200);
    expect([isGapAt(times, 150), isGapAt(times, 201), isGapAt(times, null)]).toEqual([true, false, false]);
    expect(isGapAt(gap('previous-output-unknown', null, null), 5)).toBe(true);
    expect(isGapAt(gap('heights-missing', 1, 9), 5)).toBe(false);
  });
});
