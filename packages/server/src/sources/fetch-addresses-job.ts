import type { startFetches as route } from '@trailmark/api/contract/fetch-job';
import type { JobResult, JobView } from '@trailmark/api/contract/job';
import type { RouteInput } from '@trailmark/api/route';
import { normaliseAddress } from '@trailmark/chains/chain-address';
import { AppError } from '@trailmark/core/errors';
import { getOnDemandSource } from '@trailmark/ingest/on-demand/on-demand-catalogue';
import type { AnySource } from '@trailmark/ingest/on-demand/on-demand-source';
import { findSourceRow } from '@trailmark/store/cases/sources/source-rows';
import { z } from 'zod';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { startPersonJob } from '../jobs/change-jobs.ts';
import { defineJob, type JobRun } from '../jobs/define-job.ts';
import { assertOn, fetchAddress, noHost } from './fetch-address.ts';
import { type AllowFetch, assertCaseNamed } from './fetch-case.ts';
import type { SourceHost } from './source-host.ts';
import { turnsOf } from './turns.ts';

/** Time for one address, as the route for one has it. */
const ADDRESS_MS = 120_000;

const input = z.strictObject({
  source: z.string(),
  addresses: z.array(z.string()).min(1),
  maxRequests: z.number().int(),
  case: z.string().optional(),
});
const fetched = z.object({ address: z.string(), note: z.string() });
const resume = z.object({ fetched: z.array(fetched) });
type Fetched = z.output<typeof fetched>;

type Run = JobRun<z.output<typeof input>, z.output<typeof resume>>;

function describeFetched({ transactions, fetched: { isComplete } }: Awaited<ReturnType<typeof fetchAddress>>): string {
  const count = transactions === 1 ? '1 transaction' : `${transactions} transactions`;
  return `${count} new to the index${isComplete ? '' : '; incomplete'}`;
}

interface FetchParts {
  readonly host: SourceHost | undefined;
  readonly allowFetch: AllowFetch;
}

async function fetchOne(
  { host, allowFetch }: FetchParts,
  { casework, caller, input, signal }: Run,
  { source, address }: { readonly source: AnySource; readonly address: string },
) {
  if (!host) throw noHost();
  const turns = turnsOf(host);
  try {
    return await fetchAddress(
      { casework, caller, host, source, signal, turns, deadlineMs: ADDRESS_MS, allowFetch },
      { body: { address, maxRequests: input.maxRequests, case: input.case } },
    );
  } catch (cause) {
    // The hourly limit passes: the job waits for it as for a source that does not answer.
    if (!AppError.is(cause, 'forbidden') || cause.context.reason !== 'too-many') throw cause;
    throw new AppError('unavailable', cause.message, { cause });
  }
}

function toResult(source: AnySource, done: readonly Fetched[]): JobResult {
  return {
    sentence: `${done.length === 1 ? '1 address' : `${done.length} addresses`} fetched from ${source.name}.`,
    items: done.map(({ address, note }) => ({ kind: 'address', id: `${source.chain}:${address}`, note })),
  };
}

/** Fetches several addresses from one source, one after the other. */
export function createFetchAddressesJob(parts: FetchParts) {
  return defineJob({
    id: 'fetch-addresses',
    access: 'allowed',
    input,
    resume,
    // A source is queried for one address at a time; two jobs of an agency keep two sources busy.
    share: { running: { person: 1, agency: 2 }, open: { person: 10, agency: 40 } },
    // About six hours: longer than the hourly limit of requests.
    retry: { limit: 10, firstSeconds: 30, longestSeconds: 3_600 },
    title: ({ source, addresses }) => {
      const [first = ''] = addresses;
      const what = addresses.length === 1 ? first : `${addresses.length} addresses`;
      return `Fetch ${what} from ${getOnDemandSource(source).name}`;
    },
    progress: (done, total) => `${done} of ${total ?? 0} addresses fetched`,
    async run(job) {
      const source = getOnDemandSource(job.input.source);
      const { addresses } = job.input;
      const done = [...(job.checkpoint?.fetched ?? [])];
      for (const address of addresses.slice(done.length)) {
        job.report(done.length, addresses.length);
        job.signal.throwIfAborted();
        const answer = await fetchOne(parts, job, { source, address });
        // What came before a cancel is kept in the index, but this address was not fetched to its end.
        job.signal.throwIfAborted();
        done.push({ address, note: describeFetched(answer) });
        await job.save({ fetched: done });
      }
      job.report(addresses.length, addresses.length);
      return toResult(source, done);
    },
  });
}

/** Queues a fetch of several addresses. Throws `forbidden` where the source is off, and `invalid` for what is no address of its chain. */
export async function startFetches(
  casework: CaseworkContext,
  caller: Caller,
  parts: FetchParts,
  { params, body }: Pick<RouteInput<typeof route>, 'params' | 'body'>,
): Promise<{ readonly job: JobView }> {
  const source = getOnDemandSource(params.id);
  const row = assertOn(source, await read(casework, caller, (tx) => findSourceRow(tx, source.id)));
  assertCaseNamed(source, row, body.case);
  const addresses = [...new Set(body.addresses.map((text) => normaliseAddress(source.chain, text)))];
  const given = { source: source.id, addresses, maxRequests: body.maxRequests, case: body.case };
  return { job: await startPersonJob(casework, caller, createFetchAddressesJob(parts), given) };
}
