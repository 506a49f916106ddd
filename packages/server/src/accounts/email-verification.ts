import { addBusinessDay } from '@trailmark/core/business-day';
import { AppError } from '@trailmark/core/errors';
import { type AttemptLimit, takeAttempts } from '@trailmark/store/cases/accounts/attempt-rows';
import { useMailToken } from '@trailmark/store/cases/accounts/mail-token-rows';
import {
  findAgencyOfDomain,
  listApprovers,
  lockRegistration,
  lockRegistrationById,
  markVerified,
  type RegistrationRow,
} from '@trailmark/store/cases/accounts/registration-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext, recordEntry } from '../casework/casework-context.ts';
import {
  accountClosedMail,
  alreadyVerifiedMail,
  approvalWaitsMail,
  choosePasswordMail,
  type MailText,
  noAccountMail,
  resetMail,
  verificationMail,
} from '../mail/mail-texts.ts';
import { describeForeignDomain, listDomainParents, parseEmail } from './email-address.ts';
import { createMailLink } from './mail-links.ts';
import { enforceLimits, limitMailbox } from './registration-limits.ts';
import { hashToken } from './session-gate.ts';
import { NOBODY } from './sign-in-lock.ts';
import { limitSource } from './throttle.ts';

const SYSTEM = { kind: 'system' } as const;

/** Of a link that was used, replaced or is too old: the answer does not distinguish the three. */
export function createLinkError(): AppError {
  return new AppError(
    'invalid',
    'This link was used already, was replaced by a newer one, or is too old. Ask for a new one.',
    {
      context: { field: 'token', reason: 'link' },
    },
  );
}

/** Refuses a link, with that in the log. */
export async function refuseLink(casework: CaseworkContext, caller: Caller, action: string): Promise<never> {
  await recordEntry(casework, caller, { action, outcome: 'failed', details: { reason: 'link' } });
  throw createLinkError();
}

async function verifyAccount(
  casework: CaseworkContext,
  tx: Transaction,
  token: string,
): Promise<RegistrationRow | undefined> {
  const now = casework.now();
  const id = await useMailToken(tx, { hash: hashToken(token), purpose: 'verify-email', now });
  if (id === undefined) return undefined;
  const dueAt = addBusinessDay(now);
  const verified = await markVerified(tx, id, { now, dueAt });
  if (!verified) return undefined;
  const row = await lockRegistrationById(tx, id);
  if (row && !verified.hasPassword) {
    const link = await createMailLink(casework, tx, { accountId: id, purpose: 'reset-password' });
    await queueMail(tx, {
      recipient: row.email,
      agency: row.agencyId,
      ...choosePasswordMail(link, casework.profile.resetMs),
    });
  }
  const text = approvalWaitsMail(casework.origin, dueAt);
  for (const recipient of row ? await listApprovers(tx, row.agencyId) : []) {
    await queueMail(tx, { recipient, agency: row?.agencyId ?? null, ...text });
  }
  return row;
}

/** Uses the link of a verification email. Returns by when a person decides. */
export async function verifyEmail(casework: CaseworkContext, caller: Caller, token: string): Promise<Date | null> {
  const action = 'account.verify-email';
  await enforceLimits(casework, caller, action, limitSource('verify-email', caller.source));
  const row = await actThenNotify(
    casework,
    caller,
    (tx) => verifyAccount(casework, tx, token),
    (found: RegistrationRow | undefined) => ({
      action,
      outcome: found ? 'success' : 'failed',
      ...(found ? { object: { kind: 'account', id: found.id } } : { details: { reason: 'link' } }),
    }),
    SYSTEM,
  );
  if (!row) throw createLinkError();
  return row.approvalDueAt;
}

/** What the email to an account says, and whether its link opens anything. */
function chooseText(
  casework: CaseworkContext,
  purpose: MailPurpose,
  row: RegistrationRow | undefined,
  link: string,
): MailText {
  const { origin, profile, settings } = casework;
  if (!row) return noAccountMail(origin);
  if (row.status === 'registered') return verificationMail(link, profile.verifyMs);
  if (purpose === 'verify-email') return alreadyVerifiedMail(origin);
  const isClosed = row.status !== 'active' && row.status !== 'awaiting-approval';
  return isClosed ? accountClosedMail(settings.contactEmail) : resetMail(link, profile.resetMs);
}

type MailPurpose = 'verify-email' | 'reset-password';

/** However many networks ask, mailboxes without an account are not flooded. */
const STRANGERS: AttemptLimit = { key: 'mail:strangers', max: 200, withinMs: 3_600_000 };

const ACTIONS = { 'verify-email': 'account.resend-verification', 'reset-password': 'account.forgot-password' } as const;

/**
 * Answers a request about an address by email, to that address alone: with a link, or with why there is none. Addresses
 * without an account are written to only at an agency's own domain. The work is the same for all of those.
 */
export async function answerByMail(
  casework: CaseworkContext,
  caller: Caller,
  text: string,
  purpose: MailPurpose,
): Promise<void> {
  const email = parseEmail(text);
  const action = ACTIONS[purpose];
  const limits = [...limitSource(purpose, caller.source), limitMailbox(purpose, email.key)];
  await enforceLimits(casework, caller, action, limits);
  await actThenNotify(
    casework,
    caller,
    async (tx) => {
      // Counted for everybody, so that it reveals nothing; it limits emails to strangers alone.
      const isQuiet = (await takeAttempts(tx, [STRANGERS], casework.now())) !== undefined;
      const row = await lockRegistration(tx, email.key);
      const agency = await findAgencyOfDomain(tx, email.domain, listDomainParents(email.domain));
      const wanted = row?.status === 'registered' ? 'verify-email' : purpose;
      const link = await createMailLink(casework, tx, { accountId: row?.id ?? NOBODY, purpose: wanted });
      const isOurs = row !== undefined || (agency !== undefined && describeForeignDomain(email.domain) === undefined);
      if (isOurs && !(isQuiet && row === undefined)) {
        const recipient = row?.email ?? email.address;
        await queueMail(tx, { recipient, agency: row?.agencyId ?? null, ...chooseText(casework, purpose, row, link) });
      }
      return row;
    },
    (row: RegistrationRow | undefined) => ({
      action,
      ...(row ? { object: { kind: 'account', id: row.id } } : {}),
      details: { domain: email.domain },
    }),
    SYSTEM,
  );
}
