import { readFileSync, writeFileSync } from 'node:fs';
import { verifyBundle } from '../../packages/evidence/src/bundle/verify-bundle.ts';
import { makeAccountBundle } from './accounts.ts';
import { inventLedger, makeVersion } from './sample.ts';

// One step in a process of its own: `make FILE PAYMENTS EXHIBITS` writes the bundle of a report, `accounts FILE PAYMENTS` one of a chain of
// accounts, `verify FILE` checks it. Prints JSON.

export interface StepResult {
  readonly seconds: number;
  /** Processor time of the same work. */
  readonly cpuSeconds: number;
  readonly claims: number;
  readonly verdict: string;
  readonly bytes: number;
  /** Of a chain of accounts: the hash of the last block, for who verifies. */
  readonly tip?: string;
}

const [mode = '', file = '', payments = '0', exhibits = '1'] = process.argv.slice(2);

const toSeconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;

async function make(): Promise<StepResult> {
  const ledger = inventLedger(Number(payments));
  const start = performance.now();
  const cpu = process.cpuUsage();
  const { built, claims } = await makeVersion(ledger, Number(exhibits));
  const seconds = (performance.now() - start) / 1000;
  const cpuSeconds = toSeconds(process.cpuUsage(cpu));
  const bytes = built.files.get('bundle.evb') ?? new Uint8Array();
  writeFileSync(file, bytes);
  return { seconds, cpuSeconds, claims, verdict: 'made', bytes: bytes.length };
}

async function makeAccounts(): Promise<StepResult> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const { bytes, claims, tip } = await makeAccountBundle(Number(payments));
  const seconds = (performance.now() - start) / 1000;
  const cpuSeconds = toSeconds(process.cpuUsage(cpu));
  writeFileSync(file, bytes);
  return { seconds, cpuSeconds, claims, verdict: 'made', bytes: bytes.length, tip };
}

function verify(): StepResult {
  const bytes = readFileSync(file);
  const start = performance.now();
  const cpu = process.cpuUsage();
  const { verdict, claims, faults } = verifyBundle(bytes, {
    now: 1_900_000_000,
    blocks: payments === '0' ? [] : [payments],
  });
  const seconds = (performance.now() - start) / 1000;
  const cpuSeconds = toSeconds(process.cpuUsage(cpu));
  if (faults[0]) throw new Error(`${faults[0].path}: ${faults[0].why}`);
  const failed = claims.filter((claim) => claim.verdict === 'failed');
  if (failed[0]) throw new Error(`${failed.length} claims fail, the first ${failed[0].id}: ${failed[0].how}`);
  const proven = claims.filter((claim) => claim.verdict === 'verified').length;
  if (proven === 0) throw new Error('No claim was verified.');
  return { seconds, cpuSeconds, claims: claims.length, verdict, bytes: bytes.length };
}

const steps: Readonly<Record<string, () => StepResult | Promise<StepResult>>> = {
  make,
  accounts: makeAccounts,
  verify,
};
const step = steps[mode];
if (!step) throw new Error(`There is no step ${mode}.`);
console.log(JSON.stringify(await step()));
