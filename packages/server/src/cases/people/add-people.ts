import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { type LinkRow, listLinks } from '@trailmark/store/cases/agency-cases/link-rows';
import { listPeople, type PersonRow } from '@trailmark/store/cases/agency-cases/person-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import type { FindOverlaps } from '../case-items.ts';
import { actOnCase } from '../case-scope.ts';
import { addressKey } from '../item-kinds/identifiers.ts';
import { type PersonLine, type RefusedLine, readPeopleTable } from './people-table.ts';
import type { ReadIdentifier } from './person-identifiers.ts';
import { toPersonNumber } from './read-people.ts';
import { checkLinkCount, checkMark, writeLink } from './set-links.ts';
import { checkPeopleCount, writeNewPerson } from './set-person.ts';

type Body = RouteInput<Contract['addCasePeople']>['body'];
type Answer = RouteOutput<Contract['addCasePeople']>;
/** How all links of a table are known. */
type Known = Pick<RouteInput<Contract['addCaseLink']>['body'], 'basis' | 'mark' | 'confidence'>;
type Link = NonNullable<PersonLine['link']>;

interface NewPerson extends Pick<PersonLine, 'kind' | 'name' | 'detail'> {
  readonly id: string;
  readonly identifiers: Map<string, ReadIdentifier>;
}

/** What the lines make of a case as it is. */
interface Plan {
  readonly people: readonly NewPerson[];
  readonly links: readonly (Link & { readonly person: string })[];
  /** Links that the case has already. */
  readonly same: number;
  readonly refused: readonly RefusedLine[];
}

const nameKey = ({ kind, name }: Pick<PersonLine, 'kind' | 'name'>) => `${kind} ${name.toLowerCase()}`;
const linkKey = (person: string, { chain, address, relation }: Pick<LinkRow, 'chain' | 'address' | 'relation'>) =>
  JSON.stringify([person, chain, address, relation]);

/** Whether a line says more about somebody than the case does; that is entered where they are, and not lost here. */
function statesMore({ detail, identifiers }: PersonLine, present: PersonRow): boolean {
  const known = new Set(present.identifiers.map(({ type, service, value }) => JSON.stringify([type, service, value])));
  const isNew = ({ type, service, value }: ReadIdentifier) => !known.has(JSON.stringify([type, service, value]));
  return (detail !== '' && detail !== present.detail) || identifiers.some(isNew);
}

/** The case as it is, and what the lines so far make of it. */
interface Draft {
  readonly present: ReadonlyMap<string, PersonRow>;
  readonly linked: Set<string>;
  readonly added: Map<string, NewPerson>;
  readonly links: (Link & { readonly person: string })[];
}

/** The one that a line is about: lines with the same kind and name are one person, in the case or new. A sentence where it cannot be. */
function findOrAdd({ present, added }: Draft, one: PersonLine): { readonly id: string } | string {
  const key = nameKey(one);
  const found = present.get(key);
  if (found) {
    if (!statesMore(one, found)) return found;
    return `${toPersonNumber(found)} is this person already. Enter there what is new about them.`;
  }
  const before = added.get(key);
  const { kind, name, detail } = one;
  if (before?.detail && detail && before.detail !== detail)
    return `A line above says “${before.detail}” of this person.`;
  const person = before ?? { id: randomUUID(), kind, name, detail, identifiers: new Map() };
  for (const identifier of one.identifiers) person.identifiers.set(identifier.key, identifier);
  added.set(key, { ...person, detail: person.detail || detail });
  return person;
}

async function openDraft(tx: Transaction, id: string): Promise<Draft> {
  const people = (await listPeople(tx, id)).filter(({ withdrawnAt }) => withdrawnAt === null);
  const links = (await listLinks(tx, id)).filter(({ withdrawnAt }) => withdrawnAt === null);
  return {
    present: new Map(people.map((row) => [nameKey(row), row])),
    linked: new Set(links.map((link) => linkKey(link.personId, link))),
    added: new Map(),
    links: [],
  };
}

async function plan(tx: Transaction, id: string, lines: readonly PersonLine[]): Promise<Plan> {
  const draft = await openDraft(tx, id);
  const refused: RefusedLine[] = [];
  let same = 0;
  for (const one of lines) {
    const person = findOrAdd(draft, one);
    if (typeof person === 'string') refused.push({ line: one.line, lines: one.lines, why: person });
    if (typeof person === 'string' || !one.link) continue;
    const key = linkKey(person.id, one.link);
    if (draft.linked.has(key)) same += 1;
    else draft.links.push({ ...one.link, person: person.id });
    draft.linked.add(key);
  }
  return { people: [...draft.added.values()], links: draft.links, same, refused };
}

interface Settled extends Plan {
  readonly isWritten: boolean;
}

interface Entered {
  readonly caseId: string;
  readonly agency: string;
  readonly by: string;
  readonly at: Date;
}

async function writePlan(tx: Transaction, { people, links }: Plan, by: Entered, known: Known): Promise<void> {
  await checkPeopleCount(tx, by.caseId, people.length);
  await checkLinkCount(tx, by.caseId, links.length);
  for (const { identifiers, ...person } of people) {
    await writeNewPerson(tx, { ...by, ...person, aliases: [], note: '' }, [...identifiers.values()]);
  }
  for (const { person: personId, ...link } of links) {
    await writeLink(tx, { ...by, ...known, ...link, id: randomUUID(), personId, otherId: null });
  }
  await touchCase(tx, by.caseId, by.at);
}

/**
 * Adds people and their addresses from a pasted table, all of it or nothing. While a line is refused nothing is written,
 * unless the caller leaves such lines out. Throws `invalid` for a text that is no table, `conflict` for too many.
 */
export async function addPeople(
  casework: CaseworkContext,
  findOverlaps: FindOverlaps,
  caller: Caller,
  id: string,
  { text, leavesOut, chain, relation, source, basis, mark, word }: Body,
): Promise<Answer> {
  const confidence = { of: 'person', word } as const;
  checkMark({ basis, mark, confidence });
  const table = readPeopleTable(text, { chain, link: relation, source });
  const [own, at] = [ownAccount(caller), casework.now()];
  const details = ({ people, links, isWritten }: Settled) => ({
    people: people.length,
    links: links.length,
    isWritten,
  });
  const act = { id, right: 'write', action: 'people.add', details } as const;
  const settled = await actOnCase(casework, caller, act, async (tx, { agency }): Promise<Settled> => {
    const planned = await plan(tx, id, table.lines);
    const isClean = table.refused.length + planned.refused.length === 0;
    const isWritten = (isClean || leavesOut) && planned.people.length + planned.links.length > 0;
    if (isWritten) {
      await writePlan(tx, planned, { caseId: id, agency, by: own.id, at }, { basis, mark, confidence });
    }
    return { ...planned, isWritten };
  });
  const { people, links, same, isWritten } = settled;
  const keys = new Set([
    ...people.flatMap(({ identifiers }) => [...identifiers.keys()]),
    ...links.map((link) => addressKey(link.chain, link.address)),
  ]);
  const overlaps = isWritten ? await findOverlaps({ id, agency: own.agency }, [...keys]) : [];
  return {
    ...{ isWritten, same, hasHeader: table.hasHeader, people: people.length, links: links.length },
    refused: [...table.refused, ...settled.refused].toSorted((a, b) => a.line - b.line),
    overlaps: [...overlaps],
  };
}
