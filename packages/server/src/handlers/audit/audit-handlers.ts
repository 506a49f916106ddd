import { Readable } from 'node:stream';
import type { AuditEventAnswer } from '@trailmark/api/contract/audit';
import type { AuditEvent } from '@trailmark/core/audit';
import { AppError } from '@trailmark/core/errors';
import { AUDIT_EXPORT_TYPE } from '@trailmark/evidence/audit/audit-export';
import { formatKey } from '@trailmark/evidence/audit/checkpoint';
import {
  type AuditEventFilter,
  type AuditEventRow,
  findAuditEvent,
  listAuditEvents,
} from '@trailmark/store/cases/audit/audit-event-rows';
import type { CheckpointRow } from '@trailmark/store/cases/audit/audit-tree-rows';
import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import { buildInclusion } from '../../audit/build-inclusion.ts';
import { reviewSpan } from '../../audit/review-span.ts';
import { streamExport } from '../../audit/stream-export.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Caller } from '../../office/caller.ts';
import { type Office, read } from '../../office/office.ts';

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

interface PageRequest {
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

async function readPage(office: Office, caller: Caller, { filter, limit, cursor }: PageRequest) {
  const list = listKey([caller.account?.id, filter]);
  const place = decodeCursor(list, cursor, 2);
  const rows = await read(office, caller, (tx) =>
    listAuditEvents(tx, filter, {
      place: place && { at: new Date(place[0] ?? 0), skip: place[1] ?? 0 },
      limit: limit + 1,
    }),
  );
  const shown = rows.slice(0, limit);
  return { items: shown.map(toAnswer), next: rows.length > limit ? nextCursor(list, shown, place) : null };
}

function toCheckpoint({ size, root, at, note }: CheckpointRow) {
  return { size, root: root.toString('hex'), at: at.toISOString(), note };
}

const toDate = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

async function readStatus(office: Office, log: AuditLog) {
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
    now: office.now().toISOString(),
  };
}

async function readInclusion(office: Office, caller: Caller, log: AuditLog, id: string) {
  const event = await read(office, caller, (tx) => findAuditEvent(tx, id));
  if (!event) throw new AppError('not-found', 'There is no such event in the audit log.');
  const { checkpoint: last } = await log.state();
  const isCovered = last !== undefined && event.leaf !== null && event.leaf < last.size;
  const checkpoint = isCovered ? last : await log.checkpoint();
  return read(office, caller, async (tx) => {
    const leaf = (await findAuditEvent(tx, id))?.leaf;
    if (!checkpoint || leaf === undefined || leaf === null)
      throw new AppError('unavailable', 'This event has no place in the tree yet. Try again in a moment.');
    const { hash, path } = await buildInclusion(tx, leaf, checkpoint.size);
    const hex = path.map((part) => part.toString('hex'));
    return { body: event.body, leaf, hash: hash.toString('hex'), path: hex, checkpoint: toCheckpoint(checkpoint) };
  });
}

async function startExport(office: Office, log: AuditLog, from: number): Promise<FileStream> {
  const leaving = new AbortController();
  const parts = streamExport(office.store, log, { from, signal: leaving.signal });
  // A start behind the end is refused before the first byte.
  const first = await parts.next();
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (!first.done) yield first.value;
    yield* parts;
  }
  const day = office.now().toISOString().slice(0, 10);
  return new FileStream({
    name: `audit-log-${day}.jsonl`,
    mediaType: AUDIT_EXPORT_TYPE,
    chunks: Readable.from(chunks()),
    onCancel: () => leaving.abort(),
  });
}

type AuditHandlers = Pick<
  Handlers,
  'listAuditEvents' | 'listOwnAuditEvents' | 'getAuditStatus' | 'getAuditProof' | 'getAuditReview' | 'exportAuditLog'
>;

/** The audit log for those who read it. */
export function createAuditHandlers(office: Office, log: AuditLog): AuditHandlers {
  return {
    listAuditEvents: async ({ query }, { caller }) => {
      const { limit, cursor, from, to, object, ...rest } = query;
      const filter = { ...rest, text: object, from: toDate(from), to: toDate(to) };
      return readPage(office, caller, { filter, limit, cursor });
    },
    listOwnAuditEvents: async ({ query }, { caller }) => {
      const account = caller.account?.id;
      if (account === undefined) throw new AppError('forbidden', 'Your account may not do this.');
      return readPage(office, caller, { filter: { account }, ...query, cursor: query.cursor });
    },
    getAuditStatus: () => readStatus(office, log),
    getAuditProof: ({ params }, { caller }) => readInclusion(office, caller, log, params.id),
    getAuditReview: ({ query }, { caller }) => reviewSpan(office, caller, query.days),
    exportAuditLog: ({ query }) => startExport(office, log, query.from),
  };
}
