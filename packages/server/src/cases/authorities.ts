import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CaseAuthorities, CaseAuthority } from '@trailmark/api/contract/case-authority';
import type { RouteInput } from '@trailmark/api/route';
import { normaliseAddress } from '@trailmark/chains/chain-address';
import {
  ACT_NAMES,
  ACTS_THAT_NEED,
  type ActTarget,
  type AuthorityAct,
  authorityStateOf,
  termStateOf,
} from '@trailmark/core/case-authority';
import { AppError } from '@trailmark/core/errors';
import {
  type AuthorityRow,
  advanceCaseClock,
  endAuthority,
  findAuthority,
  findAuthorityNeeds,
  insertAuthority,
  listAuthorities,
  putAuthorityNeeds,
  updateAuthority,
} from '@trailmark/store/cases/agency-cases/authority-rows';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { refreshNextDue } from '@trailmark/store/cases/agency-cases/due-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { actOnCase, checkVersion, openCase, readCases } from './case-scope.ts';
import { toDay, toSeconds } from './case-view.ts';
import type { TemplateStep } from './change-case.ts';
import { daysLeft } from './ending-authority.ts';
import { getPresentPerson } from './people/read-people.ts';

const MAX_AUTHORITIES = 500;

function toAuthority(row: AuthorityRow, today: string): CaseAuthority {
  const { id, type, number, issuer, from, to, acts, chains, addresses, people, scope, extender, version } = row;
  const state = termStateOf(row, today);
  const { endedAt, endedBy, endedWhy } = row;
  return {
    ...{ id, type, number, issuer, from, to, scope, extender, version, state },
    acts: [...acts],
    chains: [...chains] as CaseAuthority['chains'],
    addresses: [...addresses] as CaseAuthority['addresses'],
    people: [...people],
    daysLeft: state === 'valid' ? daysLeft(row, today) : null,
    addedAt: toSeconds(row.addedAt),
    addedBy: row.addedBy,
    changedAt: toSeconds(row.changedAt),
    changedBy: row.changedBy,
    ended: endedAt && { at: toSeconds(endedAt), by: endedBy ?? 'Former account', why: endedWhy ?? '' },
  };
}

async function needsOf(tx: Transaction, id: string): Promise<CaseAuthorities['needs']> {
  const own = await findAuthorityNeeds(tx, id);
  return own ? { acts: [...own.acts], version: own.version } : { acts: [...ACTS_THAT_NEED], version: 0 };
}

async function readIn(tx: Transaction, id: string, now: Date): Promise<CaseAuthorities> {
  const today = toDay(await advanceCaseClock(tx, now));
  const items = (await listAuthorities(tx, id)).map((row) => toAuthority(row, today));
  return { items, needs: await needsOf(tx, id), today };
}

export function readAuthorities(casework: CaseworkContext, caller: Caller, id: string): Promise<CaseAuthorities> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    return readIn(tx, id, casework.now());
  });
}

type Body = RouteInput<Contract['setCaseAuthority']>['body'];

async function settle(tx: Transaction, id: string, now: Date): Promise<CaseAuthorities> {
  await refreshNextDue(tx, id);
  await touchCase(tx, id, now);
  return readIn(tx, id, now);
}

/** The authority to change. Throws `not-found`, and `conflict` for another version or one that was ended. */
async function getOpenAuthority(
  tx: Transaction,
  id: string,
  named: { readonly id: string; readonly version: number },
): Promise<AuthorityRow> {
  const row = await findAuthority(tx, id, named.id);
  if (!row) throw new AppError('not-found', 'There is no such authority in this case.');
  checkVersion(row.version, named.version);
  if (row.endedAt) throw new AppError('conflict', 'This authority was ended. Enter a new one instead.');
  return row;
}

async function write(tx: Transaction, row: Parameters<typeof insertAuthority>[1], named: Body['row']): Promise<void> {
  if (named) {
    await getOpenAuthority(tx, row.caseId, named);
    return updateAuthority(tx, row);
  }
  if ((await listAuthorities(tx, row.caseId)).length >= MAX_AUTHORITIES) {
    throw new AppError('conflict', `A case has ${MAX_AUTHORITIES} authorities at most.`);
  }
  return insertAuthority(tx, row);
}

/** Enters an authority, or changes one. Throws `conflict` where its version is another one by now. */
export function setAuthority(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { row: named, ...body }: Body,
): Promise<CaseAuthorities> {
  if (body.to !== null && body.to < body.from) {
    throw new AppError('invalid', 'The last day of an authority is not before its first.', {
      context: { field: 'to' },
    });
  }
  const addresses = body.addresses.map(({ chain, address }) => ({ chain, address: normaliseAddress(chain, address) }));
  const [by, at, authority] = [ownAccount(caller).id, casework.now(), named?.id ?? randomUUID()];
  const details = () => ({ authority, to: body.to, isNew: named === undefined });
  return actOnCase(casework, caller, { id, right: 'law', action: 'authority.set', details }, async (tx, { agency }) => {
    for (const person of body.people) await getPresentPerson(tx, id, person);
    await write(tx, { ...body, addresses, id: authority, caseId: id, agency, by, at }, named);
    return settle(tx, id, at);
  });
}

