import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANGE_HEURISTICS } from '@trailmark/analysis/change/catalogue';
import { COINJOIN_DETECTORS } from '@trailmark/analysis/coinjoin/catalogue';
import { expect, test } from 'vitest';
import { listChanged, listRules } from '../../scripts/accuracy/accuracy-page.ts';
import { formatChange } from '../../scripts/accuracy/change-section.ts';
import { formatClusters } from '../../scripts/accuracy/cluster-section.ts';
import { currentVersions, measureClusters, measureOwnedChange } from '../../scripts/accuracy/measure-accuracy.ts';
import { readOutside } from '../../scripts/accuracy/outside.ts';
import { readRecordedLedger } from '../../scripts/accuracy/owned-ledger.ts';

const HINT = 'a rule has changed: run npm run accuracy';
const page = readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8');
const recorded = readRecordedLedger('reporting');

function tableRows(markdown: string): string[] {
  return markdown.split('\n').filter((line) => line.startsWith('| '));
}

test('the page was measured with the rules in force, their versions and their parameters', () => {
  const rules = listRules({ versions: currentVersions() });
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
  const rows = tableRows(formatClusters(measureClusters(recorded)));
  expect(rows.length).toBeGreaterThan(5);
  expect(tableRows(page), HINT).toEqual(expect.arrayContaining(rows));
});

test('figures of outside data carry the day they were recorded, and name the rules that have changed since', () => {
  const { recorded: day, versions } = readOutside();
  expect(page).toContain(`Recorded on ${day}.`);
  const changed = listChanged(currentVersions(), versions);
  expect(changed.filter((rule) => !page.includes(rule))).toEqual([]);
  expect(page.includes('were not measured on these data'), HINT).toBe(changed.length > 0);
  const other = { ...versions, coinJoins: versions.coinJoins.replace('joinmarket@', 'joinmarket@9') };
  expect(listChanged(other, versions)).toEqual([expect.stringMatching(/^joinmarket@9/)]);
});

test('the page has no figure of data that are neither in the repository nor recorded', () => {
  const outside = page.indexOf('## Recorded on outside data');
  const own = page.slice(page.indexOf('## Measured in this repository'), outside);
  expect(outside).toBeGreaterThan(0);
  for (const name of ['emulat', 'mempool', 'Whirlpool mix, mainnet', 'Traces']) expect(own).not.toContain(name);
});
