import type { AuditDetails } from '@trailmark/core/audit';
import { AppError } from '@trailmark/core/errors';
import {
  type AgencyFacts,
  type AgencyRow,
  endAgencySessions,
  findDomainAgency,
  insertAgency,
  insertDomain,
  isAgencyNameTaken,
  lockAgency,
  removeDomain,
  updateAgency,
  updateAgencyStatus,
} from '@trailmark/store/cases/admin/agency-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { describeForeignDomain, parseEmail } from '../accounts/email-address.ts';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { readPlainText, readReason } from './plain-text.ts';
import { actLogged, conflict, type Done, refuse } from './reach.ts';

function invalid(field: string, sentence: string, kind: 'invalid' | 'conflict' = 'invalid'): never {
  throw new AppError(kind, sentence, { context: { field } });
}

function readFacts(given: AgencyFacts): AgencyFacts {
  const sentence = 'Give the agency a name of 2 to 200 characters.';
  const name = readPlainText(given.name, { field: 'name', min: 2, max: 200, sentence });
  const country = given.country?.trim().toUpperCase() || null;
  if (country !== null && !/^[A-Z]{2}$/.test(country)) {
    invalid('country', 'A country is two letters, such as MT, or nothing.');
  }
  return { name, kind: given.kind, country, seats: given.seats };
}

async function assertNameFree(tx: Transaction, name: string, besides: string | null): Promise<void> {
  if (await isAgencyNameTaken(tx, name, besides)) invalid('name', 'Another agency has this name.', 'conflict');
}

/** Adds an agency. Returns its id. */
export function createAgency(casework: CaseworkContext, caller: Caller, given: AgencyFacts): Promise<string> {
  const facts = readFacts(given);
  return actThenNotify(
    casework,
    caller,
    async (tx) => {
      await assertNameFree(tx, facts.name, null);
      return insertAgency(tx, facts, casework.now());
    },
    (id) => ({ action: 'agency.create', object: { kind: 'agency', id }, details: { ...facts } }),
  );
}

/** Does something to an agency and logs it in the same transaction. */
function actOnAgency<T>(
  casework: CaseworkContext,
  caller: Caller,
  { id, action }: { readonly id: string; readonly action: string },
  work: (tx: Transaction, agency: AgencyRow) => Promise<Done<T>>,
): Promise<T> {
  return actLogged(casework, caller, { action, object: { kind: 'agency', id } }, async (tx) => {
    const agency = await lockAgency(tx, id);
    if (!agency) throw new AppError('not-found', 'There is no such agency.');
    return work(tx, agency);
  });
}

/** What differs between what was and what is, for the log. */
function describeChange(before: AgencyFacts, after: AgencyFacts): AuditDetails {
  const names = (['name', 'kind', 'country', 'seats'] as const).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(
    names.flatMap((name) => [
      [`${name}From`, before[name]],
      [`${name}To`, after[name]],
    ]),
  );
}

/** Changes name, kind, country and seats of an agency. */
export async function changeAgency(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  given: AgencyFacts,
): Promise<void> {
  const facts = readFacts(given);
  await actOnAgency(casework, caller, { id, action: 'agency.update' }, async (tx, agency) => {
    await assertNameFree(tx, facts.name, id);
    await updateAgency(tx, id, facts);
    return { answer: undefined, details: { name: agency.name, ...describeChange(agency, facts) } };
  });
}

/** Suspends an agency, which ends the sessions of all its people, or opens it again. */
export async function setAgencyStatus(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { status, reason: given }: { readonly status: AgencyRow['status']; readonly reason: string },
): Promise<void> {
  const reason = readReason(given);
  await actOnAgency(casework, caller, { id, action: 'agency.status' }, async (tx, agency) => {
    if (agency.status === status) conflict(`This agency is ${status} already.`);
    // Whoever suspends their own agency could not open it again, and might be the last who can.
    if (id === caller.account?.agency) refuse('Nobody suspends the agency they belong to.');
    await updateAgencyStatus(tx, id, status);
    const sessions = status === 'suspended' ? await endAgencySessions(tx, id, casework.now()) : 0;
    return { answer: undefined, details: { name: agency.name, from: agency.status, to: status, reason, sessions } };
  });
}

/** A domain as it is compared: plain letters, no scheme, no public suffix, no provider of mailboxes for everybody. */
export function readDomain(given: string): string {
  const text = given.trim().replace(/^@/, '');
  try {
    const { domain } = parseEmail(`service@${text}`);
    const foreign = describeForeignDomain(domain);
    if (foreign === undefined) return domain;
    // A second sentence speaks to people who type their own address.
    return invalid('domain', foreign.replace(/\. .*$/, ': it is no agency’s own domain.'));
  } catch (error) {
    if (AppError.is(error, 'invalid')) invalid('domain', error.message);
    throw error;
  }
}

/** Lets addresses of a domain ask for an account of the agency. Returns the domain as it is kept. */
export function addDomain(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  given: { readonly domain: string; readonly hasSubdomains: boolean },
): Promise<string> {
  const domain = readDomain(given.domain);
  return actOnAgency(casework, caller, { id, action: 'agency.add-domain' }, async (tx, agency) => {
    if (!(await insertDomain(tx, id, { domain, hasSubdomains: given.hasSubdomains }))) {
      const owner = await findDomainAgency(tx, domain);
      invalid('domain', `${domain} belongs to ${owner ?? 'another agency'} already.`, 'conflict');
    }
    return { answer: domain, details: { name: agency.name, domain, hasSubdomains: given.hasSubdomains } };
  });
}

/** Takes a domain off an agency; accounts that exist stay. */
export async function dropDomain(casework: CaseworkContext, caller: Caller, id: string, domain: string): Promise<void> {
  await actOnAgency(casework, caller, { id, action: 'agency.remove-domain' }, async (tx, agency) => {
    if (!(await removeDomain(tx, id, domain.trim().toLowerCase()))) {
      throw new AppError('not-found', 'This agency has no such domain.');
    }
    return { answer: undefined, details: { name: agency.name, domain } };
  });
}