/** Ends an authority now, before its last day. */
export function endNow(
  casework: CaseworkContext,
  caller: Caller,
  {
    id,
    authority,
    version,
    why,
  }: { readonly id: string; readonly authority: string; readonly version: number; readonly why: string },
): Promise<CaseAuthorities> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const details = () => ({ authority });
  return actOnCase(casework, caller, { id, right: 'law', action: 'authority.end', details }, async (tx) => {
    await getOpenAuthority(tx, id, { id: authority, version });
    await endAuthority(tx, authority, { by, why, at });
    return settle(tx, id, at);
  });
}

/** Acts that a template demands an authority for, as well as those of every case. */
export const addTemplateNeeds: TemplateStep = async (tx, { id, agency, account, at }, { needs = [] }) => {
  if (needs.length === 0) return;
  const acts = [...new Set([...ACTS_THAT_NEED, ...needs.map(({ act }) => act)])];
  await putAuthorityNeeds(tx, { caseId: id, agency, acts, by: account, at });
};

/** Decides which acts are refused in the case without an authority. */
export function setNeeds(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { version, acts }: RouteInput<Contract['setAuthorityNeeds']>['body'],
): Promise<CaseAuthorities> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const unique = [...new Set(acts)];
  const details = () => ({ acts: unique.map((act) => ACT_NAMES[act]).join(', ') });
  return actOnCase(
    casework,
    caller,
    { id, right: 'law', action: 'authority.needs', details },
    async (tx, { agency }) => {
      checkVersion((await needsOf(tx, id)).version, version);
      await putAuthorityNeeds(tx, { caseId: id, agency, acts: unique, by, at });
      return settle(tx, id, at);
    },
  );
}

/** The day it ended: its own, or the earlier one on which somebody ended it. */
const lastDayOf = ({ to, endedOn }: AuthorityRow): string | null =>
  endedOn !== null && (to === null || endedOn < to) ? endedOn : to;

const NEITHER: Readonly<Record<'ended' | 'not-yet' | 'other-scope', (row: AuthorityRow) => string>> = {
  ended: (row) => `ended on ${lastDayOf(row)}`,
  'not-yet': ({ from, to }) => `begins on ${from}${to === null ? '' : ` and ends on ${to}`}`,
  'other-scope': ({ to }) => `does not cover this${to === null ? '' : ` and ends on ${to}`}`,
};

/** Named in a refusal: more would hide the one that matters. */
const MAX_NAMED = 3;

function refusalOf(act: AuthorityAct, rows: readonly AuthorityRow[], judge: (row: AuthorityRow) => string): AppError {
  const context = { context: { reason: 'authority', act } };
  const need = `This needs a legal authority for ${ACT_NAMES[act]}.`;
  if (rows.length === 0) {
    const who = 'A legal adviser or an owner of the case can enter one.';
    return new AppError('forbidden', `${need} The case has none. ${who}`, context);
  }
  const named = rows.slice(0, MAX_NAMED).map((row) => {
    const who = row.extender === '' ? row.issuer : row.extender;
    return `${row.type} ${row.number} ${judge(row)}; ${who} can extend it.`;
  });
  return new AppError('forbidden', [need, ...named].join(' '), context);
}

export interface ActAsked extends ActTarget {
  /** Day of an act that is entered afterwards: an authority that has ended since then covers it. Without it, today. */
  readonly on?: string | undefined;
}

/** An authority as it was on a day. */
function asOn(row: AuthorityRow, day: string): AuthorityRow {
  return row.endedOn !== null && row.endedOn > day ? { ...row, endedOn: null } : row;
}

/**
 * The authority that allows an act, the one that ends last first; null where the case needs none for it and has none. An
 * authority that ended stays ended when the server's clock is turned back. Throws `forbidden` with type, number, end and who
 * can extend what there is.
 */
export async function requireAuthority(
  tx: Transaction,
  caseId: string,
  act: AuthorityAct,
  now: Date,
  { on, ...target }: ActAsked = {},
): Promise<AuthorityRow | null> {
  const today = toDay(await advanceCaseClock(tx, now));
  const rows = await listAuthorities(tx, caseId);
  const day = on !== undefined && on < today ? on : today;
  const stateOf = (row: AuthorityRow) => authorityStateOf(asOn(row, day), day, { act, ...target });
  const valid = rows.findLast((row) => stateOf(row) === 'valid');
  if (valid) return valid;
  if (!(await needsOf(tx, caseId)).acts.includes(act)) return null;
  // What covers the act and lapsed says more than what was never for it.
  const [lapsed, others] = [
    rows.filter(({ acts }) => acts.includes(act)),
    rows.filter(({ acts }) => !acts.includes(act)),
  ];
  throw refusalOf(act, [...lapsed.toReversed(), ...others], (row) => {
    const state = stateOf(row);
    return NEITHER[state === 'valid' ? 'other-scope' : state](row);
  });
}
