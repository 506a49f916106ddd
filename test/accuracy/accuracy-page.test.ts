import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANGE_HEURISTICS } from '@trailmark/analysis/change/catalogue';
import { CO_SPEND } from '@trailmark/analysis/clusters/rule-sets';
import { COINJOIN_DETECTORS } from '@trailmark/analysis/coinjoin/catalogue';
import { expect, test } from 'vitest';
import { listRules } from '../../scripts/accuracy/accuracy-page.ts';
import { formatChange } from '../../scripts/accuracy/change-section.ts';
import { formatClusters } from '../../scripts/accuracy/cluster-section.ts';
import { measureClusters, measureOwnedChange } from '../../scripts/accuracy/measure-accuracy.ts';
import { createRules } from '../../scripts/accuracy/measure-clusters.ts';
import { noiseVersion } from '../../scripts/accuracy/measure-noise.ts';
import { readRecordedLedger } from '../../scripts/accuracy/owned-ledger.ts';

const HINT = 'a rule has changed: run npm run accuracy';
const page = readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8');
const recorded = readRecordedLedger('reporting');

function tableRows(markdown: string): string[] {
  return markdown.split('\n').filter((line) => line.startsWith('| '));
}

test('the page was measured with the rules in force, their versions and their parameters', () => {
  const { coinJoins, change } = createRules();
  const rules = listRules({
    versions: {
      coinJoins: coinJoins.version,
      change: change.version,
      coSpend: `${CO_SPEND.id}@${CO_SPEND.version}`,
      noise: noiseVersion(),
    },
  });
  const printed = /```\n([\s\S]*?)\n```/.exec(page)?.[1]?.split('\n');
  expect(printed, HINT).toEqual(rules);
});

test('every detector and every heuristic has its row in the summary, with its version', () => {
  const missing = [...COINJOIN_DETECTORS, ...CHANGE_HEURISTICS].filter(
    ({ id, version }) => !page.includes(`| \`${id}\` | ${version} |`),
  );
  expect(
    missing.map(({ id }) => id),
    HINT,
  ).toEqual([]);
});

test('the change table of the page is what the recorded simulation gives', () => {
  const rows = tableRows(
    formatChange({ change: [{ title: 'Simulated wallets', counts: measureOwnedChange(recorded) }] }),
  );
  expect(rows.length).toBeGreaterThan(CHANGE_HEURISTICS.length);
  expect(tableRows(page), HINT).toEqual(expect.arrayContaining(rows));
});

test('the cluster table of the page is what the recorded simulation gives', () => {
  const rows = tableRows(formatClusters({ clusters: measureClusters(recorded) }));
  expect(rows.length).toBeGreaterThan(5);
  expect(tableRows(page), HINT).toEqual(expect.arrayContaining(rows));
});
