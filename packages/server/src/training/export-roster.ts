import { COURSE_NAMES } from '@trailmark/core/training/level';
import { toWallTime } from '@trailmark/core/training/zoned-time';
import { encodeCsvRow } from '@trailmark/documents/csv';
import { listRoster, type RosterFilter, type RosterRow } from '@trailmark/store/cases/training/enrolment-rows';
import { FileStream } from '../file-stream.ts';
import type { Caller } from '../office/caller.ts';
import { type Office, read } from '../office/office.ts';

const PAGE = 500;
const COLUMNS = [
  'session',
  'course',
  'starts_local',
  'zone',
  'name',
  'email',
  'agency',
  'state',
  'requested_at',
  'mark',
  'certificate',
  'valid_until',
  'remark',
];

/** What people asked for on account of their health is left out. */
function toLine(row: RosterRow): string {
  return encodeCsvRow([
    row.sessionId,
    COURSE_NAMES[row.level],
    toWallTime(row.startsAt, row.zone),
    row.zone,
    row.name,
    row.email,
    row.agency,
    row.state,
    row.requestedAt.toISOString(),
    row.mark === null ? null : { number: String(row.mark) },
    row.certificateId,
    row.validUntil,
    row.remark,
  ]);
}

async function* streamRoster(
  office: Office,
  caller: Caller,
  filter: RosterFilter,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(encodeCsvRow(COLUMNS));
  for (let after: RosterRow | undefined; ; ) {
    signal.throwIfAborted();
    const last = after;
    const rows = await read(office, caller, (tx) => listRoster(tx, filter, { after: last, limit: PAGE }));
    if (rows.length > 0) yield Buffer.from(rows.map(toLine).join(''));
    if (rows.length < PAGE) return;
    after = rows.at(-1);
  }
}

/** Everybody of a roster as CSV (RFC 4180), in the order of the list; text that looks like a formula is marked. */
export function exportRoster(office: Office, caller: Caller, filter: RosterFilter): FileStream {
  const controller = new AbortController();
  return new FileStream({
    name: `training-roster-${office.now().toISOString().slice(0, 10)}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    chunks: streamRoster(office, caller, filter, controller.signal),
    onCancel: () => controller.abort(),
  });
}
