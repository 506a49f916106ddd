import type { AdminUser, RoleGrant } from '@trailmark/api/contract/admin-users';
import { lockManaged, type ManagedRow } from '@trailmark/store/cases/admin/managed-rows';
import { listRoleGrants, type RoleGrantRow } from '@trailmark/store/cases/admin/role-grant-rows';
import {
  type AdminUserRow,
  countAdminUsers,
  findAdminUser,
  listAdminUsers,
  type UserFilter,
  type UserTimes,
} from '@trailmark/store/cases/admin/user-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { decodePlace, toPage } from '../answers/page-cursor.ts';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { accountNotFound } from './reach.ts';
import { mayRefuse, whyNotConfirm } from './role-grants.ts';

const DAY_MS = 86_400_000;
const REVIEW_DAYS = 365;
const LIST = 'users';

/** The times that "locked", "living session" and "due for review" are measured by. */
export function toUserTimes(casework: CaseworkContext): UserTimes {
  const now = casework.now().getTime();
  const { releaseMs } = casework.profile.lockout;
  return {
    sessionsSince: new Date(now - casework.profile.session.absoluteMs),
    reviewBefore: new Date(now - REVIEW_DAYS * DAY_MS),
    lockedSince: releaseMs === null ? null : new Date(now - releaseMs),
  };
}

const toText = (date: Date | null): string | null => date?.toISOString() ?? null;

/** An account for the screen; what the caller may do with it is decided again by each act. */
export function toAdminUser(row: AdminUserRow, caller: Caller): AdminUser {
  const isSelf = row.id === caller.account?.id;
  const isAbove = row.role === 'platform-admin' || row.role === 'auditor';
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    agency: { id: row.agencyId, name: row.agencyName, isActive: row.isAgencyActive },
    role: row.role,
    allow_status: row.isAllowed ? 'Yes' : 'No',
    status: row.status,
    statusReason: row.statusReason,
    createdAt: row.createdAt.toISOString(),
    verifiedAt: toText(row.verifiedAt),
    approvalDueAt: row.status === 'awaiting-approval' ? toText(row.approvalDueAt) : null,
    lastSignInAt: toText(row.lastSignInAt),
    isLocked: row.lockedAt !== null,
    hasTotp: row.hasTotp,
    passkeys: row.passkeys,
    sessions: row.sessions,
    reviewedAt: toText(row.reviewedAt),
    isReviewDue: row.isReviewDue,
    isSelf,
    canManage: !isSelf && (caller.role === 'platform-admin' || !isAbove),
  };
}

/** A page of accounts within the caller's reach, with what waits in all of it. */
export function listUsers(
  casework: CaseworkContext,
  caller: Caller,
  filter: UserFilter,
  page: { readonly cursor: string | undefined; readonly limit: number },
) {
  const after = decodePlace(LIST, page.cursor);
  const times = toUserTimes(casework);
  return read(casework, caller, async (tx) => {
    const found = await listAdminUsers(tx, filter, times, { after, limit: page.limit + 1 });
    const { rows, next } = toPage(LIST, found, page.limit);
    const { total, waiting, overdue, reviewDue } = await countAdminUsers(tx, filter, times, casework.now());
    return {
      items: rows.map((row) => toAdminUser(row, caller)),
      next,
      total,
      waiting: { count: waiting, overdue },
      reviewDue,
    };
  });
}

async function toRoleGrant(tx: Transaction, actor: ManagedRow | undefined, row: RoleGrantRow, now: Date) {
  const whyNot = actor ? await whyNotConfirm(tx, actor, row, now) : 'Your account may not do this.';
  const grant: RoleGrant = {
    id: row.id,
    account: { id: row.accountId, name: row.accountName, email: row.accountEmail, agency: row.agencyName },
    fromRole: row.fromRole,
    role: row.role,
    reason: row.reason,
    proposedBy: { id: row.proposedBy, name: row.proposerName },
    proposedAt: row.proposedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    canConfirm: whyNot === null,
    whyNot,
    canRefuse: actor !== undefined && mayRefuse(actor, row),
  };
  return grant;
}

async function readGrants(
  tx: Transaction,
  casework: CaseworkContext,
  caller: Caller,
  account?: string,
): Promise<RoleGrant[]> {
  const own = caller.account?.id ?? '';
  const actor = (await lockManaged(tx, [own])).get(own);
  const grants: RoleGrant[] = [];
  for (const row of await listRoleGrants(tx, casework.now(), account)) {
    grants.push(await toRoleGrant(tx, actor, row, casework.now()));
  }
  return grants;
}

/** Proposed roles within the caller's reach. */
export function listGrants(casework: CaseworkContext, caller: Caller): Promise<RoleGrant[]> {
  return read(casework, caller, (tx) => readGrants(tx, casework, caller));
}

/** One account with what is known of it. */
export function getUser(casework: CaseworkContext, caller: Caller, id: string) {
  return read(casework, caller, async (tx) => {
    const row = await findAdminUser(tx, id, toUserTimes(casework));
    if (!row) throw accountNotFound();
    return {
      ...toAdminUser(row, caller),
      phone: row.phone,
      title: row.title,
      badge: row.badge,
      supervisor: row.supervisor,
      statedAgency: row.statedAgency,
      lastSignInFrom: row.lastSignInFrom,
      decidedAt: toText(row.decidedAt),
      decidedBy: row.decidedBy,
      factorsResetAt: toText(row.factorsResetAt),
      grants: await readGrants(tx, casework, caller, id),
    };
  });
}
