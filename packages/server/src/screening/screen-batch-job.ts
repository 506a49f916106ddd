import { screeningOptions } from '@trailmark/api/contract/screening-wire';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { type BatchRow, findBatch } from '@trailmark/store/cases/screenings/batch-rows';
import { countByLevel } from '@trailmark/store/cases/screenings/screening-lists';
import {
  type FinishedSubject,
  finishSubjects,
  listWaiting,
  type ScreeningOutcome,
  type WaitingSubject,
} from '@trailmark/store/cases/screenings/screening-rows';
import { z } from 'zod';
import { ownAccount } from '../casework/own-account.ts';
import { defineJob, type JobRun } from '../jobs/define-job.ts';
import { withPooledLedgers } from '../ledger/pooled/pool-ledgers.ts';
import { screeningsChangedMail } from '../mail/mail-texts.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { compareBatches } from './compare-batches.ts';
import type { RuleSetInForce } from './default-rules.ts';
import { Places, workSideBySide } from './places.ts';
import { isLong, screen } from './screen.ts';
import { toFailure, toOutcome } from './stored-screenings.ts';

/** Subjects written together: few enough that a stop loses seconds, many enough that writing costs little. */
const WRITTEN_AT_ONCE = 40;
/** Screened side by side: what they ask of the store at a time is one query, and memory grows with this number alone. */
const SIDE_BY_SIDE = 100;
/** Of all, subjects with a long history, and traces that have read far. */
const LARGE_SIDE_BY_SIDE = 8;
/** Subjects taken from the line at a time. */
const TAKEN_AT_ONCE = 500;

const input = z.strictObject({ batch: z.uuid(), name: z.string() });
const resume = z.object({ screened: z.number().int(), isTold: z.boolean().optional() });
type Run = JobRun<z.output<typeof input>, z.output<typeof resume>>;

interface BatchWork {
  readonly deps: TraceDeps;
  readonly options: z.output<typeof screeningOptions>;
  readonly rules: RuleSetInForce;
  readonly signal: AbortSignal;
  readonly large: Places;
  readonly long: Places;
}

function inScope<T>({ casework, caller }: Run, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { id: account = '', agency = '' } = caller.account ?? {};
  return casework.store.transact({ kind: 'agency', agency, account }, work);
}

async function screenOne(
  { deps, options, rules, signal, large, long }: BatchWork,
  subject: WaitingSubject,
): Promise<ScreeningOutcome> {
  const { chain, kind, subject: text } = subject;
  const request: ScreeningRequest = { ...options, chain: chain as ChainId, subject: { kind, text } };
  try {
    const run = async () => toOutcome(await screen(deps, request, rules, { signal, large }));
    return await ((await isLong(deps, request)) ? long.use(run) : run());
  } catch (error) {
    signal.throwIfAborted();
    // One subject that cannot be screened must not end the other ten thousand.
    if (AppError.is(error, 'invalid') || AppError.is(error, 'not-found')) return toFailure(error.message);
    throw error;
  }
}

/** Labels, prices and rules as they are when the work begins: a pack that changes midway changes no row of it. */
function freeze({ ledgers, knowledge }: TraceDeps): TraceDeps {
  const [labels, prices] = [knowledge.labels(), knowledge.prices()];
  return { ledgers, knowledge: { ...knowledge, labels: () => labels, prices: () => prices } };
}

async function runBatch(
  job: Run,
  deps: TraceDeps,
  { options, ruleSet, ruleSetHash, total, id }: BatchRow,
): Promise<void> {
  const asked = {
    options: screeningOptions.parse(options),
    rules: { ruleSet: ruleSet as ThreatRuleSet, hash: ruleSetHash },
    signal: job.signal,
    large: new Places(LARGE_SIDE_BY_SIDE),
    long: new Places(LARGE_SIDE_BY_SIDE),
  };
  await withPooledLedgers(freeze(deps), { signal: job.signal }, (pooled) =>
    screenAll(job, { ...asked, deps: pooled }, { id, total }),
  );
}

