import { randomUUID } from 'node:crypto';
import type { screeningBatchRoutes } from '@trailmark/api/contract/screening-batch';
import { screeningOptions } from '@trailmark/api/contract/screening-wire';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { normaliseAddress } from '@trailmark/chains/chain-address';
import { AppError } from '@trailmark/core/errors';
import {
  type BatchRow,
  deleteBatch,
  insertBatch,
  listBatches,
  renameBatch,
  setBatchJob,
} from '@trailmark/store/cases/screenings/batch-rows';
import { setRepeat } from '@trailmark/store/cases/screenings/repeat-rows';
import {
  countBatchRows,
  countByLevel,
  countKinds,
  listBatchRows,
} from '@trailmark/store/cases/screenings/screening-lists';
import { insertSubjects, type NewSubject } from '@trailmark/store/cases/screenings/screening-rows';
import type { Caller } from '../casework/caller.ts';
import { act, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount, ownAgencyScope, readOwn } from '../casework/own-account.ts';
import { startPersonJob } from '../jobs/change-jobs.ts';
import { findJobView } from '../jobs/read-jobs.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { getBatch } from './compare-batches.ts';
import type { RuleSetInForce } from './default-rules.ts';
import { createScreenBatchJob } from './screen-batch-job.ts';
import { toWireRow } from './stored-screenings.ts';

type Routes = typeof screeningBatchRoutes;
type Head = RouteOutput<Routes['changeScreeningBatch']>['batch'];

const MOST_BATCHES = 200;

/** An act on rows of one's own, whatever the role. */
const actOwn: typeof act = (casework, caller, entry, work) =>
  act(casework, caller, entry, work, ownAgencyScope(caller));

const REPEAT_DAYS = { daily: 1, weekly: 7, monthly: 30 } as const;
const DAY = 86_400_000;

function toRepeat(days: number | null): Head['repeat'] {
  return (Object.keys(REPEAT_DAYS) as (keyof typeof REPEAT_DAYS)[]).find((name) => REPEAT_DAYS[name] === days) ?? null;
}

function toHead(row: BatchRow, screened: number): Head {
  const { id, name, total, refusedCount, ruleSetHash: hash, createdAt, repeatDays, repeatAt, previous } = row;
  const ruleSet = { name: String((row.ruleSet as { name?: unknown }).name ?? ''), hash };
  const repeated = { repeat: toRepeat(repeatDays), repeatAt: repeatAt?.toISOString() ?? null, previous };
  return { id, name, total, screened, refusedCount, ruleSet, createdAt: createdAt.toISOString(), ...repeated };
}

interface Sorted {
  readonly subjects: readonly NewSubject[];
  readonly refused: readonly { readonly text: string; readonly reason: string }[];
}

/** Each subject once, as its chain writes it; what is no address of its chain is refused with the reason, not guessed. */
function sortSubjects({ subjects, refused }: RouteInput<Routes['createScreeningBatch']>['body']): Sorted {
  const kept = new Map<string, NewSubject>();
  const lines = [...refused];
  for (const { chain, kind, text } of subjects) {
    try {
      const subject = kind === 'address' ? normaliseAddress(chain, text) : text.toLowerCase().replace(/^0x/, '');
      const key = `${chain} ${kind} ${subject}`;
      if (kept.has(key)) lines.push({ text, reason: 'It is in the batch already.' });
      else if (kind === 'transaction' && !/^[0-9a-f]{64}$/.test(subject))
        lines.push({ text, reason: 'A transaction id has 64 hexadecimal digits.' });
      else kept.set(key, { id: randomUUID(), chain, kind, subject });
    } catch (error) {
      if (!AppError.is(error, 'invalid')) throw error;
      lines.push({ text, reason: error.message });
    }
  }
  return { subjects: [...kept.values()], refused: lines };
}

