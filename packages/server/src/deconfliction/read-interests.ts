import type { Contract } from '@trailmark/api/contract';
import type { Interest, InterestConflict, InterestHead, PartnerCheck } from '@trailmark/api/contract/interest';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  type ConflictRow,
  findParty,
  listConflictMessages,
  listConflicts,
  type Side,
} from '@trailmark/store/cases/deconfliction/conflict-rows';
import {
  findInterest,
  type InterestRow,
  listInterests,
  listReleases,
} from '@trailmark/store/cases/deconfliction/interest-rows';
import { type CheckRow, listChecks } from '@trailmark/store/cases/partners/check-rows';
import { listPartnerConflicts, listPartnerHeads } from '@trailmark/store/cases/partners/conflict-rows';
import { listLeft } from '@trailmark/store/cases/partners/log-rows';
import { openBytes } from '../cases/case-key.ts';
import { readCases } from '../cases/case-scope.ts';
import { toSeconds } from '../cases/case-view.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { toPartnerConflict } from './partner-conflicts.ts';
import { type InterestContext, sealKey } from './tags.ts';

const SYSTEM = { kind: 'system' } as const;
const MOST_LISTED = 500;

export const toDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Which side of a conflict an interest is. */
export const sideOf = ({ aInterest }: Pick<ConflictRow, 'aInterest'>, interest: string): Side =>
  aInterest === interest ? 'a' : 'b';

export const stepsOf = ({ aStep, bStep }: ConflictRow, side: Side) =>
  side === 'a' ? { own: aStep, other: bStep } : { own: bStep, other: aStep };

const outcomesOf = ({ aOutcome, bOutcome }: ConflictRow, side: Side) =>
  side === 'a' ? { own: aOutcome, other: bOutcome } : { own: bOutcome, other: aOutcome };

export const otherInterest = ({ aInterest, bInterest }: ConflictRow, side: Side): string =>
  side === 'a' ? bInterest : aInterest;

/** A conflict as one side reads it: of the other side no more than both agreed to. */
async function toConflict(
  casework: CaseworkContext,
  tx: Transaction,
  row: ConflictRow,
  interest: string,
): Promise<InterestConflict> {
  const side = sideOf(row, interest);
  const [steps, outcomes] = [stepsOf(row, side), outcomesOf(row, side)];
  const isSilent = row.knownTo !== null;
  const shown = isSilent ? 1 : Math.min(steps.own, steps.other);
  const party = shown >= 2 ? await findParty(tx, otherInterest(row, side)) : undefined;
  const messages = isSilent ? [] : await listConflictMessages(tx, row.id);
  const fromOf = (from: Side | 'server') => (from === 'server' ? 'server' : from === side ? 'you' : 'other');
  return {
    id: row.id,
    partner: null,
    grade: row.grade,
    count: row.count,
    at: toSeconds(row.at),
    isSilent,
    ownStep: steps.own,
    otherStep: isSilent ? 1 : steps.other,
    other: {
      agency: party?.agencyName ?? null,
      contact: party?.contact ?? null,
      officer: shown >= 3 ? (party?.officer ?? null) : null,
      caseNumber: shown >= 3 ? (party?.caseNumber ?? null) : null,
    },
    ownOutcome: outcomes.own,
    otherOutcome: isSilent ? null : outcomes.other,
    messages: messages.map(({ side: from, sealed, at }) => ({
      from: fromOf(from),
      text: openBytes(sealKey(casework), `conflict:${row.id}`, sealed).toString('utf8'),
      at: toSeconds(at),
      isWaiting: false,
    })),
  };
}

/** What is known of the conflicts of one interest, on this server and with partners. */
interface Met {
  readonly isSilent: boolean;
  readonly at: Date;
  readonly firstMessageAt: Date | null;
}

const toMet = ({ knownTo, at, firstMessageAt }: ConflictRow): Met => ({
  isSilent: knownTo !== null,
  at,
  firstMessageAt,
});

