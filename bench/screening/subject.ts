/**
 * Screenings over a store: `subject.ts <data directory> <chain> <mode> <how many, or hops>`. The store holds the chain, whose busiest
 * addresses are labelled as exchanges. `hot-0`, `hot-1` screen one busy address so many hops far, once, in a process that did nothing before;
 * `single` asks the API for one subject after the other; `batch` runs the job of a batch of the same subjects. Prints a JSON line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { screeningRequest } from '@trailmark/api/contract/screening-wire';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import type { LabelReader } from '@trailmark/core/label';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { openFactsStore } from '@trailmark/store/open-store';
import { createSessionGate } from '../../packages/server/src/accounts/session-gate.ts';
import { NO_KNOWLEDGE } from '../../packages/server/src/knowledge/knowledge.ts';
import { createLedgers } from '../../packages/server/src/ledger/ledgers.ts';
import { readDefaultRules } from '../../packages/server/src/screening/default-rules.ts';
import { screen } from '../../packages/server/src/screening/screen.ts';
import { addAccount, createTestCaseworkContext, openTestSession } from '../../packages/server/src/testing/accounts.ts';
import { createSampleApp } from '../../packages/server/src/testing/sample-app.ts';
import { createSampleLabels, SAMPLE_PACKS, sampleLabel } from '../../packages/server/src/testing/sample-labels.ts';
import type { TraceDeps } from '../../packages/server/src/tracing/trace-as-of.ts';
import { timeBareReads } from '../bare-reads.ts';
import { createRandom } from '../chain/random.ts';
import type { ChainMeta } from '../generate-chain.ts';
import { timeRounds } from '../harness.ts';
import { readColumn } from '../traces/chain-columns.ts';
import { findServices, readAddresses } from '../traces/services.ts';
import { type ManyResult, measureMany, runBatch } from './many.ts';

/** Of one screening of a busy address. */
export interface HotResult {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly addressTransactions: number;
  readonly entries: number;
  readonly read: number;
  readonly state: string;
  readonly limits: readonly string[];
  /** Milliseconds in which the entries of the address are read as rows, or summed up where there are a million of them, a number a round. */
  readonly bare: readonly number[];
}

const [dataDirectory = '', directory = '', mode = '', count = '0'] = process.argv.slice(2);
const store = await openFactsStore({ dataDirectory });
const { reader } = await store.chain('btc-regtest');
// Labels are of main networks: the same outputs are read as those of Bitcoin.
const stored = { directory, reader, chain: 'btc' } as const;

async function labelServices(): Promise<LabelReader> {
  const [pack] = SAMPLE_PACKS;
  if (!pack) throw new Error('There is no pack to write the labels into.');
  const labels = [...(await findServices(stored))].map((address, i) => sampleLabel(address, `Service ${i}`));
  return createSampleLabels([{ head: pack.head, labels }], []);
}

const labels = await labelServices();
const ledgers = createLedgers({
  readers: new Map([['btc', reader]]),
  overlays: new Map(),
  ingestStatus: () => null,
  software: 'bench',
});
const deps: TraceDeps = { ledgers, knowledge: { ...NO_KNOWLEDGE, labels: () => labels } };

/** What labelling the services left behind is not of the screening. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

async function screenHot(index: number): Promise<HotResult> {
  const { hot } = JSON.parse(readFileSync(join(directory, 'meta.json'), 'utf8')) as ChainMeta;
  const truth = hot[index];
  if (!truth) throw new Error(`The chain has no busy address ${index}.`);
  const owner = parseOwner(getChain('btc-regtest'), truth.address);
  const text = formatOwner(getChain('btc'), owner);
  const subject = { kind: 'address', text };
  const request = screeningRequest.parse({ chain: 'btc', subject, budget: 50_000, maxHops: Number(count) });
  collectGarbage();
  const before = process.cpuUsage();
  const started = performance.now();
  const { screening } = await screen(deps, request as ScreeningRequest, readDefaultRules());
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  const sides = screening.exposure.flatMap((one) => one.sides);
  return {
    milliseconds,
    cpuMilliseconds: (user + system) / 1_000,
    addressTransactions: truth.transactionCount,
    entries: truth.receiveCount + truth.spendCount,
    read: sides.reduce((sum, { transactionsRead }) => sum + transactionsRead, 0),
    state: screening.verdict.state,
    limits: screening.limits,
    bare: await timeBareReads(store, ['btc-regtest', owner], index === 0 ? 'rows' : 'sum'),
  };
}

async function chooseSubjects(): Promise<string[]> {
  const random = createRandom(17);
  const total = readColumn(directory, 'output-address').length;
  const wanted = Number(count);
  const drawn = await readAddresses(
    stored,
    Array.from({ length: wanted * 2 }, () => random.below(total)),
  );
  return [...new Set(drawn)].slice(0, wanted);
}

async function screenMany(): Promise<ManyResult> {
  const subjects = await chooseSubjects();
  const casework = await createTestCaseworkContext();
  const account = await addAccount(casework);
  const { headers } = await openTestSession(casework, account);
  const sample = createSampleApp({ casework, gate: createSessionGate(casework), reader, knowledge: deps.knowledge });
  const ask = async (text: string): Promise<void> => {
    const body = JSON.stringify({ chain: 'btc', subject: { kind: 'address', text } });
    const response = await sample.request('/api/v1/screenings', { method: 'POST', headers, body });
    await response.text();
    if (response.status !== 200) throw new Error(`A screening answered ${response.status}.`);
  };
  const oneByOne = async (): Promise<void> => {
    for (const text of subjects) await ask(text);
  };
  const batch = () => runBatch(casework, account, { deps, chain: 'btc', addresses: subjects });
  // The first calls compile what all others run.
  for (const text of subjects.slice(0, 10)) await ask(text);
  const result = await measureMany(subjects.length, mode === 'batch' ? batch : oneByOne);
  const bare = await timeRounds(() => store.facts.query('SELECT 1'), 200);
  await casework.close();
  return { ...result, bare };
}

const result = mode.startsWith('hot-') ? await screenHot(Number(mode.slice(4))) : await screenMany();
await store.close();
console.log(JSON.stringify(result));
// What the sample application keeps open is of no more use, and the bench waits for the end.
process.exit();
