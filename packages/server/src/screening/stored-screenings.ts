import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip, gzipSync } from 'node:zlib';
import { compareScreenings } from '@trailmark/analysis/screening/compare-screenings';
import { type ScreeningAnswer, screeningAnswer } from '@trailmark/api/contract/screening';
import type { screeningBatchRoutes, ScreeningRow as WireRow } from '@trailmark/api/contract/screening-batch';
import { compileEncoder } from '@trailmark/api/encoder';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { countStored, listStored } from '@trailmark/store/cases/screenings/screening-lists';
import {
  findScreening,
  insertScreening,
  listPastAnswers,
  renameScreening,
  type ScreeningOutcome,
  type ScreeningRow,
} from '@trailmark/store/cases/screenings/screening-rows';
import type { Caller } from '../casework/caller.ts';
import { act, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount, ownAgencyScope, readOwn } from '../casework/own-account.ts';
import type { PastScreening, PastScreenings } from './rule-sets/past-screenings.ts';
import type { ScreeningRun } from './screen.ts';
import { shareOf, summarise } from './summarise.ts';

const MAX_REASON = 1_000;
const NOT_FOUND = 'There is no such screening among yours.';
const encode = compileEncoder(screeningAnswer);
/** Shorter texts are compressed sooner than another thread takes them over. */
const SHORT = 65_536;
const pack = async (text: string): Promise<Buffer> => (text.length <= SHORT ? gzipSync(text) : promisify(gzip)(text));
const unpack = promisify(gunzip);

/** What a run came to, as it is stored. */
export async function toOutcome(run: ScreeningRun): Promise<ScreeningOutcome> {
  const { verdict } = run.screening;
  const summary = summarise(run.screening, run.asOf.height);
  return {
    state: verdict.state,
    level: verdict.level,
    score: verdict.score,
    reason: verdict.sentences[0]?.slice(0, MAX_REASON) ?? '',
    shares: Object.fromEntries(Object.entries(summary.exposure).map(([id, exposed]) => [id, shareOf(exposed)])),
    summary,
    labels: run.asOf.labels,
    hash: run.hash,
    answer: await pack(JSON.stringify(encode(run as ScreeningAnswer))),
  };
}

/** A subject that could not be screened, and why: never taken for a verdict. */
export function toFailure(reason: string): ScreeningOutcome {
  const nothing = { level: null, score: null, shares: null, summary: null, labels: null, hash: null, answer: null };
  return { state: 'failed', reason: reason.slice(0, MAX_REASON), ...nothing };
}

export function toWireRow({ screenedAt, ...row }: ScreeningRow): WireRow {
  const summary = row.summary as WireRow['summary'];
  return { ...row, shares: row.shares && { ...row.shares }, summary, screenedAt: screenedAt?.toISOString() ?? null };
}

/** Keeps a screening of its own, and returns its id. */
export async function keepScreening(casework: CaseworkContext, caller: Caller, run: ScreeningRun): Promise<string> {
  const { id: account, agency } = ownAccount(caller);
  const { chain, subject } = run.screening.request;
  const row = { id: randomUUID(), chain, kind: subject.kind, subject: subject.text };
  const outcome = await toOutcome(run);
  const owner = { agency, account, at: casework.now() };
  await casework.store.transact(ownAgencyScope(caller), (tx) => insertScreening(tx, row, outcome, owner));
  return row.id;
}

