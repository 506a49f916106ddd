import { readFileSync, writeFileSync } from 'node:fs';
import { verifyBundle } from '../../packages/evidence/src/bundle/verify-bundle.ts';
import { inventLedger, makeVersion } from './sample.ts';

// One step in a process of its own: `make FILE PAYMENTS EXHIBITS` writes the bundle of a report, `verify FILE` checks it. Prints JSON.

export interface StepResult {
  readonly seconds: number;
  readonly claims: number;
  readonly verdict: string;
  readonly bytes: number;
}

const [mode = '', file = '', payments = '0', exhibits = '1'] = process.argv.slice(2);

async function make(): Promise<StepResult> {
  const ledger = inventLedger(Number(payments));
  const start = performance.now();
  const { built, claims } = await makeVersion(ledger, Number(exhibits));
  const seconds = (performance.now() - start) / 1000;
  const bytes = built.files.get('bundle.evb') ?? new Uint8Array();
  writeFileSync(file, bytes);
  return { seconds, claims, verdict: 'made', bytes: bytes.length };
}

function verify(): StepResult {
  const bytes = readFileSync(file);
  const start = performance.now();
  const { verdict, claims, faults } = verifyBundle(bytes, { now: 1_900_000_000 });
  const seconds = (performance.now() - start) / 1000;
  if (faults[0]) throw new Error(`${faults[0].path}: ${faults[0].why}`);
  const proven = claims.filter((claim) => claim.verdict === 'verified').length;
  if (proven === 0) throw new Error('No claim was verified.');
  return { seconds, claims: claims.length, verdict, bytes: bytes.length };
}

console.log(JSON.stringify(mode === 'make' ? await make() : verify()));
