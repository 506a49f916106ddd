import { AppError } from '@trailmark/core/errors';
import type { AccountRole } from '@trailmark/core/role';
import { endApiTokensOf } from '@trailmark/store/cases/accounts/api-token-rows';
import {
  endAllSessions,
  listAuditors,
  listDeciders,
  lockManaged,
  type ManagedRow,
  updateRole,
} from '@trailmark/store/cases/admin/managed-rows';
import {
  decideRoleGrant,
  findRoleGrant,
  insertRoleGrant,
  lockRoleGrant,
  type RoleGrantRow,
  withdrawGrantsBy,
} from '@trailmark/store/cases/admin/role-grant-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { assertOthersRemain } from './account-acts.ts';
import { assertStatus } from './approval.ts';
import { toDecisionMail } from './decision-mails.ts';
import { readReason } from './plain-text.ts';
import { actLogged, actOnAccount, conflict, type Reached, refuse } from './reach.ts';
import { whyNotAlone } from './stand-alone.ts';

const OPEN_MS = 7 * 24 * 3_600_000;

type GrantedRole = RoleGrantRow['role'];

/** Roles over the whole installation are decided by its administrators alone. */
function isOfInstallation(role: AccountRole): boolean {
  return role !== 'agency-admin';
}

/** Why a role cannot follow another one; null where it can. An auditor is never an administrator at the same time. */
function whyNotFrom(from: AccountRole, to: GrantedRole): string | null {
  if (from === 'member' || (from === 'agency-admin' && to === 'platform-admin')) return null;
  return 'Make this person a member first: one role ends before another of this kind begins.';
}

async function makeMember(casework: CaseworkContext, reached: Reached): Promise<void> {
  const { tx, target, now } = reached;
  await assertOthersRemain(reached);
  await updateRole(tx, target.id, 'member');
  await endAllSessions(tx, target.id, now);
  await endApiTokensOf(tx, target.id, now);
  await withdrawGrantsBy(tx, target.id, now);
  await queueMail(tx, toDecisionMail(casework, target, { kind: 'role', role: 'member' }));
}

async function propose({ tx, actor, target, now }: Reached, role: GrantedRole, reason: string): Promise<string> {
  assertStatus(target, ['active'], 'given this role');
  if (isOfInstallation(role) && actor.role !== 'platform-admin') {
    refuse('Only an administrator of the installation proposes this role.');
  }
  const why = whyNotFrom(target.role, role);
  if (why !== null) conflict(why);
  const expiresAt = new Date(now.getTime() + OPEN_MS);
  const { agencyId, id: accountId, role: fromRole } = target;
  const id = await insertRoleGrant(tx, {
    agencyId,
    accountId,
    fromRole,
    role,
    reason,
    by: actor.id,
    at: now,
    expiresAt,
  });
  return id ?? conflict('A role is proposed for this account already. Confirm or refuse that first.');
}

/** Notifies those who may confirm, who are not all within the proposer's own scope. */
async function notifyDeciders(
  casework: CaseworkContext,
  proposer: string,
  account: string,
  isWide: boolean,
): Promise<void> {
  await casework.store.transact({ kind: 'system' }, async (tx) => {
    const target = (await lockManaged(tx, [account])).get(account);
    if (!target) return;
    for (const decider of await listDeciders(tx, target.agencyId, !isWide)) {
      if (decider.id === proposer || decider.id === account) continue;
      await queueMail(tx, toDecisionMail(casework, decider, { kind: 'proposal' }));
    }
  });
}

/** Makes somebody a member at once, or proposes another role. Returns the id of the proposal. */
export async function setRole(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { role, reason: given }: { readonly role: AccountRole; readonly reason: string },
): Promise<string | null> {
  const reason = readReason(given);
  const action = role === 'member' ? 'account.role' : 'account.role-proposed';
  const proposal = await actOnAccount(casework, caller, { id, action }, async (reached) => {
    const { target } = reached;
    if (target.role === role) conflict('This is the role of the account already.');
    const details = { from: target.role, to: role, reason };
    if (role === 'member') {
      await makeMember(casework, reached);
      return { answer: null, details };
    }
    const answer: string | null = await propose(reached, role, reason);
    return { answer, details: { ...details, proposal: answer } };
  });
  if (proposal !== null) await notifyDeciders(casework, caller.account?.id ?? '', id, isOfInstallation(role));
  return proposal;
}

function grantNotFound(): AppError {
  return new AppError('not-found', 'There is no such proposal within your reach.');
}

/** Why somebody may not decide about a proposal at all; null where they may. */
function whyNotDecide(actor: Pick<ManagedRow, 'id' | 'role'>, grant: RoleGrantRow): string | null {
  if (grant.accountId === actor.id) return 'Nobody decides about their own role.';
  if (isOfInstallation(grant.role) && actor.role !== 'platform-admin') {
    return 'Only an administrator of the installation decides about this role.';
  }
  return null;
}

