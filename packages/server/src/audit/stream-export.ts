import { AppError } from '@trailmark/core/errors';
import {
  formatExportCheckpoint,
  formatExportEnd,
  formatExportEvent,
  formatExportStart,
  formatExportWithheld,
} from '@trailmark/evidence/audit/audit-export';
import { listReadableEvents } from '@trailmark/store/cases/audit/audit-event-rows';
import {
  type CheckpointRow,
  type LeafEvent,
  listCheckpoints,
  listLeafEvents,
} from '@trailmark/store/cases/audit/audit-tree-rows';
import type { Casework, Scope } from '@trailmark/store/cases/casework';
import type { AuditLog } from './audit-log.ts';
import { readTree } from './sequencer.ts';

const SYSTEM = { kind: 'system' } as const;
const BATCH = 500;

export interface ExportRange {
  /** Index of the first event. */
  readonly from: number;
  readonly signal: AbortSignal;
  /** What the reader may not see is withheld; without one, for who runs the server, nothing is. */
  readonly reader?: Scope | undefined;
}

/** Checkpoints one after the other, a group at a time. */
async function* readCheckpoints(store: Casework, after: number): AsyncGenerator<CheckpointRow, undefined> {
  let last = after;
  for (;;) {
    const rows = await store.transact(SYSTEM, (tx) => listCheckpoints(tx, last, BATCH));
    if (rows.length === 0) return undefined;
    yield* rows;
    last = rows.at(-1)?.size ?? last;
  }
}

type IsReadable = (row: LeafEvent) => boolean;

/** Row-level security decides which events a reader sees, in an export as in a list. One that is gone is never withheld. */
async function findReadable(
  store: Casework,
  reader: Scope | undefined,
  rows: readonly LeafEvent[],
): Promise<IsReadable> {
  if (!reader) return () => true;
  const ids = rows.map(({ eventId }) => eventId);
  const readable = new Set(await store.transact(reader, (tx) => listReadableEvents(tx, ids)));
  return ({ eventId, body }) => body === null || readable.has(eventId);
}

/**
 * The log from an event on as JSON lines: events in their order, each checkpoint after the event it counts to. It ends
 * with a checkpoint that is made for it. Of events that the reader may not see, those of cases, there is the hash alone. Throws `invalid` before the first byte for a start behind the end.
 */
export async function* streamExport(
  store: Casework,
  log: AuditLog,
  { from, signal, reader }: ExportRange,
): AsyncGenerator<Uint8Array> {
  const end = await log.checkpoint();
  if (!end || from >= end.size) {
    throw new AppError('invalid', `The audit log has ${end?.size ?? 0} events: an export begins at one of them.`);
  }
  const peaks = (await store.transact(SYSTEM, (tx) => readTree(tx, from))).peaks.map(({ hash }) => hash);
  yield Buffer.from(formatExportStart(log, { size: from, peaks }));
  const checkpoints = readCheckpoints(store, from);
  let next = (await checkpoints.next()).value;
  let withheld = 0;
  for (let index = from; index < end.size; ) {
    signal.throwIfAborted();
    const rows = await store.transact(SYSTEM, (tx) => listLeafEvents(tx, index, Math.min(BATCH, end.size - index)));
    if (rows.length === 0) break;
    const isReadable = await findReadable(store, reader, rows);
    const lines: string[] = [];
    for (const row of rows) {
      if (isReadable(row)) lines.push(formatExportEvent(row.index, row.hash, row.body ?? 'null'));
      else {
        lines.push(formatExportWithheld(row.index, row.hash));
        withheld++;
      }
      index = row.index + 1;
      if (next?.size !== index) continue;
      lines.push(formatExportCheckpoint(next.note));
      next = (await checkpoints.next()).value;
    }
    yield Buffer.from(lines.join(''));
  }
  yield Buffer.from(formatExportEnd(end.size, end.root, withheld));
}
