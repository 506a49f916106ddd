import { AppError } from '@trailmark/core/errors';
import {
  addDomain,
  ensureAgency,
  findFact,
  insertFoundingAccount,
  lockClaim,
  setFact,
} from '@trailmark/store/cases/accounts/installation-rows';
import { isUnclaimed } from '@trailmark/store/cases/accounts/session-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { describeForeignDomain, type EmailAddress, parseEmail } from './email-address.ts';
import { refuseLink } from './email-verification.ts';
import { createLinkToken } from './mail-links.ts';
import { assertPassword, toLine } from './registration.ts';
import { enforceLimits } from './registration-limits.ts';
import { hashToken } from './session-gate.ts';
import { limitSource } from './throttle.ts';

const SYSTEM = { kind: 'system' } as const;
const FACT = 'claim';
const LIFETIME_MS = 30 * 60_000;
const ACTION = 'installation.claim';

/** The link of this start, as it is kept. */
interface ClaimFact {
  readonly hash: string;
  readonly expiresAt: string;
}

export interface ClaimRequest {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly agency: string;
  readonly password: string;
}

/** Makes the link of this start while nobody has claimed the installation; older ones no longer open. Undefined after that. */
export async function openClaim(casework: CaseworkContext): Promise<string | undefined> {
  const token = createLinkToken();
  const fact: ClaimFact = {
    hash: hashToken(token),
    expiresAt: new Date(casework.now().getTime() + LIFETIME_MS).toISOString(),
  };
  const isOpen = await casework.store.transact(SYSTEM, async (tx) => {
    await lockClaim(tx);
    const isFree = await isUnclaimed(tx);
    await setFact(tx, FACT, isFree ? fact : null);
    return isFree;
  });
  return isOpen ? token : undefined;
}

/** Whether an address is this machine itself. */
export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address) || address === '::1';
}

async function isClaimable(casework: CaseworkContext, tx: Transaction, token: string): Promise<boolean> {
  const fact = await findFact<ClaimFact | null>(tx, FACT);
  if (!fact || fact.hash !== hashToken(token) || new Date(fact.expiresAt) <= casework.now()) return false;
  return isUnclaimed(tx);
}

async function makeFirst(
  casework: CaseworkContext,
  tx: Transaction,
  request: ClaimRequest,
  { email, passwordHash }: { readonly email: EmailAddress; readonly passwordHash: string },
): Promise<string | undefined> {
  await lockClaim(tx);
  if (!(await isClaimable(casework, tx, request.token))) return undefined;
  const now = casework.now();
  const agencyId = await ensureAgency(tx, { name: request.agency, now });
  await addDomain(tx, agencyId, email.domain);
  await setFact(tx, FACT, null);
  const account = {
    agencyId,
    email: email.address,
    emailKey: email.key,
    name: request.name,
    role: 'platform-admin',
    isAllowed: true,
    status: 'active',
    approvalDueAt: null,
    passwordHash,
    isDemo: false,
  } as const;
  return insertFoundingAccount(tx, account, now);
}

/**
 * Makes the first administrator and their agency, whole or not at all; of parallel claims one wins. Only from the machine
 * itself, with the link that this start printed.
 */
export async function claimInstallation(
  casework: CaseworkContext,
  caller: Caller,
  request: ClaimRequest,
): Promise<void> {
  await enforceLimits(casework, caller, ACTION, limitSource('claim', caller.source));
  const isHere = isLoopback(caller.source.address);
  const isOpen = isHere && (await casework.store.transact(SYSTEM, (tx) => isClaimable(casework, tx, request.token)));
  if (!isOpen) return refuseLink(casework, caller, ACTION);
  const email = parseEmail(request.email);
  const reason = describeForeignDomain(email.domain);
  if (reason) throw new AppError('invalid', reason, { context: { field: 'email' } });
  for (const field of ['name', 'agency'] as const) toLine(field, request[field]);
  assertPassword(casework, request.password, request);
  const passwordHash = await casework.passwords.hash(request.password);
  const id = await actThenNotify(
    casework,
    caller,
    (tx) => makeFirst(casework, tx, request, { email, passwordHash }),
    (made: string | undefined) => ({
      action: ACTION,
      outcome: made ? 'success' : 'failed',
      ...(made ? { object: { kind: 'account', id: made } } : { details: { reason: 'link' } }),
    }),
    SYSTEM,
  );
  if (id === undefined) throw new AppError('conflict', 'Somebody has claimed this installation at the same moment.');
}