/** Why somebody may not confirm a proposal now; null where they may. */
export async function whyNotConfirm(
  tx: Transaction,
  actor: ManagedRow,
  grant: RoleGrantRow,
  now: Date,
): Promise<string | null> {
  const why = whyNotDecide(actor, grant);
  if (why !== null || grant.proposedBy !== actor.id) return why;
  const target = { id: grant.accountId, agencyId: grant.agencyId };
  return whyNotAlone(tx, { actor, target, withAgency: !isOfInstallation(grant.role), since: grant.proposedAt, now });
}

/** Whether somebody may turn a proposal down, or take it back. */
export function mayRefuse(actor: Pick<ManagedRow, 'id' | 'role'>, grant: RoleGrantRow): boolean {
  return grant.proposedBy === actor.id || whyNotDecide(actor, grant) === null;
}

interface LockedGrant {
  readonly grant: RoleGrantRow;
  readonly actor: ManagedRow;
  readonly target: ManagedRow;
}

/** Holds the two accounts, then the proposal: the order in which every act takes them. */
async function lockGrant(tx: Transaction, caller: Caller, id: string, now: Date): Promise<LockedGrant> {
  const seen = await findRoleGrant(tx, id);
  const own = caller.account?.id ?? '';
  if (!seen) throw grantNotFound();
  const held = await lockManaged(tx, [own, seen.accountId]);
  const actor = held.get(own);
  const target = held.get(seen.accountId);
  const isAdmin = actor?.role === 'agency-admin' || actor?.role === 'platform-admin';
  if (!(actor && isAdmin && actor.status === 'active')) return refuse('Your account may not do this.');
  if (!target || (actor.role === 'agency-admin' && target.agencyId !== actor.agencyId)) throw grantNotFound();
  const grant = await lockRoleGrant(tx, id);
  if (!grant || grant.expiresAt <= now)
    return conflict('This proposal was decided or has run out. Propose the role again.');
  return { grant, actor, target };
}

async function putIntoForce(
  casework: CaseworkContext,
  tx: Transaction,
  { grant, actor, target }: LockedGrant,
  now: Date,
) {
  const why = await whyNotConfirm(tx, actor, grant, now);
  if (why !== null) refuse(why);
  if (target.status !== 'active' || target.role !== grant.fromRole) {
    conflict('The account has changed since the role was proposed. Propose it again.');
  }
  const isAlone = grant.proposedBy === actor.id;
  await updateRole(tx, target.id, grant.role);
  await decideRoleGrant(tx, grant.id, { status: 'confirmed', by: actor.id, at: now, isAlone });
  // A session of the old role ends with it.
  await endAllSessions(tx, target.id, now);
  await endApiTokensOf(tx, target.id, now);
  await queueMail(tx, toDecisionMail(casework, target, { kind: 'role', role: grant.role }));
  if (!isAlone) return isAlone;
  for (const auditor of await listAuditors(tx)) {
    await queueMail(tx, toDecisionMail(casework, auditor, { kind: 'alone', role: grant.role }));
  }
  return isAlone;
}

function toDetails({ grant }: LockedGrant) {
  const { accountId, accountEmail, agencyId, fromRole, role, proposedBy } = grant;
  return { account: accountId, email: accountEmail, agency: agencyId, from: fromRole, to: role, proposedBy };
}

/** Puts a proposed role into force. Returns whether the proposer did it alone. */
export function confirmGrant(casework: CaseworkContext, caller: Caller, id: string): Promise<boolean> {
  const attempt = { action: 'account.role-confirmed', object: { kind: 'role-grant', id } };
  return actLogged(casework, caller, attempt, async (tx) => {
    const held = await lockGrant(tx, caller, id, casework.now());
    const isAlone = await putIntoForce(casework, tx, held, casework.now());
    return { answer: isAlone, details: { ...toDetails(held), isAlone } };
  });
}

/** Turns a proposed role down. */
export async function refuseGrant(casework: CaseworkContext, caller: Caller, id: string, given: string): Promise<void> {
  const reason = readReason(given);
  const attempt = { action: 'account.role-refused', object: { kind: 'role-grant', id } };
  await actLogged(casework, caller, attempt, async (tx) => {
    const held = await lockGrant(tx, caller, id, casework.now());
    if (!mayRefuse(held.actor, held.grant)) refuse(whyNotDecide(held.actor, held.grant) ?? 'You may not decide this.');
    const decision = { status: 'refused', by: held.actor.id, at: casework.now(), isAlone: false } as const;
    await decideRoleGrant(tx, id, decision);
    return { answer: undefined, details: { ...toDetails(held), reason } };
  });
}
