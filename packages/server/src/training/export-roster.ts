import { COURSE_NAMES } from '@trailmark/core/training/level';
import { toWallTime } from '@trailmark/core/training/zoned-time';
import { encodeCsvRow } from '@trailmark/documents/csv';
import { listRoster, type RosterFilter, type RosterRow } from '@trailmark/store/cases/training/enrolment-rows';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { FileStream } from '../http/file-stream.ts';

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

/** What people requested on account of their health is left out. */
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

type ReadPart = (after?: RosterRow) => Promise<readonly RosterRow[]>;

async function* streamRoster(
  first: readonly RosterRow[],
  readPart: ReadPart,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(encodeCsvRow(COLUMNS));
  for (let rows = first; rows.length > 0; rows = rows.length < PAGE ? [] : await readPart(rows.at(-1))) {
    signal.throwIfAborted();
    yield Buffer.from(rows.map(toLine).join(''));
  }
}

/** Everybody of a roster as CSV (RFC 4180), in the order of the list; text that looks like a formula is marked. */
export async function exportRoster(
  casework: CaseworkContext,
  caller: Caller,
  filter: RosterFilter,
): Promise<FileStream> {
  const controller = new AbortController();
  const readPart: ReadPart = (after) => read(casework, caller, (tx) => listRoster(tx, filter, { after, limit: PAGE }));
  // An invalid filter is rejected before the first byte.
  const first = await readPart();
  return new FileStream({
    name: `training-roster-${casework.now().toISOString().slice(0, 10)}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    chunks: streamRoster(first, readPart, controller.signal),
    onCancel: () => controller.abort(),
  });
}
