import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { compareScreenings } from '@trailmark/analysis/screening/compare-screenings';
import { type ScreeningAnswer, screeningAnswer } from '@trailmark/api/contract/screening';
import type { screeningBatchRoutes, ScreeningRow as WireRow } from '@trailmark/api/contract/screening-batch';
import { compileEncoder } from '@trailmark/api/encoder';
import type { RouteOutput } from '@trailmark/api/route';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { Screening } from '@trailmark/core/screening/screening';
import {
  findScreening,
  insertScreening,
  listPastAnswers,
  listScreeningsOf,
  type ScreeningOutcome,
  type ScreeningRow,
} from '@trailmark/store/cases/screenings/screening-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount, ownAgencyScope, readOwn } from '../casework/own-account.ts';
import type { PastScreenings } from './rule-sets/past-screenings.ts';
import type { ScreeningRun } from './screen.ts';

const MAX_REASON = 1_000;
const EARLIER = 50;
const encode = compileEncoder(screeningAnswer);
const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Largest share of each category over directions and assets, both rings together. */
export function largestShares({ exposure }: Screening): Record<string, number> {
  const shares = new Map<string, number>();
  for (const { parties } of exposure) {
    const ofSide = new Map<string, number>();
    for (const { category, way, sharePpm } of parties) {
      const key = `${way} ${category}`;
      ofSide.set(key, (ofSide.get(key) ?? 0) + sharePpm);
    }
    for (const [key, share] of ofSide) {
      const category = key.slice(key.indexOf(' ') + 1);
      shares.set(category, Math.max(shares.get(category) ?? 0, share));
    }
  }
  return Object.fromEntries([...shares].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a run came to, as it is stored. */
export async function toOutcome(run: ScreeningRun): Promise<ScreeningOutcome> {
  const { verdict } = run.screening;
  return {
    state: verdict.state,
    level: verdict.level,
    score: verdict.score,
    reason: verdict.sentences[0]?.slice(0, MAX_REASON) ?? '',
    shares: largestShares(run.screening),
    labels: run.asOf.labels,
    hash: run.hash,
    answer: await pack(JSON.stringify(encode(run as ScreeningAnswer))),
  };
}

/** A subject that could not be screened, and why: never taken for a verdict. */
export function toFailure(reason: string): ScreeningOutcome {
  const nothing = { level: null, score: null, shares: null, labels: null, hash: null, answer: null };
  return { state: 'failed', reason: reason.slice(0, MAX_REASON), ...nothing };
}

export function toWireRow({ screenedAt, ...row }: ScreeningRow): WireRow {
  return { ...row, shares: row.shares && { ...row.shares }, screenedAt: screenedAt?.toISOString() ?? null };
}

/** Keeps a screening of its own, and tells its id. */
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
  if (!found?.answer) throw new AppError('not-found', 'There is no such screening among yours.');
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

/** Earlier screenings of a subject, newest first. */
export async function listEarlier(
  casework: CaseworkContext,
  caller: Caller,
  { chain, subject }: { readonly chain: ChainId; readonly subject: string },
): Promise<WireRow[]> {
  const rows = await readOwn(casework, caller, (tx) => listScreeningsOf(tx, chain, subject, EARLIER));
  return rows.map(toWireRow);
}

/** Stored screenings as a preview of rules reads them: the caller's own, each subject once. */
export function openPastScreenings(casework: CaseworkContext): PastScreenings {
  return {
    async list(caller, limit) {
      const rows = await readOwn(casework, caller, (tx) => listPastAnswers(tx, limit));
      return Promise.all(
        rows.map(async ({ id, answer, screenedAt }) => ({
          id,
          screenedAt: Math.floor(screenedAt.getTime() / 1_000),
          screening: (await readAnswer(answer)).screening,
        })),
      );
    },
  };
}
