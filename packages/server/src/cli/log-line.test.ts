import { AppError, describeFailure } from '@trailmark/core/errors';
import type { IngestStatus } from '@trailmark/ingest/worker-job';
import { describe, expect, test } from 'vitest';
import { formatFailure } from './failure-line.ts';
import { toLogLine } from './log-line.ts';
import { formatStatus } from './progress-line.ts';

/** What somebody writes who wants another line in the log, or to rule the terminal that shows it. */
const INJECTIONS: readonly string[] = [
  'x\n{"time":"2026-01-02T03:04:05.000Z","kind":"internal"}',
  'x\r\nAll is well.',
  'x\rAll is well.',
  '\u001b[2J\u001b[1;1HAll is well.',
  '\u001b]0;title\u0007',
  '\u009b31mred\u009c',
  'x\u2028All is well.\u2029',
  'x\u0085All is well.',
  '\u202efdp.exe',
  '\u2066x\u2069\u200f',
  'x\0y\b\b\bz\u007f',
  'tag \u{e0041}\u{e007f}',
  'half \ud83d of a pair',
  '\\u001b[31m',
];
const HOSTILE = /[\p{Cc}\p{Cf}\u2028\u2029\ud800-\udfff]/u;
const NOW = new Date('2026-01-02T03:04:05Z');

describe.each(INJECTIONS.map((text) => [JSON.stringify(text), text]))('%s', (_, text) => {
  test('is one line that rules no terminal, and what is readable of it stays', () => {
    const line = toLogLine(text);
    expect(line).not.toMatch(HOSTILE);
    expect(line.replace(/\\u[0-9a-f]{4}/g, '')).toContain(
      text
        .toWellFormed()
        .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
        .replaceAll('\\u001b', '')
        .slice(-4),
    );
  });

  test('as a name, a code or a message of an error is one line of JSON of the log', () => {
    const cause = Object.assign(new Error(text), { name: text, code: text });
    cause.stack = `${text}\n    at f (packages/${text}.ts:1:1)`;
    const error = new AppError('unavailable', text, { cause });
    const line = formatFailure({ reference: 'r', kind: 'unavailable', route: 'GET /x', error }, NOW);
    expect(line).not.toMatch(HOSTILE);
    expect(Object.keys(JSON.parse(line))).toEqual(['time', 'reference', 'kind', 'route', 'thrown', 'at']);
  });

  test('as a message of a source, or of what ended a command, is one line', () => {
    const status = {
      ...{ state: 'waiting', height: 1, targetHeight: null, blocks: 0, transactions: 0, bytes: 0, source: text },
      ...{ transactionsPerSecond: 0, secondsLeft: null, message: text },
    } as unknown as IngestStatus;
    expect(formatStatus('btc', status)).not.toMatch(HOSTILE);
    expect(toLogLine(describeFailure(new AppError('unavailable', text)))).not.toMatch(HOSTILE);
  });
});

test('words that people read stay as they are', () => {
  const sentence = 'The node “größe” answered: 東京, 1 % of 0.5 BTC — not known. 😀';
  expect(toLogLine(sentence)).toBe(sentence);
});
