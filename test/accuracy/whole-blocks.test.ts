import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCoinJoinDetection } from '@trailmark/analysis/coinjoin/detect-coinjoin';
import { expect, test } from 'vitest';
import { readFullBlocks } from '../../scripts/accuracy/bundled-samples.ts';
import { formatCoinJoins } from '../../scripts/accuracy/coinjoin-section.ts';
import { judge } from '../../scripts/accuracy/measure-accuracy.ts';
import { countConfusion, scoreDetectors } from '../../scripts/accuracy/measure-coinjoins.ts';
import { readOutside } from '../../scripts/accuracy/outside.ts';

// Blocks 367,891, 831,802 and 866,342, every output that they spend known. Dates are put aside, so that the shape is what is tried.
const samples = readFullBlocks();
const judged = judge(samples, 'btc-regtest');
const page = readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8');

test('no detector names a transaction of three whole blocks', () => {
  const sizes = Object.groupBy(judged, ({ truth }) => truth);
  expect(Object.entries(sizes).map(([truth, all]) => [truth, all.length])).toEqual([
    ['block-2015', 419],
    ['block-unseen', 2106],
    ['block-2024', 4863],
  ]);
  expect(samples.every(({ record }) => record.inputs.every(({ value }) => value !== undefined))).toBe(true);
  expect(judged.filter(({ found }) => found !== 'none')).toEqual([]);
});

test('without the fee of the pool a Tx0 would be seen in payments of Runes', () => {
  const anyFee = { 'whirlpool-tx0': { minimumPremix: 1, minimumFee: 0, maximumFee: 1_000_000 } };
  const loose = createCoinJoinDetection({ chain: 'btc-regtest', params: anyFee });
  const named = samples.filter(({ record }) => loose.detect(record, { kindAt: () => undefined }));
  expect(named.length).toBeGreaterThan(0);
  expect(named.every(({ record }) => record.outputs.some(({ type }) => type === 'op-return'))).toBe(true);
});

test('the page has a row for each of these blocks, and it is what the detectors in force say', () => {
  const rows = formatCoinJoins(countConfusion(judged))
    .split('\n')
    .filter((line) => line.startsWith('| Block '));
  expect(rows).toHaveLength(3);
  expect(page.split('\n'), 'a rule has changed: run npm run accuracy').toEqual(expect.arrayContaining(rows));
});

test('each detector, JoinMarket too, is right in 95 of 100 cases in which the sources can tell', () => {
  for (const { id, isMix, precision } of scoreDetectors(readOutside().coinJoins)) {
    expect(precision.total, id).toBeGreaterThan(0);
    expect(precision.hits / precision.total, id).toBeGreaterThanOrEqual(0.95);
    expect(isMix.hits / isMix.total, id).toBeGreaterThanOrEqual(0.95);
  }
});
