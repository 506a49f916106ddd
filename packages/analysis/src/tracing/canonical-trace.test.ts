import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { Trace } from '@trailmark/core/trace/trace';
import { expect, it } from 'vitest';
import * as ofCanonicalTrace from './canonical-trace.ts';

const recorded = new WatchedResults();
const { canonicalTrace, canonicalTracePieces } = recorded.watch(ofCanonicalTrace);

function planted(count: number): Trace {
  const list = (name: string) =>
    Array.from({ length: count }, (_, at) => ({ name, at, amount: BigInt(at), no: undefined }));
  const lists = { steps: list('step'), leaves: list('leaf'), cuts: list('cut'), sums: list('sum') };
  return { request: { b: 1n, a: '\ud800', c: undefined }, ...lists } as unknown as Trace;
}

it.each([0, 1, 500, 501, 1_700])('pieces of a trace with %i of each are the canonical JSON of the whole', (count) => {
  const { request, steps, leaves, cuts, sums } = planted(count);
  const asText = (_key: string, part: unknown) =>
    typeof part === 'bigint' ? part.toString() : typeof part === 'string' ? part.toWellFormed() : part;
  const whole = JSON.parse(JSON.stringify({ value: { request, steps, leaves, cuts, sums } }, asText)) as object;
  expect(canonicalTrace(planted(count))).toBe(toCanonicalJson(whole));
});

it('a long trace comes in many short pieces', () => {
  const pieces = [...canonicalTracePieces(planted(10_000))];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(40_000);
});

it('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/canonical-trace.txt');
});
