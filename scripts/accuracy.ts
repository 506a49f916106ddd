import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatPage } from './accuracy/accuracy-page.ts';
import { formatChange } from './accuracy/change-section.ts';
import { formatClusters } from './accuracy/cluster-section.ts';
import { measureAccuracy, measureClusters, measureOwnedChange } from './accuracy/measure-accuracy.ts';
import { measureOutside, readOutside, writeOutside } from './accuracy/outside.ts';
import { recordedSimulation, toOwnedLedger } from './accuracy/owned-ledger.ts';
import { writeSimulation } from './accuracy/simulation.ts';
import { simulateWallets } from './accuracy/wallet-simulator.ts';
import { ROOT } from './runtime.mjs';
import { findTool } from './tools.mjs';

// npm run accuracy: measures every rule on the data of the repository, prints the page and writes docs/accuracy.md. Figures of outside
// data stay as they were recorded.
//   --outside       measures the outside data too (TRAILMARK_DATA, or ../shared/data) and records the figures
//   --tuning        the other half: for choosing rules; writes nothing
//   --no-simulator  leaves out the wallets played afresh
//   --record        plays both runs of the simulator and keeps them as the recorded ones

const flags = new Set(process.argv.slice(2));
const unknown = [...flags].filter((flag) => !['--tuning', '--no-simulator', '--outside', '--record'].includes(flag));
if (unknown.length > 0) throw new Error(`accuracy does not know ${unknown.join(' ')}.`);

const data = resolve(process.env.TRAILMARK_DATA ?? resolve(ROOT, '../shared/data'));
const litecoind = findTool('litecoind');

/** The reported run plays days that nobody had seen when the rules were settled: a seed of its own, drawn afterwards. */
const SEEDS = { tuning: 'tuning', reporting: 'after-tuning' } as const;

async function recordSimulations(path: string): Promise<void> {
  for (const [run, seed] of Object.entries(SEEDS)) {
    writeSimulation(recordedSimulation(run), await simulateWallets(path, seed));
  }
}

/** The same behaviour with fresh keys: says how far the recorded run is a matter of luck. */
async function printFreshRun(path: string, seed: string): Promise<void> {
  const ledger = toOwnedLedger(`Simulated wallets, ${seed} run, played just now`, await simulateWallets(path, seed));
  const clusters = measureClusters(ledger);
  const change = [{ title: ledger.name, counts: measureOwnedChange(ledger) }];
  console.log(`\n# Fresh run (not part of the page)\n\n${formatClusters(clusters)}\n\n${formatChange({ change })}`);
}

if (flags.has('--record')) {
  if (!litecoind) throw new Error('Recording needs litecoind.');
  await recordSimulations(litecoind);
}
const half = flags.has('--tuning') ? 'tuning' : 'reporting';
const today = new Date().toISOString().slice(0, 10);
const outside = flags.has('--outside') ? await measureOutside(data, half, today) : readOutside();
const page = formatPage(await measureAccuracy(half), outside);
console.log(page);
if (half === 'reporting') {
  if (flags.has('--outside')) writeOutside(outside);
  writeFileSync(join(ROOT, 'docs', 'accuracy.md'), page);
  console.log('docs/accuracy.md is written.');
}
if (flags.has('--no-simulator')) console.log('skipped: a fresh run of the simulated wallets (--no-simulator)');
else if (litecoind) await printFreshRun(litecoind, half);
else console.log('skipped: a fresh run of the simulated wallets: needs litecoind');
