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
  finishSubjects,
  listWaiting,
  type NewSubject,
  type ScreeningOutcome,
} from '@trailmark/store/cases/screenings/screening-rows';
import { z } from 'zod';
import { ownAccount } from '../casework/own-account.ts';
import { defineJob, type JobRun } from '../jobs/define-job.ts';
import { withPooledLedgers } from '../ledger/pooled/pool-ledgers.ts';
import { screeningsChangedMail } from '../mail/mail-texts.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { compareBatches } from './compare-batches.ts';
import type { RuleSetInForce } from './default-rules.ts';
import { screen } from './screen.ts';
import { toFailure, toOutcome } from './stored-screenings.ts';

/** Subjects written together: few enough that a stop loses seconds, many enough that writing costs little. */
const WRITTEN_AT_ONCE = 40;
/** Screened side by side: what they ask of the store at a time is one query, and memory grows with this number alone. */
const SIDE_BY_SIDE = 40;

const input = z.strictObject({ batch: z.uuid(), name: z.string() });
const resume = z.object({ screened: z.number().int(), isTold: z.boolean().optional() });
type Run = JobRun<z.output<typeof input>, z.output<typeof resume>>;

interface BatchWork {
  readonly deps: TraceDeps;
  readonly options: z.output<typeof screeningOptions>;
  readonly rules: RuleSetInForce;
  readonly signal: AbortSignal;
}

function inScope<T>({ casework, caller }: Run, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { id: account = '', agency = '' } = caller.account ?? {};
  return casework.store.transact({ kind: 'agency', agency, account }, work);
}

async function screenOne({ deps, options, rules, signal }: BatchWork, subject: NewSubject): Promise<ScreeningOutcome> {
  const { chain, kind, subject: text } = subject;
  const request: ScreeningRequest = { ...options, chain: chain as ChainId, subject: { kind, text } };
  try {
    return await toOutcome(await screen(deps, request, rules, { signal }));
  } catch (error) {
    signal.throwIfAborted();
    // One subject that cannot be screened must not end the other ten thousand.
    if (AppError.is(error, 'invalid') || AppError.is(error, 'not-found')) return toFailure(error.message);
    throw error;
  }
}

async function screenSome(work: BatchWork, subjects: readonly NewSubject[]): Promise<ScreeningOutcome[]> {
  const outcomes: ScreeningOutcome[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < subjects.length; at = next++) {
      const subject = subjects[at];
      if (subject) outcomes[at] = await screenOne(work, subject);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  return outcomes;
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
  const rules = { ruleSet: ruleSet as ThreatRuleSet, hash: ruleSetHash };
  const asked = { options: screeningOptions.parse(options), rules, signal: job.signal };
  await withPooledLedgers(freeze(deps), job.signal, (pooled) =>
    screenAll(job, { ...asked, deps: pooled }, { id, total }),
  );
}

async function screenAll(job: Run, work: BatchWork, { id, total }: Pick<BatchRow, 'id' | 'total'>): Promise<void> {
  let screened = total - ((await inScope(job, (tx) => countByLevel(tx, id))).waiting ?? 0);
  for (;;) {
    job.report(screened, total);
    job.signal.throwIfAborted();
    const subjects = await inScope(job, (tx) => listWaiting(tx, id, WRITTEN_AT_ONCE));
    if (subjects.length === 0) return;
    const outcomes = await screenSome(work, subjects);
    screened += subjects.length;
    const at = job.casework.now();
    await job.save({ screened }, async (tx) => {
      const finished = subjects.flatMap(({ id }, i) => {
        const outcome = outcomes[i];
        return outcome ? [{ id, ...outcome }] : [];
      });
      await finishSubjects(tx, finished, at);
    });
  }
}

/** Says how many verdicts differ from the batch that this one repeats, and writes to its owner where some do, once. */
async function tellChanges(job: Run, { id, previous, total }: BatchRow): Promise<string> {
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
        sentence: `${batch.total === 1 ? '1 subject' : `${batch.total} subjects`} screened.${await tellChanges(job, batch)}`,
        items: [{ kind: 'screening-batch', id, note }],
      };
    },
  });
}