/** The subjects that wait, one after the other in their order. */
async function* listLine(job: Run, id: string): AsyncGenerator<WaitingSubject, void> {
  let after = 0;
  for (;;) {
    job.signal.throwIfAborted();
    const subjects = await inScope(job, (tx) => listWaiting(tx, id, { after, limit: TAKEN_AT_ONCE }));
    yield* subjects;
    const last = subjects.at(-1);
    if (!last) return;
    after = last.number;
  }
}

async function screenAll(job: Run, work: BatchWork, { id, total }: Pick<BatchRow, 'id' | 'total'>): Promise<void> {
  let screened = total - ((await inScope(job, (tx) => countByLevel(tx, id))).waiting ?? 0);
  let finished: FinishedSubject[] = [];
  let written: Promise<void> = Promise.resolve();
  const keep = async (done: readonly FinishedSubject[]): Promise<void> => {
    if (done.length === 0) return;
    screened += done.length;
    const at = job.casework.now();
    await job.save({ screened }, (tx) => finishSubjects(tx, done, at));
    job.report(screened, total);
  };
  /** One after the other: a start that was replaced stops at the first. */
  const keepFinished = (): Promise<void> => {
    const done = finished;
    finished = [];
    written = written.then(() => keep(done));
    return written;
  };
  job.report(screened, total);
  await workSideBySide(listLine(job, id), SIDE_BY_SIDE, async (subject) => {
    const outcome = await screenOne(work, subject);
    finished.push({ id: subject.id, ...outcome });
    if (finished.length >= WRITTEN_AT_ONCE) await keepFinished();
  });
  await keepFinished();
}

/** Says how many verdicts differ from the batch that this one repeats, and writes to its owner where some do, once. */
async function describeChanges(job: Run, { id, previous, total }: BatchRow): Promise<string> {
  const { casework, caller, checkpoint } = job;
  if (previous === null) return '';
  const { items } = await compareBatches(casework, caller, id, previous);
  if (items.length > 0 && !checkpoint?.isTold) {
    const link = `${casework.origin}/address-threat?batch=${id}&with=${previous}`;
    const { email: recipient, agency } = ownAccount(caller);
    await job.save({ screened: total, isTold: true }, (tx) =>
      queueMail(tx, { recipient, agency, ...screeningsChangedMail(link) }).then(() => undefined),
    );
  }
  const changed = items.length === 1 ? '1 verdict differs' : `${items.length} verdicts differ`;
  return ` ${changed} from the screening before.`;
}

/** Screens the subjects of a batch one after the other, in the order given. */
export function createScreenBatchJob(deps: TraceDeps) {
  return defineJob({
    id: 'screen-batch',
    access: 'allowed',
    input,
    resume,
    share: { running: { person: 1, agency: 2 }, open: { person: 5, agency: 20 } },
    retry: { limit: 5, firstSeconds: 5, longestSeconds: 300 },
    title: ({ name }) => `Screen ${name}`,
    progress: (done, total) => `${done} of ${total ?? 0} screened`,
    async run(job) {
      const { batch: id } = job.input;
      const batch = await inScope(job, (tx) => findBatch(tx, id));
      if (!batch) return { sentence: 'The batch was removed before it was screened.', items: [] };
      await runBatch(job, deps, batch);
      const counts = await inScope(job, (tx) => countByLevel(tx, id));
      const note = ['severe', 'high', 'medium', 'low', 'unknown', 'failed']
        .flatMap((level) => (counts[level] ? [`${counts[level]} ${level}`] : []))
        .join(', ');
      return {
        sentence: `${batch.total === 1 ? '1 subject' : `${batch.total} subjects`} screened.${await describeChanges(job, batch)}`,
        items: [{ kind: 'screening-batch', id, note }],
      };
    },
  });
}
