import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { find, packaged, sources, withoutComments } from './sources.ts';

// The house rules of CONTRIBUTING.md. Every check lists all its findings at once, each as "file: what is wrong".

const VAGUE_NAME = /^(utils?|helpers?|common|misc|managers?|types)$|-(utils?|helpers?|managers?|types)$/;

test('files are at most 400 lines, tests at most 600', () => {
  const findings = sources
    .filter((file) => !file.path.endsWith('.gen.ts'))
    .map((file) => ({ file, lines: file.text.trimEnd().split('\n').length, limit: file.isTest ? 600 : 400 }))
    .filter(({ lines, limit }) => lines > limit)
    .map(({ file, lines, limit }) => `${file.path}: ${lines} lines, ${limit} allowed`);
  expect(findings).toEqual([]);
});

test('file names are kebab-case and say what is inside', () => {
  const stems = sources.map(({ path }) => ({
    path,
    stem: basename(path).replace(/(\.(test|gen|config|d))?\.tsx?$/, ''),
  }));
  expect(stems.filter(({ stem }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem)).map(({ path }) => path)).toEqual([]);
  expect(stems.filter(({ stem }) => VAGUE_NAME.test(stem)).map(({ path }) => path)).toEqual([]);
});

test('only configuration files export a default', () => {
  const files = sources.filter(({ path }) => !path.endsWith('.config.ts'));
  expect(files.flatMap((file) => find(file, /^export default\b|^export \{[^}]*\bas default\b/))).toEqual([]);
});

test('the environment is read in one place', () => {
  const files = packaged.filter((file) => !file.isTest && file.path !== 'packages/server/src/config.ts');
  expect(files.flatMap((file) => find(file, /\bprocess\.env\b/))).toEqual([]);
});

test('SQL lives only in the store', () => {
  const files = packaged.filter((file) => !file.isTest && file.packageName !== 'store');
  const findings = files.filter((file) =>
    /\bSELECT\s[\s\S]{1,400}?\bFROM\s|\bINSERT INTO\b/.test(withoutComments(file.text)),
  );
  expect(findings.map(({ path }) => path)).toEqual([]);
});

/** Clock and chance: what makes the same question answer differently. A timer is a clock too. */
const CLOCK_OR_CHANCE = new RegExp(
  [
    String.raw`\bMath\.random\b|\bDate\.now\b|\bnew Date\(\s*\)|\bnew Date\b(?!\()|(?<![.\w])(?<!new )Date\(`,
    String.raw`\bperformance\b|\bhrtime\b|\bset(Timeout|Interval|Immediate)\b|\bAbortSignal\.timeout\b`,
    String.raw`\bnode:(timers|perf_hooks)\b|\bcrypto\.|\brandomUUID\b|\bgetRandomValues\b|\brandom(Bytes|Int|Fill|FillSync)\b`,
  ].join('|'),
);

test.each([
  'const id = crypto.randomUUID();',
  "import { randomBytes } from 'node:crypto';",
  'crypto.getRandomValues(bytes);',
  'const start = performance.now();',
  'const now = new Date();',
  'const now = new Date;',
  'setTimeout(work, 5);',
  "import { setTimeout } from 'node:timers/promises';",
  'const signal = AbortSignal.timeout(5);',
])('the law of clock and chance sees %s', (line) => {
  expect(CLOCK_OR_CHANCE.test(line)).toBe(true);
});

test.each(['const day = new Date(time * 1000);', 'Date.UTC(2009, 0, 3)', "import { createHash } from 'node:crypto';"])(
  'the law of clock and chance lets %s pass',
  (line) => {
    expect(CLOCK_OR_CHANCE.test(line)).toBe(false);
  },
);

test('core, chains, analysis and drawing know neither clock nor chance', () => {
  const pure = packaged.filter(
    ({ isTest, packageName }) => !isTest && /^(core|chains|analysis|drawing)$/.test(packageName ?? ''),
  );
  expect(pure.flatMap((file) => find(file, CLOCK_OR_CHANCE))).toEqual([]);
});
