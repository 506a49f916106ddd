import { writeResult } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import { sampleSource } from '../testing/sample-source.ts';
import { FORMATS } from './catalogue.ts';
import { SCORE_OF, wordOf } from './stix-words.ts';

async function readJson(format: 'misp' | 'stix'): Promise<Record<string, unknown>> {
  const parts: Uint8Array[] = [];
  for await (const part of FORMATS[format].write(sampleSource())) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>;
}

/** A line for each member, and for each element of a list two levels down. */
function writeMembers(name: string, value: unknown, depth = 0): string[] {
  if (depth === 3 || typeof value !== 'object' || value === null) return [writeResult(name, value)];
  return Object.entries(value).flatMap(([key, each]) => writeMembers(`${name} ${key}`, each, depth + 1));
}

test.each(['misp', 'stix'] as const)('a case written as %s is as recorded, word for word', async (format) => {
  const lines = writeMembers(format, await readJson(format));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`results/written-${format}.txt`);
});

test('a word of certainty begins at its number on the scale of STIX, and comes back as itself', () => {
  expect([100, 90, 89, 60, 59, 30, 29, 0].map(wordOf)).toEqual([
    'certain',
    'certain',
    'likely',
    'likely',
    'possible',
    'possible',
    'unclear',
    'unclear',
  ]);
  for (const [word, score] of Object.entries(SCORE_OF)) expect(wordOf(score)).toBe(word);
});
