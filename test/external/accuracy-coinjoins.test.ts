import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatPage } from '../../scripts/accuracy/accuracy-page.ts';
import { readCoinJoinSamples } from '../../scripts/accuracy/coinjoin-samples.ts';
import { measureAccuracy } from '../../scripts/accuracy/measure-accuracy.ts';
import { scoreDetectors, scoreExclusion } from '../../scripts/accuracy/measure-coinjoins.ts';
import { describeWithData } from '../needs.ts';

describeWithData('btc/coinjoin', () => {
  const data = process.env.TRAILMARK_DATA ?? '';
  const report = measureAccuracy(data, 'reporting');

  test('every transaction of the scanner has a class, values and owners', () => {
    const samples = readCoinJoinSamples(data);
    expect(samples.length).toBeGreaterThan(4_000);
    expect(new Set(samples.map(({ record }) => record.txid)).size).toBe(samples.length);
    expect(samples.filter(({ record }) => record.fee === undefined || record.fee < 0n)).toEqual([]);
    expect(samples.filter(({ truth }) => truth === 'whirlpool-mix')).toHaveLength(702);
  });

  test('at least 99 of 100 mixes are kept out of the clusters, and of 1000 other transactions at most one', async () => {
    const { recall, falseAlarms } = scoreExclusion((await report).coinJoins);
    expect(recall.total).toBeGreaterThan(500);
    expect(recall.hits / recall.total).toBeGreaterThan(0.99);
    expect(falseAlarms.hits / falseAlarms.total).toBeLessThan(0.001);
  });

  test('no emulated round of JoinMarket is missed', async () => {
    const joinmarket = scoreDetectors((await report).coinJoins).find(({ id }) => id === 'joinmarket');
    expect(joinmarket?.recall.total).toBeGreaterThan(10);
    expect(joinmarket?.recall.hits).toBe(joinmarket?.recall.total);
  });

  test('the same data give the same page, byte for byte', async () => {
    const measured = await report;
    if (measured.absent.length > 0) return;
    expect(formatPage(measured)).toBe(readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8'));
  });
});
