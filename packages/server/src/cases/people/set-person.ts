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

async function writePerson(tx: Transaction, row: PersonChange, named: Body['row']): Promise<void> {
  if (named) {
    const present = await getPresentPerson(tx, row.caseId, named.id);
    checkVersion(present.version, named.version);
    return updatePerson(tx, row);
  }
  if ((await countPeople(tx, row.caseId)) >= MAX_PEOPLE) {
    throw new AppError('conflict', `A case names ${MAX_PEOPLE} people and entities at most.`);
  }
  return insertPerson(tx, row, personLetter(row.kind));
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
      const identifiers = read.map(({ type, service, value }) => ({ type, service, value }));
      await writePerson(tx, { ...body, identifiers, id: person, caseId: id, agency, by: own.id, at }, named);
      const source = { caseId: id, agency, source: person };
      const values = identifiers.flatMap(({ service, value }) => [service, value]);
      await putIdentifiers(tx, source, keys);
      await putCaseText(
        tx,
        source,
        'person',
        [body.name, body.detail, ...body.aliases, body.note, ...values].join('\n'),
      );
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
