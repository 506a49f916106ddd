import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatPage } from '../../scripts/accuracy/accuracy-page.ts';
import { readCoinJoinSamples } from '../../scripts/accuracy/coinjoin-samples.ts';
import { absentFiles, DATA_SETS } from '../../scripts/accuracy/data-sets.ts';
import { measureAccuracy } from '../../scripts/accuracy/measure-accuracy.ts';
import { scoreDetectors, scoreExclusion } from '../../scripts/accuracy/measure-coinjoins.ts';
import { measureOutside, readOutside } from '../../scripts/accuracy/outside.ts';
import { describeWithData } from '../needs.ts';

describeWithData('btc/coinjoin', () => {
  const data = process.env.TRAILMARK_DATA ?? '';
  const isWhole = DATA_SETS.every((set) => absentFiles(data, set).length === 0);
  const recorded = readOutside();
  const figures = isWhole ? measureOutside(data, 'reporting', recorded.recorded) : undefined;

  test('every transaction of the scanner has a class, values and owners', () => {
    const samples = readCoinJoinSamples(data);
    expect(samples.length).toBeGreaterThan(4_000);
    expect(new Set(samples.map(({ record }) => record.txid)).size).toBe(samples.length);
    expect(samples.filter(({ record }) => record.fee === undefined || record.fee < 0n)).toEqual([]);
    expect(samples.filter(({ truth }) => truth === 'whirlpool-mix')).toHaveLength(702);
  });

  test('at least 99 of 100 mixes are kept out of the clusters, and of 1000 other transactions at most one', async () => {
    const { recall, falseAlarms } = scoreExclusion((await figures)?.coinJoins ?? recorded.coinJoins);
    expect(recall.total).toBeGreaterThan(400);
    expect(recall.hits / recall.total).toBeGreaterThan(0.99);
    expect(falseAlarms.hits / falseAlarms.total).toBeLessThan(0.001);
  });

  test('no emulated round of JoinMarket is missed, and 95 of 100 findings of it are true', async () => {
    const scores = scoreDetectors((await figures)?.coinJoins ?? recorded.coinJoins);
    const joinmarket = scores.find(({ id }) => id === 'joinmarket');
    expect(joinmarket?.recall.total).toBeGreaterThan(10);
    expect(joinmarket?.recall.hits).toBe(joinmarket?.recall.total);
    expect((joinmarket?.precision.hits ?? 0) / (joinmarket?.precision.total ?? 1)).toBeGreaterThan(0.95);
  });

  test('the recorded figures are what the data give, and the page is made of them, byte for byte', async () => {
    const measured = await figures;
    if (!measured) return;
    expect(measured).toEqual(recorded);
    const page = formatPage(await measureAccuracy('reporting'), recorded);
    expect(page).toBe(readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8'));
  });
});