function toHead(row: InterestRow, met: readonly Met[], checks: readonly CheckRow[], today: string): InterestHead {
  const isKnown = met.some(({ isSilent }) => !isSilent);
  const answer = isKnown ? 'contact-route' : met.length > 0 ? 'only-you' : 'no-conflict';
  return {
    id: row.id,
    number: row.number,
    case: { id: row.caseId, number: row.caseNumber, title: row.caseTitle },
    sensitivity: row.sensitivity,
    radius: row.radius,
    hops: row.hops,
    identifierCount: row.identifierCount,
    answer,
    conflicts: met.length,
    partners: { of: checks.length, answered: checks.filter(({ answeredAt }) => answeredAt !== null).length },
    filedAt: toSeconds(row.filedAt),
    reviewOn: row.reviewOn,
    state: row.closedAt ? 'closed' : row.reviewOn < today ? 'lapsed' : 'active',
  };
}

const toCheck = ({ partner, name, state, reason, asked, leftOut, answeredAt, isByFile }: CheckRow): PartnerCheck => {
  return { partner, name, state, reason, asked, leftOut, answeredAt: answeredAt && toSeconds(answeredAt), isByFile };
};

/** What left this server for an interest: sizes and the commitment of the log, nothing of its content. */
async function listLeftFor(tx: Transaction, interest: string): Promise<Interest['left']> {
  const rows = await listLeft(tx, interest);
  return rows.map(({ at, head, ...row }) => ({ ...row, commitment: head.toString('hex'), at: toSeconds(at) }));
}

export const noInterest = () => new AppError('not-found', 'There is no such interest.');

/** The row, under the scope of the reader: a case that they may not see hides its interests. */
export async function findOwn(casework: CaseworkContext, caller: Caller, id: string): Promise<InterestRow> {
  const row = await readCases(casework, caller, (tx) => findInterest(tx, id));
  if (!row) throw noInterest();
  return row;
}

/** An interest that the reader was found to have, with what the server alone may join. */
export async function toInterest({ casework }: InterestContext, row: InterestRow): Promise<Interest> {
  const open = (about: string, sealed: Buffer): string => openBytes(sealKey(casework), about, sealed).toString('utf8');
  return casework.store.transact(SYSTEM, async (tx) => {
    const conflicts = await listConflicts(tx, row.id);
    const between = await listPartnerConflicts(tx, row.id);
    const checks = await listChecks(tx, [row.id]);
    const shown: InterestConflict[] = [];
    for (const one of conflicts) shown.push(await toConflict(casework, tx, one, row.id));
    for (const one of between) shown.push(await toPartnerConflict(casework, tx, one));
    return {
      ...toHead(row, [...conflicts.map(toMet), ...between], checks, toDay(casework.now())),
      identifiers: open(`identifiers:${row.id}`, row.identifiers).split('\n'),
      legalBasis: row.legalBasis,
      predicate: row.predicate,
      suspicion: open(`suspicion:${row.id}`, row.suspicion),
      confidence: row.confidence,
      contact: row.contact,
      officer: row.officer,
      conflictList: shown.toSorted((a, b) => b.at - a.at),
      checks: checks.map(toCheck),
      left: await listLeftFor(tx, row.id),
      releases: (await listReleases(tx, row.id)).map(({ at, ...release }) => ({ ...release, at: toSeconds(at) })),
    };
  });
}

export async function readInterest(context: InterestContext, caller: Caller, id: string): Promise<Interest> {
  return toInterest(context, await findOwn(context.casework, caller, id));
}

function toMedian(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

export async function readInterests(
  { casework }: InterestContext,
  caller: Caller,
): Promise<RouteOutput<Contract['listInterests']>> {
  const rows = await readCases(casework, caller, (tx) => listInterests(tx, MOST_LISTED));
  const today = toDay(casework.now());
  return casework.store.transact(SYSTEM, async (tx) => {
    const items: InterestHead[] = [];
    const all: Met[] = [];
    const ids = rows.map(({ id }) => id);
    const [between, checks] = [await listPartnerHeads(tx, ids), await listChecks(tx, ids)];
    for (const row of rows) {
      const isOf = ({ interest }: { readonly interest: string }) => interest === row.id;
      const met = [...(await listConflicts(tx, row.id)).map(toMet), ...between.filter(isOf)];
      all.push(...met);
      items.push(toHead(row, met, checks.filter(isOf), today));
    }
    const waits = all.flatMap(({ at, firstMessageAt }) =>
      firstMessageAt ? [Math.round((firstMessageAt.getTime() - at.getTime()) / 1_000)] : [],
    );
    return { items, figures: { filed: rows.length, conflicts: all.length, medianContact: toMedian(waits) } };
  });
}
