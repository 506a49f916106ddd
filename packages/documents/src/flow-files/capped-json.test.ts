import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import { expect, test } from 'vitest';
import { parseCappedJson } from './capped-json.ts';

test('a file nests forty levels and no more, and brackets in strings are none', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(JSON.stringify(parseCappedJson(nested(40)))).toBe(nested(40));
  expect(() => parseCappedJson(nested(41))).toThrow('nests deeper than 40 levels');
  expect(() => parseCappedJson(`{"a":${nested(40)}}`)).toThrow('nests deeper than 40 levels');
  expect(parseCappedJson(`["${'['.repeat(100)}", "\\"${'{'.repeat(100)}", "\\\\"]`)).toHaveLength(3);
});

test.each([
  ['a string without an end', `{"${'a'.repeat(4_000_000)}`],
  ['escaped quotes without an end', `{"${'\\"'.repeat(2_000_000)}`],
  ['quotes only', '"'.repeat(4_000_001)],
  ['brackets only', '['.repeat(4_000_000)],
  ['a backslash at the end', '"\\'],
])('text that is %s is refused at once', async (_what, text) => {
  const refuse = () => expect(() => parseCappedJson(text)).toThrow(/not JSON|nests deeper/);
  expect(await countCpuMs(refuse)).toBeLessThan(2_000);
});

test('a string of megabytes is read', () => {
  expect(parseCappedJson(`{"a":"${'x'.repeat(8_000_000)}"}`)).toEqual({ a: 'x'.repeat(8_000_000) });
});
