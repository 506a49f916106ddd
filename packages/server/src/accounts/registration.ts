import { AppError } from '@trailmark/core/errors';
import {
  findAgencyOfDomain,
  insertRegistration,
  lockRegistration,
  type Registration,
  replaceRegistration,
} from '@trailmark/store/cases/accounts/registration-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { accountExistsMail, verificationMail } from '../mail/mail-texts.ts';
import {
  describeForeignDomain,
  describeUnlistedDomain,
  type EmailAddress,
  listDomainParents,
  parseEmail,
} from './email-address.ts';
import { createMailLink } from './mail-links.ts';
import { checkPassword, type PasswordContext } from './password-rules.ts';
import { enforceLimits, limitMailbox } from './registration-limits.ts';
import { limitSource } from './throttle.ts';

/** What the form asks for. */
export interface RegistrationForm {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly agency: string;
  readonly phone: string;
  readonly title: string;
  readonly badge: string;
  readonly supervisor: string;
}

const SYSTEM = { kind: 'system' } as const;

/** The agency of an address. Throws `invalid` for the field `email` where its domain is on no agency's list. */
export async function findAgency(
  casework: CaseworkContext,
  { domain }: EmailAddress,
): Promise<{ id: string; name: string }> {
  const reason = describeForeignDomain(domain);
  const agency = reason
    ? undefined
    : await casework.store.transact(SYSTEM, (tx) => findAgencyOfDomain(tx, domain, listDomainParents(domain)));
  if (agency) return agency;
  throw new AppError('invalid', reason ?? describeUnlistedDomain(domain), { context: { field: 'email' } });
}

/** Throws `invalid` for the field `password` with the reason. */
export function assertPassword(casework: CaseworkContext, password: string, context: PasswordContext): void {
  const { reason } = checkPassword(password, casework.profile.password, context);
  if (reason !== null) throw new AppError('invalid', reason, { context: { field: 'password' } });
}

/** One line of text as a person types it. Throws `invalid` for its field where it holds what no keyboard types. */
export function toLine(field: string, text: string): string {
  if (!text.isWellFormed() || /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(text)) {
    throw new AppError('invalid', 'This holds characters that cannot be shown. Type it again.', { context: { field } });
  }
  return text;
}

const LINES = ['name', 'agency', 'phone', 'title', 'badge', 'supervisor'] as const;

function checkForm(casework: CaseworkContext, form: RegistrationForm): EmailAddress {
  const email = parseEmail(form.email);
  for (const field of LINES) toLine(field, form[field]);
  assertPassword(casework, form.password, form);
  return email;
}

interface KeptRegistration {
  readonly id: string;
  readonly isNew: boolean;
}

/**
 * Keeps a registration, and emails what comes next to the address. Every address goes through the same statements: a new one
 * gets an account, one that was never verified gets its words replaced, and any other is informed that it has an account.
 */
async function keepRegistration(
  casework: CaseworkContext,
  tx: Transaction,
  agencyId: string,
  person: Registration,
): Promise<KeptRegistration> {
  const now = casework.now();
  const added = await insertRegistration(tx, agencyId, person, now);
  const row = await lockRegistration(tx, person.emailKey);
  if (!row) throw new AppError('internal', 'A registration that was just kept is not there.');
  await replaceRegistration(tx, row.id, person, { now, isNew: added !== undefined });
  // A link for an account that is verified opens nothing, and is emailed to nobody.
  const link = await createMailLink(casework, tx, { accountId: row.id, purpose: 'verify-email' });
  const isOpen = row.status === 'registered';
  const text = isOpen ? verificationMail(link, casework.profile.verifyMs) : accountExistsMail(casework.origin);
  await queueMail(tx, { recipient: isOpen ? person.email : row.email, agency: row.agencyId, ...text });
  return { id: row.id, isNew: added !== undefined };
}

/** Asks for an account. Nobody learns from it whether the address has one. */
export async function register(casework: CaseworkContext, caller: Caller, form: RegistrationForm): Promise<void> {
  const email = checkForm(casework, form);
  const limits = [...limitSource('register', caller.source), limitMailbox('register', email.key)];
  await enforceLimits(casework, caller, 'account.register', limits);
  const agency = await findAgency(casework, email);
  const person: Registration = {
    email: email.address,
    emailKey: email.key,
    name: form.name,
    statedAgency: form.agency,
    phone: form.phone,
    title: form.title,
    badge: form.badge,
    supervisor: form.supervisor,
    passwordHash: await casework.passwords.hash(form.password),
  };
  await actThenNotify(
    casework,
    caller,
    (tx) => keepRegistration(casework, tx, agency.id, person),
    ({ id, isNew }: KeptRegistration) => ({
      action: 'account.register',
      object: { kind: 'account', id },
      details: { agency: agency.name, domain: email.domain, isNew },
    }),
    SYSTEM,
  );
}

/** What is wrong with a field, in words; null where nothing is. */
async function wordsOf(check: () => Promise<unknown>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (AppError.is(error, 'invalid')) return error.message;
    throw error;
  }
}

const CHECKS_A_MINUTE = 120;

/** What is wrong with a form before it is sent. */
export async function checkRegistration(
  casework: CaseworkContext,
  caller: Caller,
  given: PasswordContext & { readonly password?: string | undefined },
): Promise<{ email: string | null; password: string | null; strength: number | null }> {
  const { email, password } = given;
  const key = `register-check:address:${caller.source.address}`;
  await enforceLimits(casework, caller, 'account.check', [{ key, max: CHECKS_A_MINUTE, withinMs: 60_000 }]);
  const verdict = password === undefined ? null : checkPassword(password, casework.profile.password, given);
  return {
    email:
      email === undefined
        ? null
        : await wordsOf(() => Promise.resolve(email).then((text) => findAgency(casework, parseEmail(text)))),
    password: verdict?.reason ?? null,
    strength: verdict?.strength ?? null,
  };
}
