import { screeningOptions } from '@trailmark/api/contract/screening-wire';
import type { ChainId } from '@trailmark/core/chain';
import { ownAgencyScope } from '../../packages/server/src/casework/own-account.ts';
import { readDefaultRules } from '../../packages/server/src/screening/default-rules.ts';
import { createScreenBatchJob } from '../../packages/server/src/screening/screen-batch-job.ts';
import { createBatch } from '../../packages/server/src/screening/screening-batch.ts';
import {
  type TestAccount,
  type TestCaseworkContext,
  toTestCaller,
} from '../../packages/server/src/testing/accounts.ts';
import type { TraceDeps } from '../../packages/server/src/tracing/trace-as-of.ts';

/** Of many subjects. */
export interface ManyResult {
  readonly subjects: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly rssMiB: number;
  /** Milliseconds of a query of the store that reads nothing, a number a round, where it was measured. */
  readonly bare?: readonly number[];
}

/** Times work on so many subjects. */
export async function measureMany(subjects: number, work: () => Promise<unknown>): Promise<ManyResult> {
  const before = process.cpuUsage();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const rssMiB = Math.round(process.resourceUsage().maxRSS / 1_024);
  return { subjects, seconds, cpuSeconds: (user + system) / 1e6, rssMiB };
}

interface Batch {
  readonly deps: TraceDeps;
  readonly chain: ChainId;
  readonly addresses: readonly string[];
}

/** Screens addresses as the job of a batch does. */
export async function runBatch(
  casework: TestCaseworkContext,
  account: TestAccount,
  { deps, chain, addresses }: Batch,
): Promise<void> {
  const name = 'Bench';
  const caller = toTestCaller(casework, account);
  const subjects = addresses.map((text) => ({ chain, kind: 'address' as const, text }));
  const body = { name, subjects, refused: [], options: screeningOptions.parse({}) };
  const { batch } = await createBatch(casework, caller, { deps, rules: readDefaultRules() }, body);
  await createScreenBatchJob(deps).run({
    casework,
    caller,
    input: { batch: batch.id, name },
    checkpoint: undefined,
    signal: new AbortController().signal,
    report: () => undefined,
    save: async (_, work) => {
      if (work) await casework.store.transact(ownAgencyScope(caller), work);
    },
  });
}
