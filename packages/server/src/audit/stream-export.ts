import { AppError } from '@trailmark/core/errors';
import {
  formatExportCheckpoint,
  formatExportEnd,
  formatExportEvent,
  formatExportStart,
} from '@trailmark/evidence/audit/audit-export';
import { type CheckpointRow, listCheckpoints, listLeafEvents } from '@trailmark/store/cases/audit/audit-tree-rows';
import type { Casework } from '@trailmark/store/cases/casework';
import type { AuditLog } from './audit-log.ts';
import { readTree } from './sequencer.ts';

const SYSTEM = { kind: 'system' } as const;
const BATCH = 500;

export interface ExportRange {
  /** Index of the first event. */
  readonly from: number;
  readonly signal: AbortSignal;
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

/**
 * The log from an event on as JSON lines: events in their order, each checkpoint after the event it counts to. It ends
 * with a checkpoint that is made for it. Throws `invalid` before the first byte for a start behind the end.
 */
export async function* streamExport(
  store: Casework,
  log: AuditLog,
  { from, signal }: ExportRange,
): AsyncGenerator<Uint8Array> {
  const end = await log.checkpoint();
  if (!end || from >= end.size) {
    throw new AppError('invalid', `The audit log has ${end?.size ?? 0} events: an export begins at one of them.`);
  }
  const peaks = (await store.transact(SYSTEM, (tx) => readTree(tx, from))).peaks.map(({ hash }) => hash);
  yield Buffer.from(formatExportStart(log, { size: from, peaks }));
  const checkpoints = readCheckpoints(store, from);
  let next = (await checkpoints.next()).value;
  for (let index = from; index < end.size; ) {
    signal.throwIfAborted();
    const rows = await store.transact(SYSTEM, (tx) => listLeafEvents(tx, index, Math.min(BATCH, end.size - index)));
    if (rows.length === 0) break;
    const lines: string[] = [];
    for (const row of rows) {
      lines.push(formatExportEvent(row.index, row.hash, row.body ?? 'null'));
      index = row.index + 1;
      if (next?.size !== index) continue;
      lines.push(formatExportCheckpoint(next.note));
      next = (await checkpoints.next()).value;
    }
    yield Buffer.from(lines.join(''));
  }
  yield Buffer.from(formatExportEnd(end.size, end.root));
}