/** The stored answer of a row. Throws `inconsistent` where it is not what was written. */
export async function readAnswer(answer: Buffer): Promise<ScreeningAnswer> {
  const parsed = screeningAnswer.safeParse(JSON.parse((await unpack(answer)).toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new AppError('inconsistent', 'A stored screening cannot be read: it was written by another version.');
}

/** One own screening with its answer. Throws `not-found` for one of somebody else, and for one that has no answer. */
export async function getScreening(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
): Promise<{ readonly row: WireRow; readonly answer: ScreeningAnswer }> {
  const found = await readOwn(casework, caller, (tx) => findScreening(tx, id));
  if (!found?.answer) throw new AppError('not-found', NOT_FOUND);
  const { answer, ...row } = found;
  return { row: toWireRow(row), answer: await readAnswer(answer) };
}

/** What is different between two own screenings. Throws `invalid` for screenings of two subjects. */
export async function compareStored(
  casework: CaseworkContext,
  caller: Caller,
  ids: { readonly earlier: string; readonly later: string },
): Promise<RouteOutput<typeof screeningBatchRoutes.compareScreenings>> {
  const earlier = await getScreening(casework, caller, ids.earlier);
  const later = await getScreening(casework, caller, ids.later);
  if (earlier.row.chain !== later.row.chain || earlier.row.subject !== later.row.subject) {
    throw new AppError('invalid', 'Two screenings of one subject can be compared; these are of two.');
  }
  const differences = compareScreenings(earlier.answer, later.answer);
  return { earlier: earlier.row, later: later.row, differences };
}

/** Own stored screenings, newest first unless sorted otherwise. */
export async function listStoredScreenings(
  casework: CaseworkContext,
  caller: Caller,
  { sort, order, offset, limit, ...filter }: RouteInput<typeof screeningBatchRoutes.listScreenings>['query'],
): Promise<RouteOutput<typeof screeningBatchRoutes.listScreenings>> {
  const { rows, matching } = await readOwn(casework, caller, async (tx) => ({
    rows: await listStored(tx, filter, { sort, order, offset, limit }),
    matching: await countStored(tx, filter),
  }));
  return { items: rows.map(({ batchName, ...row }) => ({ ...toWireRow(row), batchName })), matching };
}

/** Names an own screening. Throws `not-found` for one of somebody else. */
export async function nameScreening(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  name: string | null,
): Promise<WireRow> {
  const entry = { action: 'screening.rename', object: { kind: 'screening', id } };
  const row = await act(
    casework,
    caller,
    entry,
    async (tx) => ((await renameScreening(tx, id, name)) ? findScreening(tx, id) : undefined),
    ownAgencyScope(caller),
  );
  if (!row) throw new AppError('not-found', NOT_FOUND);
  const { answer: _, ...rest } = row;
  return toWireRow(rest);
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

/** A screening that somebody pinned in a case. */
export interface PinnedScreening {
  readonly id: string;
  readonly caseNumber: string;
  readonly pinnedAt: Date;
  /** As it was answered. */
  readonly json: string;
}

/** Those that this version can read: one of another version says nothing about a draft of today. */
function toPast({ id, caseNumber, pinnedAt, json }: PinnedScreening): PastScreening[] {
  const parsed = screeningAnswer.safeParse(JSON.parse(json));
  return parsed.success ? [{ id, caseNumber, screenedAt: seconds(pinnedAt), screening: parsed.data.screening }] : [];
}

/** Of each subject the first. */
function onePerSubject(past: readonly PastScreening[]): readonly PastScreening[] {
  const subjects = new Map<string, PastScreening>();
  for (const one of past) {
    const { chain, subject } = one.screening.request;
    const key = `${chain} ${subject.text}`;
    if (!subjects.has(key)) subjects.set(key, one);
  }
  return [...subjects.values()];
}

/** Past screenings as a preview of rules reads them: of cases, and the caller's own. */
export function openPastScreenings(
  casework: CaseworkContext,
  listPinned: (caller: Caller, limit: number) => Promise<readonly PinnedScreening[]>,
): PastScreenings {
  return {
    async list(caller, limitEach) {
      const pinned = await listPinned(caller, limitEach);
      const rows = await readOwn(casework, caller, (tx) => listPastAnswers(tx, limitEach));
      const own = await Promise.all(
        rows.map(async ({ id, answer, screenedAt }) => ({
          id,
          caseNumber: null,
          screenedAt: seconds(screenedAt),
          screening: (await readAnswer(answer)).screening,
        })),
      );
      return onePerSubject([...pinned.flatMap(toPast), ...own]);
    },
  };
}
