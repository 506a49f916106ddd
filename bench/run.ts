/**
 * The benchmarks: `run.ts [parse] [ingest] [latency] [clusters] [labels] [audit] [evidence] [account] [trace] [canvas] [paint] [cases] [screening] [statements] [bundles] [watching] [partners] [lists] [--full] [--sizes 1,3,10] [--transactions N] [--more N]
 * [--hot 10,10000,1000000] [--date DAY]`.
 * Without names all of them run. `--full` adds the memory of ingest at 1, 3 and 10 million transactions, which takes
 * minutes and about 6 GB of disk. Exit code 1 if a bar is missed; what could not be measured here is named, and no miss.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAccountLogs } from './account-logs.ts';
import { benchAccountStore } from './account-store.ts';
import { benchAudit } from './audit.ts';
import { benchBundles } from './bundles.ts';
import { benchCanvas } from './canvas.ts';
import { benchCases } from './cases.ts';
import { type Chain, ensureChain } from './chains.ts';
import { benchClusters } from './clustering.ts';
import { benchEvidence } from './evidence.ts';
import type { Section } from './harness.ts';
import { benchIngest, benchMemory } from './ingest.ts';
import { benchLabels } from './labels.ts';
import { benchLatency } from './latency.ts';
import { benchLists } from './lists.ts';
import { benchPaint } from './paint.ts';
import { benchParse } from './parse.ts';
import { benchPartners } from './partners.ts';
import { describeMachine, formatMachine, formatNotMeasured, formatTable, writeReport } from './report.ts';
import { benchScreening } from './screening.ts';
import { benchStatements } from './statements.ts';
import { benchTraces } from './trace.ts';
import { benchWatching } from './watching.ts';

const NAMES = [
  'parse',
  'ingest',
  'latency',
  'clusters',
  'labels',
  'audit',
  'evidence',
  'account',
  'trace',
  'canvas',
  'paint',
  'cases',
  'screening',
  'statements',
  'bundles',
  'watching',
  'partners',
  'lists',
];

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      full: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      transactions: { type: 'string', default: '500000' },
      hot: { type: 'string', default: '10,10000,1000000' },
      more: { type: 'string', default: '1500000' },
      date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
      output: { type: 'string', default: join(import.meta.dirname, '.cache', 'results', 'latest.json') },
    },
  });
  const unknown = positionals.find((name) => !NAMES.includes(name));
  if (unknown) throw new Error(`There is no benchmark "${unknown}": choose from ${NAMES.join(', ')}.`);
  const sizes = values.sizes ?? (values.full ? '1,3,10' : '');
  const numbers = (text: string): number[] => text.split(',').filter(Boolean).map(Number);
  return {
    names: positionals.length > 0 ? positionals : NAMES,
    sizes: numbers(sizes),
    hot: numbers(values.hot),
    transactions: Number(values.transactions),
    more: Number(values.more),
    date: values.date,
    output: values.output,
  };
}

async function main(): Promise<void> {
  const { names, sizes, hot, transactions, more, date, output } = readArguments();
  const machine = describeMachine(date);
  console.log(formatMachine(machine));
  const sections: Section[] = [];
  const add = (section: Section): void => {
    sections.push(section);
    console.error(formatTable([section]));
  };
  if (names.includes('parse')) add(await benchParse());
  if (names.includes('ingest') || names.includes('latency')) {
    const plan = { transactions: transactions + more, seed: 1, hot, stages: [transactions] };
    const chain: Chain = await ensureChain(plan);
    if (names.includes('ingest')) add(await benchIngest(chain));
    if (names.includes('latency')) add(await benchLatency(chain));
  }
  if (names.includes('clusters')) add(await benchClusters());
  if (names.includes('labels')) add(await benchLabels());
  if (names.includes('audit')) add(await benchAudit());
  if (names.includes('evidence')) add(await benchEvidence());
  if (names.includes('account')) add(await benchAccountStore());
  if (names.includes('account')) add(await benchAccountLogs());
  if (names.includes('trace')) add(await benchTraces());
  if (names.includes('canvas')) add(await benchCanvas());
  if (names.includes('paint')) add(await benchPaint());
  if (names.includes('cases')) add(await benchCases());
  if (names.includes('screening')) add(await benchScreening());
  if (names.includes('statements')) add(await benchStatements());
  if (names.includes('bundles')) add(await benchBundles());
  if (names.includes('watching')) add(await benchWatching());
  if (names.includes('partners')) add(await benchPartners());
  if (names.includes('lists')) add(await benchLists());
  if (sizes.length > 0) add(await benchMemory(sizes));
  writeReport(output, machine, sections);
  console.log(`\n${formatTable(sections)}\n\nAll figures: ${output}`);
  const notMeasured = formatNotMeasured(sections);
  if (notMeasured) console.log(notMeasured);
  if (sections.some(({ bars }) => bars.some(({ isMet }) => isMet === false))) process.exitCode = 1;
}

await main();
