import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CasePerson } from '@trailmark/api/contract/case-people';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { type IdentifierType, type PersonKind, personLetter } from '@trailmark/core/case-people';
import { AppError } from '@trailmark/core/errors';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { putCaseText, putIdentifiers } from '@trailmark/store/cases/agency-cases/identifier-rows';
import {
  countPeople,
  insertPerson,
  type PersonChange,
  updatePerson,
  withdrawPerson,
} from '@trailmark/store/cases/agency-cases/person-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import type { FindOverlaps } from '../case-items.ts';
import { actOnCase, checkVersion } from '../case-scope.ts';
import { type ReadIdentifier, readIdentifier } from './person-identifiers.ts';
import { getPerson, getPresentPerson, toPerson } from './read-people.ts';

type Body = RouteInput<Contract['setCasePerson']>['body'];

/** One answer names all of them; a case with more is several. */
const MAX_PEOPLE = 2_000;

/** What an entity of a kind is known by: without it the entry would say nothing. */
const NEEDED: Partial<Record<PersonKind, IdentifierType>> = {
  'exchange-account': 'account',
  domain: 'domain',
  phone: 'phone',
  handle: 'handle',
};
const NEEDED_WORDS: Readonly<Record<IdentifierType, string>> = {
  account: 'An exchange account is entered with its service and number as an identifier.',
  domain: 'A domain is entered with the domain itself as an identifier.',
  phone: 'A phone number is entered with the number itself as an identifier.',
  handle: 'A handle is entered with its service and name as an identifier.',
};

function readIdentifiers({ kind, identifiers }: Pick<Body, 'kind' | 'identifiers'>): readonly ReadIdentifier[] {
  const read = identifiers.map(readIdentifier);
  const needed = NEEDED[kind];
  if (needed && !read.some(({ type }) => type === needed)) {
    throw new AppError('invalid', NEEDED_WORDS[needed], { context: { field: 'identifiers' } });
  }
  return [...new Map(read.map((one) => [one.key, one])).values()];
}

/** Throws `conflict` where a case would name too many with `more` of them. */
export async function checkPeopleCount(tx: Transaction, id: string, more: number): Promise<void> {
  if ((await countPeople(tx, id)) + more > MAX_PEOPLE) {
    throw new AppError('conflict', `A case names ${MAX_PEOPLE} people and entities at most.`);
  }
}

type PersonWords = Omit<PersonChange, 'identifiers'>;

const plainOf = (read: readonly ReadIdentifier[]) => read.map(({ type, service, value }) => ({ type, service, value }));

/** What the case is searched and compared by of a person. */
async function putPersonWords(tx: Transaction, row: PersonWords, read: readonly ReadIdentifier[]): Promise<void> {
  const source = { caseId: row.caseId, agency: row.agency, source: row.id };
  const values = read.flatMap(({ service, value }) => [service, value]);
  await putIdentifiers(
    tx,
    source,
    read.map(({ key }) => key),
  );
  await putCaseText(tx, source, 'person', [row.name, row.detail, ...row.aliases, row.note, ...values].join('\n'));
}

/** Adds one whose identifiers were read; how many a case may have is the caller's to check. */
export async function writeNewPerson(
  tx: Transaction,
  row: PersonWords,
  read: readonly ReadIdentifier[],
): Promise<void> {
  await insertPerson(tx, { ...row, identifiers: plainOf(read) }, personLetter(row.kind));
  await putPersonWords(tx, row, read);
}

async function changePerson(
  tx: Transaction,
  row: PersonWords,
  read: readonly ReadIdentifier[],
  version: number,
): Promise<void> {
  const present = await getPresentPerson(tx, row.caseId, row.id);
  checkVersion(present.version, version);
  await updatePerson(tx, { ...row, identifiers: plainOf(read) });
  await putPersonWords(tx, row, read);
}

/** Adds a person or entity, or changes one. Throws `conflict` where its version is another one by now. */
export async function setPerson(
  casework: CaseworkContext,
  findOverlaps: FindOverlaps,
  caller: Caller,
  id: string,
  { row: named, ...body }: Body,
): Promise<RouteOutput<Contract['setCasePerson']>> {
  const read = readIdentifiers(body);
  const keys = read.map(({ key }) => key);
  const [own, at] = [ownAccount(caller), casework.now()];
  const person = named?.id ?? randomUUID();
  const details = ({ number, kind }: CasePerson) => ({ person, number, kind, isNew: named === undefined });
  const written = await actOnCase(
    casework,
    caller,
    { id, right: 'write', action: 'person.set', details },
    async (tx, { agency }) => {
      const row = { ...body, id: person, caseId: id, agency, by: own.id, at };
      if (!named) await checkPeopleCount(tx, id, 1);
      await (named ? changePerson(tx, row, read, named.version) : writeNewPerson(tx, row, read));
      await touchCase(tx, id, at);
      return toPerson(await getPerson(tx, id, person));
    },
  );
  return { person: written, overlaps: [...(await findOverlaps({ id, agency: own.agency }, keys))] };
}

/** Takes a person or entity out of what the case rests on. Other cases no longer overlap with it. */
export function withdrawCasePerson(
  casework: CaseworkContext,
  caller: Caller,
  {
    id,
    person,
    version,
    why,
  }: { readonly id: string; readonly person: string; readonly version: number; readonly why: string },
): Promise<CasePerson> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const details = ({ number }: CasePerson) => ({ person, number });
  return actOnCase(
    casework,
    caller,
    { id, right: 'write', action: 'person.withdraw', details },
    async (tx, { agency }) => {
      const row = await getPresentPerson(tx, id, person);
      checkVersion(row.version, version);
      await withdrawPerson(tx, person, { by, why, at });
      await putIdentifiers(tx, { caseId: id, agency, source: person }, []);
      await touchCase(tx, id, at);
      return toPerson(await getPerson(tx, id, person));
    },
  );
}
