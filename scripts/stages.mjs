import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from './runtime.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, skippedTitles: string[] }} Counts */

/** @param {number} started */
function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

/**
 * Runs one check whose output matters only when it fails.
 * @param {string} title
 * @param {() => { ok: boolean, output: string } | Promise<{ ok: boolean, output: string }>} run
 * @returns {Promise<boolean>}
 */
export async function stage(title, run) {
  const started = Date.now();
  const { ok, output } = await run();
  console.log(`${ok ? '✓' : '✗'} ${title} (${seconds(started)})`);
  if (!ok) console.log(output);
  return ok;
}

/**
 * Counts of a Vitest JSON report. A file that could not be loaded holds no tests and counts as one failure.
 * @param {any} report
 * @returns {Counts}
 */
export function countTests(report) {
  const counts = { passed: 0, failed: 0, skipped: 0, skippedTitles: /** @type {string[]} */ ([]) };
  for (const file of report.testResults) {
    const before = counts.failed;
    for (const { status, fullName } of file.assertionResults) {
      if (status === 'passed') counts.passed++;
      else if (status === 'failed') counts.failed++;
      else {
        counts.skipped++;
        counts.skippedTitles.push(fullName.trim());
      }
    }
    if (file.status === 'failed' && counts.failed === before) counts.failed++;
  }
  return counts;
}

/**
 * Runs Vitest and counts what it reports; whatever else goes wrong counts as one failure.
 * @param {string[]} args
 * @returns {Promise<Counts>}
 */
export async function runVitest(args) {
  const started = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-test-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args]);
  let counts = /** @type {Counts} */ ({ passed: 0, failed: 0, skipped: 0, skippedTitles: [] });
  try {
    counts = countTests(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    console.log('Vitest left no report.');
  }
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  rmSync(folder, { recursive: true, force: true });
  console.log(`${counts.failed === 0 ? '✓' : '✗'} tests (${seconds(started)})`);
  return counts;
}

/**
 * Names what was skipped, then prints the closing line on a line of its own.
 * @param {Counts} counts
 */
export function summarise(counts) {
  for (const title of counts.skippedTitles) console.log(`↓ ${title}`);
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
}
