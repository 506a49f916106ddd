import { PERSON_KINDS, type PersonKind } from '@trailmark/core/case-people';
import { AppError } from '@trailmark/core/errors';
import type { ReadOutline } from './case-format.ts';
import type { OutlineIdentifier, OutlineLabel, OutlineLink, OutlineNote, OutlinePerson } from './case-outline.ts';
import { fromMispTag } from './misp-words.ts';
import {
  createTally,
  createTextReader,
  type ReadPoint,
  readPoint,
  readTags,
  type Tally,
  type TextReader,
} from './read-texts.ts';

type Given = Readonly<Record<string, unknown>>;

const MAX_ATTRIBUTES = 50_000;
const isRecord = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const recordsOf = (value: unknown): readonly Given[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const isGone = ({ deleted }: Given) => deleted === true || deleted === '1' || deleted === 1;

function refuse(sentence: string): never {
  throw new AppError('invalid', sentence);
}

interface Reading {
  readonly tally: Tally;
  readonly texts: TextReader;
  readonly source: string;
  readonly labels: Map<string, OutlineLabel>;
  readonly lines: string[];
}

/** Types of attributes that name an address, and the symbol that each means. */
const COIN_TYPES: Readonly<Record<string, string | undefined>> = { btc: 'BTC', dash: 'DASH', xmr: 'XMR' };
const PERSON_NAMES = ['full-name', 'last-name', 'first-name', 'alias', 'handle'];

/** An address of an attribute or an object; kept as a line where no chain of this version has it. */
function addPoint(
  reading: Reading,
  value: unknown,
  symbol: string | undefined,
  comment: unknown,
  chain?: string,
): ReadPoint | undefined {
  const { tally, texts, labels, lines, source } = reading;
  // People file addresses of every chain under `btc`: where it is none of Bitcoin, its form decides.
  const point = readPoint(value, { chain, symbol }) ?? (symbol === 'BTC' ? readPoint(value, {}) : undefined);
  if (!point) {
    lines.push(texts.line(`address${symbol === undefined ? '' : ` (${symbol})`}: ${String(value)}`, 500));
    tally.count('Addresses', 'not of a chain that this version knows: kept as lines of a note');
    return undefined;
  }
  if (point.isGuessed)
    tally.count(
      'Chains of addresses',
      'not stated in the file: filed under the best known chain that the address fits',
    );
  const key = `${point.chain} ${point.address}`;
  const words = texts.line(comment, 140) || 'Named in the event';
  const text = point.isGuessed ? `${words} (chain not stated)` : words;
  if (!labels.has(key)) labels.set(key, { chain: point.chain, address: point.address, text, mark: 'claim', source });
  return point;
}

const valuesOf = (attributes: readonly Given[], relation: string) =>
  attributes.filter(({ object_relation }) => object_relation === relation).map(({ value }) => value);

function addCoinObject(reading: Reading, attributes: readonly Given[], comment: unknown): ReadPoint | undefined {
  const symbol = textOf(valuesOf(attributes, 'symbol')[0]);
  const [, chain] = /^chain: ([a-z-]+)/.exec(textOf(valuesOf(attributes, 'text')[0])) ?? [];
  const found = attributes.find(({ object_relation }) =>
    ['address', 'address-crypto', 'address-xmr', 'wallet-address'].includes(textOf(object_relation)),
  );
  if (!found) return undefined;
  return addPoint(reading, found.value, symbol || COIN_TYPES[textOf(found.type)], comment || found.comment, chain);
}

const isKind = (text: string): text is PersonKind => (PERSON_KINDS as readonly string[]).includes(text);

function readIdentifiers({ texts }: Reading, attributes: readonly Given[]): OutlineIdentifier[] {
  const phones = valuesOf(attributes, 'phone-number').map((value) => texts.line(value, 40).replace(/[^\d+]/g, ''));
  const handles = valuesOf(attributes, 'handle').map((value) => texts.line(value, 253).split(': '));
  return [
    ...phones
      .filter((value) => /^\+[1-9]\d{6,14}$/.test(value))
      .map((value) => ({ type: 'phone', service: '', value }) as const),
    ...handles.flatMap((parts): OutlineIdentifier[] => {
      const value = parts.at(-1) ?? '';
      if (value === '') return [];
      if (parts[0] === 'domain') return [{ type: 'domain', service: '', value }];
      const service = (parts.length > 2 ? parts[1] : parts.length > 1 ? parts[0] : '') || 'handle';
      return [{ type: parts[0] === 'account' ? 'account' : 'handle', service: service.slice(0, 40), value }];
    }),
  ];
}

function readPerson(reading: Reading, one: Given, number: string): OutlinePerson {
  const { texts } = reading;
  const attributes = recordsOf(one.Attribute);
  const full =
    textOf(valuesOf(attributes, 'full-name')[0]) ||
    ['first-name', 'last-name'].flatMap((name) => valuesOf(attributes, name)).join(' ');
  const roles = [...valuesOf(attributes, 'role'), /: ([a-z-]+)/.exec(textOf(one.comment))?.[1]].map((role) =>
    textOf(role).toLowerCase(),
  );
  const kind = roles.find(isKind);
  const isCompany = ['organization', 'legal-entity', 'organisation'].includes(textOf(one.name));
  const name =
    full ||
    textOf(valuesOf(attributes, 'name')[0]) ||
    PERSON_NAMES.map((key) => textOf(valuesOf(attributes, key)[0])).find(Boolean) ||
    '';
  return {
    ...{
      number,
      kind: kind ?? (isCompany ? 'company' : 'witness'),
      name: texts.line(name, 160) || 'Without a name in the file',
    },
    detail: kind || isCompany ? '' : 'role not stated in the file',
    aliases: valuesOf(attributes, 'alias')
      .map((alias) => texts.line(alias, 160))
      .filter(Boolean)
      .slice(0, 20),
    note: texts.text(one.comment, 4_000),
    identifiers: readIdentifiers(reading, attributes),
  };
}

const COIN_OBJECTS = ['coin-address', 'btc-wallet'];
const PERSON_OBJECTS = ['person', 'organization', 'organisation', 'legal-entity', 'victim'];

interface Parts {
  readonly people: ReadonlyMap<string, OutlinePerson>;
  readonly points: ReadonlyMap<string, ReadPoint>;
}

function addLine({ lines, texts }: Reading, { type, value, comment }: Given): void {
  lines.push(texts.line([`${textOf(type)}: ${textOf(value)}`, textOf(comment)].filter(Boolean).join(' — '), 500));
}

function readObjects(reading: Reading, objects: readonly Given[]): Parts {
  const [people, points] = [new Map<string, OutlinePerson>(), new Map<string, ReadPoint>()];
  for (const one of objects) {
    const [name, uuid, attributes] = [
      textOf(one.name),
      textOf(one.uuid),
      recordsOf(one.Attribute).filter((attribute) => !isGone(attribute)),
    ];
    if (COIN_OBJECTS.includes(name)) {
      const point = addCoinObject(reading, attributes, one.comment);
      if (point) points.set(uuid, point);
    } else if (PERSON_OBJECTS.includes(name))
      people.set(uuid, readPerson(reading, { ...one, Attribute: attributes }, `F-${people.size + 1}`));
    else {
      for (const attribute of attributes) addLine(reading, attribute);
      reading.tally.count(`Objects “${name.slice(0, 60)}”`, 'a case has no place for them: kept as lines of a note');
    }
  }
  return { people, points };
}

function readLinks(
  { texts, tally, source }: Reading,
  objects: readonly Given[],
  { people, points }: Parts,
): OutlineLink[] {
  const references = objects.flatMap((one) =>
    recordsOf(one.ObjectReference).map((reference) => [textOf(one.uuid), reference] as const),
  );
  return references
    .filter(([, reference]) => !isGone(reference))
    .flatMap(([from, reference]): OutlineLink[] => {
      const to = textOf(reference.referenced_uuid);
      const isForward = people.has(from);
      const person = people.get(isForward ? from : to);
      const target = isForward ? to : from;
      const other = people.get(target);
      const point = points.get(target);
      if (!person || other === person || !(other ?? point)) {
        tally.count('References', 'not between a person and an address, or two people, of the event');
        return [];
      }
      const base = {
        ...({
          person: person.number,
          basis: 'statement',
          mark: 'claim',
          confidence: { of: 'person', word: 'unclear' },
        } as const),
        relation: texts.line(reference.relationship_type, 200) || 'related to',
        ...{ explanation: texts.text(reference.comment, 1_000), source, addedAt: null },
      };
      if (other) return [{ ...base, to: { person: other.number } }];
      return point ? [{ ...base, to: { chain: point.chain, address: point.address } }] : [];
    });
}

function readAttributes(reading: Reading, attributes: readonly Given[]): OutlineNote[] {
  const notes: OutlineNote[] = [];
  for (const one of attributes) {
    const type = textOf(one.type);
    if (Object.hasOwn(COIN_TYPES, type)) addPoint(reading, one.value, COIN_TYPES[type], one.comment);
    else if (type === 'comment' || type === 'text') {
      const title = reading.texts.line(one.comment, 200) || 'Comment of the event';
      notes.push({
        number: `N-${notes.length + 1}`,
        title,
        text: reading.texts.text(one.value, 200_000),
        savedAt: null,
      });
    } else {
      addLine(reading, one);
      reading.tally.count(
        `Attributes of the type ${type.slice(0, 60)}`,
        'a case has no place for them: kept as lines of a note',
      );
    }
  }
  return notes;
}

/** The event of a value that may be one; undefined for what is none. */
export function findMispEvent(value: unknown): Given | undefined {
  const outer = isRecord(value) ? value : {};
  const [first] = recordsOf(outer.response);
  const event = outer.Event ?? first?.Event;
  return isRecord(event) && typeof event.info === 'string' ? event : undefined;
}

function countIgnored({ tally }: Reading, event: Given): void {
  const ignored = [
    ['Galaxy', 'Galaxies'],
    ['RelatedEvent', 'Related events'],
    ['ShadowAttribute', 'Proposals'],
    ['EventReport', 'Event reports'],
  ] as const;
  for (const [name, what] of ignored) {
    for (const _ of recordsOf(event[name])) tally.count(what, 'a case has no place for them');
  }
}

/** What an event of the MISP core format states about a case. Throws `invalid` for what is too large or more than one event. */
export function readMisp(value: unknown): ReadOutline {
  if (isRecord(value) && Array.isArray(value.response) && value.response.length > 1) {
    refuse(`This file has ${value.response.length} MISP events. Export one event at a time.`);
  }
  const event = findMispEvent(value) ?? refuse('This is not an event of MISP: it has no “Event” with an “info”.');
  const [attributes, objects] = [
    recordsOf(event.Attribute).filter((one) => !isGone(one)),
    recordsOf(event.Object).filter((one) => !isGone(one)),
  ];
  const count = attributes.length + objects.reduce((sum, one) => sum + recordsOf(one.Attribute).length, 0);
  if (count > MAX_ATTRIBUTES) {
    refuse(`This MISP event has ${count} attributes. A case takes ${MAX_ATTRIBUTES} at most: split the event.`);
  }
  const tally = createTally();
  const texts = createTextReader(tally);
  const organisation = isRecord(event.Orgc) ? texts.line(event.Orgc.name, 160) : '';
  const source = texts.line(`MISP event of ${organisation || 'an unnamed organisation'}`, 300);
  const reading: Reading = { tally, texts, source, labels: new Map(), lines: [] };
  const parts = readObjects(reading, objects);
  const links = readLinks(reading, objects, parts);
  const notes = readAttributes(reading, attributes);
  countIgnored(reading, event);
  const named = recordsOf(event.Tag).map(({ name }) => name);
  const own = named.map(fromMispTag).filter((tag) => tag !== undefined);
  const tags = named.filter((name) => fromMispTag(name) === undefined).map((name) => texts.line(name, 120));
  const about = [...(tags.length > 0 ? [`Tags: ${tags.join(', ')}`] : []), ...reading.lines].join('\n');
  const rest =
    about === ''
      ? []
      : [{ number: 'N-0', title: 'Other data of the event', text: about.slice(0, 200_000), savedAt: null }];
  return {
    outline: {
      ...{ title: texts.line(event.info, 160) || 'MISP event', reference: null, status: 'new', openedAt: null },
      ...{ addresses: [], people: [...parts.people.values()], links, events: [], notes: [...notes, ...rest] },
      labels: [...reading.labels.values()],
      tags: readTags(texts, own),
    },
    notUnderstood: tally.list(),
  };
}