/** Keeps a batch and puts its screening in line. Throws `invalid` where no line names a subject. */
export async function createBatch(
  casework: CaseworkContext,
  caller: Caller,
  { deps, rules }: { readonly deps: TraceDeps; readonly rules: RuleSetInForce },
  body: RouteInput<Routes['createScreeningBatch']>['body'],
): Promise<RouteOutput<Routes['createScreeningBatch']>> {
  const { id: account, agency } = ownAccount(caller);
  const { subjects, refused } = sortSubjects(body);
  if (subjects.length === 0) {
    throw new AppError(
      'invalid',
      refused[0] ? `No line names a subject. The first: ${refused[0].reason}` : 'Name at least one address.',
    );
  }
  const id = randomUUID();
  const owner = { agency, account, at: casework.now() };
  const entry = {
    action: 'screening-batch.create',
    object: { kind: 'screening-batch', id },
    details: { subjects: subjects.length },
  };
  const given = {
    id,
    name: body.name,
    options: screeningOptions.encode(body.options),
    ruleSet: rules.ruleSet,
    ruleSetHash: rules.hash,
    total: subjects.length,
    refused: refused
      .slice(0, 1_000)
      .map(({ text, reason }) => ({ text: text.slice(0, 300), reason: reason.slice(0, 500) })),
    refusedCount: refused.length,
    previous: null,
  };
  await actOwn(casework, caller, entry, async (tx) => {
    await insertBatch(tx, given, owner);
    await insertSubjects(tx, id, subjects, owner);
  });
  const job = await startPersonJob(casework, caller, createScreenBatchJob(deps), { batch: id, name: body.name });
  const row = await readOwn(casework, caller, async (tx) => {
    await setBatchJob(tx, id, job.id);
    return getBatch(tx, id);
  });
  return { batch: toHead(row, 0), job };
}

export async function listOwnBatches(casework: CaseworkContext, caller: Caller): Promise<Head[]> {
  const rows = await readOwn(casework, caller, (tx) => listBatches(tx, MOST_BATCHES));
  return rows.map(({ screened, ...row }) => toHead(row, screened));
}

/** A batch with its counts by level and its job. */
export async function readBatch(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
): Promise<RouteOutput<Routes['getScreeningBatch']>> {
  const { row, counts, kinds } = await readOwn(casework, caller, async (tx) => ({
    row: await getBatch(tx, id),
    counts: await countByLevel(tx, id),
    kinds: await countKinds(tx, id),
  }));
  const job = row.job === null ? undefined : await findJobView(casework, caller, row.job);
  const screened = row.total - (counts.waiting ?? 0);
  return {
    batch: toHead(row, screened),
    options: screeningOptions.parse(row.options),
    counts: { ...counts },
    categories: [...kinds.categories],
    chains: [...kinds.chains],
    refused: row.refused.map((line) => ({ ...line })),
    job: job ?? null,
  };
}

export async function listRows(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { sort, order, by, offset, limit, ...filter }: RouteInput<Routes['listBatchScreenings']>['query'],
): Promise<RouteOutput<Routes['listBatchScreenings']>> {
  const { rows, matching } = await readOwn(casework, caller, async (tx) => {
    await getBatch(tx, id);
    const page = { sort, order, by, offset, limit };
    return { rows: await listBatchRows(tx, id, filter, page), matching: await countBatchRows(tx, id, filter) };
  });
  return { rows: rows.map(toWireRow), matching };
}

function toSchedule(casework: CaseworkContext, repeat: Head['repeat']): { days: number; at: Date } | null {
  if (repeat === null) return null;
  const days = REPEAT_DAYS[repeat];
  return { days, at: new Date(casework.now().getTime() + days * DAY) };
}

/** Renames a batch, and sets whether it is screened again at intervals; what is left out stays as it is. */
export async function changeBatch(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { name, repeat }: RouteInput<Routes['changeScreeningBatch']>['body'],
): Promise<Head> {
  if (name === undefined && repeat === undefined)
    throw new AppError('invalid', 'Say what is to change: `name`, or `repeat` as daily, weekly, monthly or null.');
  const details = { ...(repeat === undefined ? {} : { repeat: repeat ?? 'never' }) };
  const entry = { action: 'screening-batch.change', object: { kind: 'screening-batch', id }, details };
  const { row, counts } = await actOwn(casework, caller, entry, async (tx) => {
    await getBatch(tx, id);
    if (name !== undefined) await renameBatch(tx, id, name);
    if (repeat !== undefined) await setRepeat(tx, id, toSchedule(casework, repeat));
    return { row: await getBatch(tx, id), counts: await countByLevel(tx, id) };
  });
  return toHead(row, row.total - (counts.waiting ?? 0));
}

export async function removeBatch(casework: CaseworkContext, caller: Caller, id: string): Promise<void> {
  const entry = { action: 'screening-batch.remove', object: { kind: 'screening-batch', id } };
  await actOwn(casework, caller, entry, async (tx) => {
    await getBatch(tx, id);
    await deleteBatch(tx, id);
  });
}
