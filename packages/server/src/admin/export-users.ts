import { type Cell, numberCell } from '@trailmark/documents/cell';
import { encodeCsvRow } from '@trailmark/documents/csv';
import { type AdminUserRow, listAdminUsers, type UserFilter } from '@trailmark/store/cases/admin/user-rows';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { FileStream } from '../http/file-stream.ts';
import { toUserTimes } from './user-list.ts';

const PAGE = 500;
const COLUMNS = [
  'name',
  'email',
  'agency',
  'role',
  'allow_status',
  'status',
  'status_reason',
  'created_at',
  'verified_at',
  'approval_due_at',
  'last_sign_in_at',
  'locked',
  'authenticator',
  'passkeys',
  'sessions',
  'reviewed_at',
  'review_due',
] as const;

const yes = (value: boolean): string => (value ? 'yes' : 'no');
const time = (date: Date | null): string | null => date?.toISOString() ?? null;

function toCells(row: AdminUserRow): Cell[] {
  return [
    row.name,
    row.email,
    row.agencyName,
    row.role,
    row.isAllowed ? 'Yes' : 'No',
    row.status,
    row.statusReason,
    time(row.createdAt),
    time(row.verifiedAt),
    row.status === 'awaiting-approval' ? time(row.approvalDueAt) : null,
    time(row.lastSignInAt),
    yes(row.lockedAt !== null),
    yes(row.hasTotp),
    numberCell(row.passkeys),
    numberCell(row.sessions),
    time(row.reviewedAt),
    yes(row.isReviewDue),
  ];
}

async function* streamRows(
  casework: CaseworkContext,
  caller: Caller,
  filter: UserFilter,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const times = toUserTimes(casework);
  yield Buffer.from(encodeCsvRow([...COLUMNS]));
  for (let after: readonly string[] | undefined; ; ) {
    signal.throwIfAborted();
    const place = after;
    const rows = await read(casework, caller, (tx) => listAdminUsers(tx, filter, times, { after: place, limit: PAGE }));
    if (rows.length > 0) yield Buffer.from(rows.map((row) => encodeCsvRow(toCells(row))).join(''));
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    after = [last.place, last.id];
  }
}

/** The accounts of a filter as CSV, in the order of the list; names that look like formulas are marked as text. */
export function exportUsers(casework: CaseworkContext, caller: Caller, filter: UserFilter): FileStream {
  const controller = new AbortController();
  return new FileStream({
    name: `users-${casework.now().toISOString().slice(0, 10)}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    chunks: streamRows(casework, caller, filter, controller.signal),
    onCancel: () => controller.abort(),
  });
}
