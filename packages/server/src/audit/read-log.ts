import { setTimeout } from 'node:timers/promises';
import type { AuditEventAnswer } from '@trailmark/api/contract/audit';
import type { AuditEvent } from '@trailmark/core/audit';
import { AppError } from '@trailmark/core/errors';
import { formatKey } from '@trailmark/evidence/audit/checkpoint';
import {
  type AuditEventFilter,
  type AuditEventRow,
  findAuditEvent,
  listAuditEvents,
  listHiddenEvents,
} from '@trailmark/store/cases/audit/audit-event-rows';
import type { CheckpointRow } from '@trailmark/store/cases/audit/audit-tree-rows';
import type { Scope } from '@trailmark/store/cases/casework';
import { decodeCursor, encodeCursor, listKey } from '../answers/cursor.ts';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import type { AuditLog } from './audit-log.ts';
import { buildInclusion } from './build-inclusion.ts';
import { findRowFault, isAskedFor } from './event-columns.ts';

const SYSTEM = { kind: 'system' } as const;
/** Most faults reported at once. */
const MOST_FAULTS = 10;

function toAnswer(row: AuditEventRow): AuditEventAnswer {
  const event = JSON.parse(row.body) as AuditEvent;
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: event.action,
    outcome: event.outcome,
    actor: { ...event.actor, name: row.accountName, email: row.accountEmail },
    agency: event.agency === null ? null : { id: event.agency, name: row.agencyName },
    object: event.object,
    source: event.source,
    session: event.session,
    body: row.body,
    leaf: row.leaf,
  };
}

/** Which part of the log is wanted. */
export interface PageRequest {
  readonly filter: AuditEventFilter;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A place is a moment and how many events of it were shown: a log that only grows never moves what was shown. */
function nextCursor(list: string, rows: readonly AuditEventRow[], before: readonly number[] | undefined): string {
  const at = rows.at(-1)?.at.getTime() ?? 0;
  const shown = rows.filter((row) => row.at.getTime() === at).length;
  return encodeCursor(list, [at, before?.[0] === at ? shown + (before[1] ?? 0) : shown]);
}

/**
 * Events that a filter should find and does not, because their columns were changed. Looked for under the server's own scope: what
 * hides an event from a search hides it from the scope of its reader too. Nothing of them is reported but that they are there.
 */
async function findHidden(casework: CaseworkContext, filter: AuditEventFilter): Promise<string[]> {
  const rows = await casework.store.transact(SYSTEM, (tx) => listHiddenEvents(tx, filter, MOST_FAULTS));
  return rows
    .filter(({ body }) => isAskedFor(body, filter))
    .map(
      ({ id }) => `The event ${id} belongs to this answer, and its search columns, which say something else, hide it.`,
    );
}

/**
 * A page of the log as the caller may see it, the latest first. What a filter answers is checked against the text that was hashed: events whose
 * columns say something else, and those that are missing for it, are named in `faults`, and the log counts as changed from then on.
 */
export async function readEventPage(
  { casework, log }: { readonly casework: CaseworkContext; readonly log: AuditLog },
  caller: Caller,
  { filter, limit, cursor }: PageRequest,
) {
  const list = listKey([caller.account?.id, filter]);
  const place = decodeCursor(list, cursor, 2);
  const rows = await read(casework, caller, (tx) =>
    listAuditEvents(tx, filter, {
      place: place && { at: new Date(place[0] ?? 0), skip: place[1] ?? 0 },
      limit: limit + 1,
    }),
  );
  const shown = rows.slice(0, limit);
  const hidden = place ? [] : await findHidden(casework, filter);
  const faults = [...shown.flatMap((row) => findRowFault(row) ?? []), ...hidden].slice(0, MOST_FAULTS);
  if (faults[0] !== undefined) log.noteFault(faults[0]);
  return { items: shown.map(toAnswer), next: rows.length > limit ? nextCursor(list, shown, place) : null, faults };
}

function toCheckpoint({ size, root, at, note }: CheckpointRow) {
  return { size, root: root.toString('hex'), at: at.toISOString(), note };
}

/** Where the log is: its size, root, last checkpoint and last verification. */
export async function readLogStatus(casework: CaseworkContext, log: AuditLog) {
  const { size, root, unsequenced, checkpoint } = await log.state();
  const { verification } = log;
  return {
    origin: log.origin,
    key: formatKey(log.origin, log.publicKey),
    size,
    root: root.toString('hex'),
    unsequenced,
    checkpoint: checkpoint ? toCheckpoint(checkpoint) : null,
    verification: verification ? { ...verification, at: verification.at.toISOString() } : null,
    isVerifying: log.isVerifying,
    now: casework.now().toISOString(),
  };
}

/** The proof that an event is in the log. Throws `unavailable` where it has no place yet. */
export async function readInclusion({ store }: CaseworkContext, scope: Scope, log: AuditLog, id: string) {
  const event = await store.transact(scope, (tx) => findAuditEvent(tx, id));
  if (!event) throw new AppError('not-found', 'There is no such event in the audit log.');
  const { checkpoint: last } = await log.state();
  const isCovered = last !== undefined && event.leaf !== null && event.leaf < last.size;
  const checkpoint = isCovered ? last : await log.checkpoint();
  return store.transact(scope, async (tx) => {
    const leaf = (await findAuditEvent(tx, id))?.leaf;
    if (!checkpoint || leaf === undefined || leaf === null)
      throw new AppError('unavailable', 'This event has no place in the tree yet. Try again in a moment.');
    const { hash, path } = await buildInclusion(tx, leaf, checkpoint.size);
    const hex = path.map((part) => part.toString('hex'));
    return { body: event.body, leaf, hash: hash.toString('hex'), path: hex, checkpoint: toCheckpoint(checkpoint) };
  });
}

/** Long enough for most logs; a longer check continues, and the status states so. */
const CHECK_AWAITED_MS = 20_000;

/** Checks the whole log now, and reports its state: with what was found, or that the check is still running. */
export async function verifyNow(casework: CaseworkContext, log: AuditLog) {
  const late = new AbortController();
  const check = log.verify().finally(() => late.abort());
  // Whoever waits for it hears of a failure; after that the clock's next check does.
  check.catch(() => undefined);
  const wait = setTimeout(CHECK_AWAITED_MS, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
  await Promise.race([check, wait]);
  return readLogStatus(casework, log);
}
