import { createHash } from 'node:crypto';
import { defineRoute } from '@trailmark/api/route';
import { asOf, provenance, units } from '@trailmark/api/wire';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import { z } from 'zod';
import * as ofCaseResult from './case-result.ts';

const recorded = new WatchedResults();
const { toCaseResult } = recorded.watch(ofCaseResult);

const route = defineRoute({
  method: 'GET',
  path: '/:chain/days',
  tag: 'Test',
  summary: 'Days',
  access: 'public',
  audit: 'look-up',
  params: z.object({ chain: z.string() }),
  query: z.object({ limit: z.number() }),
  output: z.object({ asOf, provenance, total: units }),
});
const tip = { chain: 'btc', height: 7, hash: 'a'.repeat(64), time: 1_600_000_000, software: 'Trailmark test' } as const;
const computed = (limit: number, total: bigint) =>
  toCaseResult(
    { route, input: { params: { chain: 'btc' }, query: { limit } }, method: 'days/1' },
    { asOf: tip, total },
  );

test('a case-ready result names its method and the call, and whoever has its JSON can compute the hash', () => {
  const answer = computed(5, 10n ** 30n);
  expect(answer.provenance).toMatchObject({ method: 'days/1', call: 'GET /api/v1/btc/days?limit=5' });
  const { provenance: made, ...rest } = z.encode(route.output, answer);
  const { hash, ...unhashed } = made;
  const text = toCanonicalJson({ ...rest, provenance: unhashed });
  expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
});

test('the hash of a result changes with the figure and with the call', () => {
  const hashes = [computed(5, 1n), computed(5, 2n), computed(6, 1n), computed(5, 1n)].map(
    (each) => each.provenance.hash,
  );
  expect(new Set(hashes).size).toBe(3);
  expect(hashes[3]).toBe(hashes[0]);
});

test('the hash of a result is the same whenever it was given', () => {
  const made = { route, input: { params: { chain: 'btc' }, query: { limit: 5 } }, method: 'days/1' };
  const at = (answeredAt: number) => toCaseResult(made, { asOf: { ...tip, answeredAt }, total: 1n }).provenance.hash;
  expect(at(1_700_000_000)).toBe(at(1_800_000_000));
  expect(at(1_700_000_000)).toBe(computed(5, 1n).provenance.hash);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/case-result.txt');
});
