import type { CaseAddress, CaseLabel, CaseLink, CasePeople, CasePerson } from '@trailmark/api/contract/case-people';
import { type ChainId, isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import {
  type LabelRow,
  type LinkRow,
  listLinks,
  listOwnLabels,
  listPinnedAddresses,
} from '@trailmark/store/cases/agency-cases/link-rows';
import { countPeople, findPerson, listPeople, type PersonRow } from '@trailmark/store/cases/agency-cases/person-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { openCase, readCases } from '../case-scope.ts';
import { toSeconds } from '../case-view.ts';
import type { CountTabs } from '../read-case.ts';

const MAX_PINNED = 1_000;
const FORMER = 'Former account';

interface Withdrawable {
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnWhy: string | null;
}

/** Who withdrew something, when and why; null where nobody did. */
export function toWithdrawal({ withdrawnAt, withdrawnBy, withdrawnWhy }: Withdrawable) {
  return withdrawnAt && { at: toSeconds(withdrawnAt), by: withdrawnBy ?? FORMER, why: withdrawnWhy ?? '' };
}

/** `P-1`. */
export function toPersonNumber({ letter, number }: Pick<PersonRow, 'letter' | 'number'>): string {
  return `${letter}-${number}`;
}

export function toPerson(row: PersonRow): CasePerson {
  const { id, kind, name, detail, note, version, addedBy, changedBy } = row;
  return {
    ...{ id, kind, name, detail, note, version, addedBy, changedBy },
    number: toPersonNumber(row),
    aliases: [...row.aliases],
    identifiers: row.identifiers.map(({ type, service, value }) => ({ type, service, value })),
    hasPersonalData: row.hasPersonal,
    addedAt: toSeconds(row.addedAt),
    changedAt: toSeconds(row.changedAt),
    withdrawn: toWithdrawal(row),
  };
}

function toChain(chain: string): ChainId {
  if (isChainId(chain)) return chain;
  throw new AppError('inconsistent', 'This case names an address of a chain that this version does not know.');
}

export function toLink(row: LinkRow): CaseLink {
  const { id, relation, basis, explanation, mark, source, addedBy, rule, score, word } = row;
  return {
    ...{ id, relation, basis, explanation, mark, source, addedBy },
    person: row.personId,
    to:
      row.chain !== null && row.address !== null
        ? { kind: 'address', chain: toChain(row.chain), address: row.address }
        : { kind: 'person', person: row.otherId ?? '' },
    confidence:
      rule !== null && score !== null ? { of: 'rule', rule, score } : { of: 'person', word: word ?? 'unclear' },
    addedAt: toSeconds(row.addedAt),
    withdrawn: toWithdrawal(row),
  };
}

export function toLabel(row: LabelRow): CaseLabel {
  const { id, chain, address, text, mark, source, addedBy } = row;
  return {
    ...{ id, chain: toChain(chain), address, text, mark, source, addedBy },
    addedAt: toSeconds(row.addedAt),
    withdrawn: toWithdrawal(row),
  };
}

type Point = Pick<CaseAddress, 'chain' | 'address'>;

/** Pinned addresses by their number, then those that only links and labels name, as they were entered. */
async function listAddresses(tx: Transaction, caseId: string, named: readonly Point[]): Promise<CaseAddress[]> {
  const pinned = await listPinnedAddresses(tx, caseId, MAX_PINNED);
  const all = new Map<string, CaseAddress>();
  for (const { chain, address, number } of pinned) {
    if (isChainId(chain)) all.set(`${chain} ${address}`, { chain, address, number: `A-${number}` });
  }
  for (const { chain, address } of named) {
    const key = `${chain} ${address}`;
    if (!all.has(key)) all.set(key, { chain, address, number: null });
  }
  return [...all.values()];
}

/** Everybody and everything that a case names, with links and labels. */
export function readPeople(casework: CaseworkContext, caller: Caller, id: string): Promise<CasePeople> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    const people = (await listPeople(tx, id)).map(toPerson);
    const links = (await listLinks(tx, id)).map(toLink);
    const labels = (await listOwnLabels(tx, id)).map(toLabel);
    const linked = links.filter(({ withdrawn }) => !withdrawn).flatMap(({ to }) => (to.kind === 'address' ? [to] : []));
    const labelled = labels.filter(({ withdrawn }) => !withdrawn);
    return { people, links, labels, addresses: await listAddresses(tx, id, [...linked, ...labelled]) };
  });
}

/** Throws `not-found`. */
export async function getPerson(tx: Transaction, id: string, person: string): Promise<PersonRow> {
  const row = await findPerson(tx, id, person);
  if (!row) throw new AppError('not-found', 'There is no such person or entity in this case.');
  return row;
}

/** The same, where it may still be changed. Throws `conflict` for one that was withdrawn. */
export async function getPresentPerson(tx: Transaction, id: string, person: string): Promise<PersonRow> {
  const row = await getPerson(tx, id, person);
  if (row.withdrawnAt) throw new AppError('conflict', `${toPersonNumber(row)} was withdrawn. Add a new entry instead.`);
  return row;
}

export const countPersons: CountTabs = async (tx, id) => ({ people: await countPeople(tx, id) });
