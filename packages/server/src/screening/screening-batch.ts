import { randomUUID } from 'node:crypto';
import type { screeningBatchRoutes } from '@trailmark/api/contract/screening-batch';
import { screeningOptions } from '@trailmark/api/contract/screening-wire';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { normaliseAddress } from '@trailmark/chains/chain-address';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  type BatchRow,
  deleteBatch,
  findBatch,
  insertBatch,
  listBatches,
  renameBatch,
  setBatchJob,
} from '@trailmark/store/cases/screenings/batch-rows';
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
import type { RuleSetInForce } from './default-rules.ts';
import { createScreenBatchJob } from './screen-batch-job.ts';
import { toWireRow } from './stored-screenings.ts';

type Routes = typeof screeningBatchRoutes;
type Head = RouteOutput<Routes['changeScreeningBatch']>['batch'];

const MOST_BATCHES = 200;
const MOST_ROWS = 10_000;

/** An act on rows of one's own, whatever the role. */
const actOwn: typeof act = (casework, caller, entry, work) =>
  act(casework, caller, entry, work, ownAgencyScope(caller));

/** The same for a batch that is not there and for one of somebody else. */
function batchNotFound(): AppError {
  return new AppError('not-found', 'There is no such batch among yours.');
}

async function getBatch(tx: Transaction, id: string): Promise<BatchRow> {
  const found = await findBatch(tx, id);
  if (!found) throw batchNotFound();
  return found;
}

function toHead(row: BatchRow, screened: number): Head {
  const { id, name, total, refusedCount, ruleSetHash: hash, createdAt } = row;
  const ruleSet = { name: String((row.ruleSet as { name?: unknown }).name ?? ''), hash };
  return { id, name, total, screened, refusedCount, ruleSet, createdAt: createdAt.toISOString() };
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

/** Subjects whose verdict or score differs between two batches. */
export async function compareBatches(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  earlier: string,
): Promise<RouteOutput<Routes['compareScreeningBatches']>> {
  const all = { sort: 'number', order: 'ascending', offset: 0, limit: MOST_ROWS } as const;
  const [before, after] = await readOwn(casework, caller, async (tx) => {
    await getBatch(tx, earlier);
    await getBatch(tx, id);
    return [await listBatchRows(tx, earlier, {}, all), await listBatchRows(tx, id, {}, all)] as const;
  });
  const keyOf = ({ chain, kind, subject }: (typeof before)[number]): string => `${chain} ${kind} ${subject}`;
  const known = new Map(before.map((row) => [keyOf(row), row]));
  const pairs = after.flatMap((later) => {
    const found = known.get(keyOf(later));
    return found && found.state !== null && later.state !== null ? [{ earlier: found, later }] : [];
  });
  const changed = pairs.filter(
    (pair) =>
      pair.earlier.state !== pair.later.state ||
      pair.earlier.level !== pair.later.level ||
      pair.earlier.score !== pair.later.score,
  );
  return {
    items: changed.map((pair) => ({ earlier: toWireRow(pair.earlier), later: toWireRow(pair.later) })),
    compared: pairs.length,
    onlyHere: after.filter((row) => !known.has(keyOf(row))).length,
  };
}

export async function nameBatch(casework: CaseworkContext, caller: Caller, id: string, name: string): Promise<Head> {
  const entry = { action: 'screening-batch.rename', object: { kind: 'screening-batch', id } };
  const { row, counts } = await actOwn(casework, caller, entry, async (tx) => {
    await getBatch(tx, id);
    await renameBatch(tx, id, name);
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

export { getBatch };
