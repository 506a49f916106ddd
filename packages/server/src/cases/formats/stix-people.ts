import { PERSON_KINDS, type PersonKind } from '@trailmark/core/case-people';
import type { OutlineIdentifier, OutlinePerson } from './case-outline.ts';
import {
  extensionOf,
  type Given,
  isRecord,
  listOf,
  PEOPLE_TYPES,
  type Reading,
  textOf,
  typeOf,
} from './stix-objects.ts';

const isKind = (text: string): text is PersonKind => (PERSON_KINDS as readonly string[]).includes(text);

function kindOf(one: Given): { readonly kind: PersonKind; readonly isStated: boolean } {
  const named = [extensionOf(one).kind, ...listOf(one.roles)].map((role) => textOf(role).toLowerCase()).find(isKind);
  if (named) return { kind: named, isStated: true };
  if (typeOf(one) !== 'identity') return { kind: 'suspect', isStated: true };
  const isOrganisation = one.identity_class === 'organization' || one.identity_class === 'class';
  return isOrganisation ? { kind: 'company', isStated: true } : { kind: 'witness', isStated: false };
}

function readIdentifiers({ texts }: Reading, one: Given): OutlineIdentifier[] {
  return listOf(extensionOf(one).identifiers).flatMap((given): OutlineIdentifier[] => {
    if (!isRecord(given)) return [];
    const [type, service, value] = [textOf(given.type), texts.line(given.service, 40), texts.line(given.value, 253)];
    const isKnown = type === 'phone' || type === 'domain' || type === 'handle' || type === 'account';
    return isKnown && value !== '' ? [{ type, service, value }] : [];
  });
}

function readPerson(reading: Reading, one: Given, number: string): OutlinePerson {
  const { texts } = reading;
  const { kind, isStated } = kindOf(one);
  const own = listOf(extensionOf(one).aliases);
  const aliases = (own.length > 0 ? own : listOf(one.aliases)).map((alias) => texts.line(alias, 160)).filter(Boolean);
  return {
    ...{ number, kind, aliases: aliases.slice(0, 20), identifiers: readIdentifiers(reading, one) },
    name: texts.line(one.name, 160) || 'Without a name in the file',
    detail: isStated ? '' : 'role not stated in the file',
    note: texts.text(one.description, 4_000),
  };
}

/** An account or a domain of the file, as a person or entity of the case. */
function readEntity({ texts }: Reading, one: Given, number: string): OutlinePerson | undefined {
  const blank = { number, detail: '', aliases: [], note: '' };
  if (typeOf(one) === 'domain-name') {
    const value = texts.line(one.value, 160).toLowerCase();
    if (value === '') return undefined;
    return { ...blank, kind: 'domain', name: value, identifiers: [{ type: 'domain', service: '', value }] };
  }
  const value = texts.line(one.account_login, 160) || texts.line(one.user_id, 160) || texts.line(one.display_name, 160);
  const service = texts.line(one.account_type, 40) || 'account';
  if (value === '') return undefined;
  return { ...blank, kind: 'handle', name: value, identifiers: [{ type: 'handle', service, value }] };
}

export function readPeople(reading: Reading, producer: string): ReadonlyMap<string, OutlinePerson> {
  const people = new Map<string, OutlinePerson>();
  for (const [id, one] of reading.objects) {
    const number = `F-${people.size + 1}`;
    if (PEOPLE_TYPES.includes(typeOf(one)) && id !== producer) people.set(id, readPerson(reading, one, number));
    if (typeOf(one) !== 'user-account' && typeOf(one) !== 'domain-name') continue;
    const entity = readEntity(reading, one, number);
    if (entity) people.set(id, entity);
    else reading.tally.count(`Objects of the type ${typeOf(one)}`, 'without a name');
  }
  return people;
}
