import type { ReadOutline } from './case-format.ts';
import type { OutlineLabel, OutlineLink, OutlineNote } from './case-outline.ts';
import { createTally, createTextReader, readTags } from './read-texts.ts';
import { type Parts, readLinks } from './stix-links.ts';
import { readNotes } from './stix-notes.ts';
import {
  CONTAINERS,
  checkBundle,
  findProducer,
  type Given,
  indexObjects,
  isRecord,
  PEOPLE_TYPES,
  type Reading,
  textOf,
  typeOf,
} from './stix-objects.ts';
import { readPeople } from './stix-people.ts';
import { readPoints } from './stix-points.ts';

/** Kept as lines of a note, as a case has no place for them. */
const AS_TEXT: Readonly<Record<string, (one: Given) => readonly unknown[]>> = {
  file: ({ name, hashes, size }) => [
    name,
    isRecord(hashes) ? (hashes['SHA-256'] ?? Object.values(hashes)[0]) : '',
    size,
  ],
  'email-addr': ({ value, display_name }) => [value, display_name],
  'phone-number': ({ value }) => [value],
  'bank-account': ({ iban, account_number, bank }) => [iban, account_number, bank],
  url: ({ value }) => [value],
  'ipv4-addr': ({ value }) => [value],
  'ipv6-addr': ({ value }) => [value],
  'cryptocurrency-transaction': ({ value, hash, symbol }) => [value ?? hash, symbol],
};

const UNDERSTOOD = new Set([
  ...PEOPLE_TYPES,
  ...['cryptocurrency-wallet', 'relationship', 'note', 'opinion', 'indicator', 'user-account', 'domain-name'],
  ...['grouping', 'report', 'incident', 'extension-definition', 'marking-definition'],
]);

function listOthers({ objects, tally, texts }: Reading): OutlineNote[] {
  const lines: string[] = [];
  for (const one of objects.values()) {
    const type = typeOf(one);
    const toWords = Object.hasOwn(AS_TEXT, type) ? AS_TEXT[type] : undefined;
    const words = toWords?.(one)
      .filter((word) => word !== undefined && word !== '')
      .map(String);
    if (words) {
      lines.push(texts.line(`${type}: ${words.join(', ')}`, 500));
      tally.count(`Objects of the type ${type}`, 'a case has no place for them: kept as lines of a note');
    } else if (!UNDERSTOOD.has(type)) {
      tally.count(`Objects of the type ${type.slice(0, 60)}`, 'a case has no place for them');
    }
  }
  const text = lines.join('\n');
  return text === ''
    ? []
    : [{ number: 'N-0', title: 'Other objects of the file', text: text.slice(0, 200_000), savedAt: null }];
}

/** Every address has a label or a link in a case: one that has neither is named by the file. */
function labelRest(parts: Parts, links: readonly OutlineLink[], labels: readonly OutlineLabel[]): OutlineLabel[] {
  const known = new Set([
    ...links.map(({ to }) => ('chain' in to ? `${to.chain} ${to.address}` : '')),
    ...labels.map(({ chain, address }) => `${chain} ${address}`),
  ]);
  const rest: OutlineLabel[] = [];
  for (const [id, points] of parts.points) {
    for (const { chain, address, isGuessed } of points) {
      if (known.has(`${chain} ${address}`)) continue;
      known.add(`${chain} ${address}`);
      const indicator = parts.texts.line(parts.objects.get(id)?.name, 120);
      const text = `${indicator || 'Named in the file'}${isGuessed ? ' (chain not stated)' : ''}`;
      rest.push({
        chain,
        address,
        text,
        mark: 'claim',
        source: parts.texts.line(`STIX file of ${parts.producer}`, 300),
      });
    }
  }
  return rest;
}

/** Whether a value is a STIX bundle, of any version. */
export function isStixBundle(value: unknown): boolean {
  return isRecord(value) && value.type === 'bundle' && textOf(value.id).startsWith('bundle--');
}

/** What a STIX 2.1 bundle states about a case. Throws `invalid` for another version and for what is too large. */
export function readStix(value: unknown): ReadOutline {
  const tally = createTally();
  const texts = createTextReader(tally);
  const objects = indexObjects(checkBundle(value as Given), tally);
  const producer = findProducer(objects);
  const reading: Reading = { objects, tally, texts, producer: texts.line(producer.name, 160) || 'an unnamed producer' };
  const people = readPeople(reading, producer.id);
  const parts: Parts = { ...reading, people, points: readPoints(reading) };
  const links = readLinks(parts);
  const { labels, notes, events } = readNotes(parts);
  const container = [...objects.values()].find((one) => CONTAINERS.includes(typeOf(one)));
  const others = listOthers(reading);
  return {
    outline: {
      ...{ title: texts.line(container?.name, 160) || 'STIX bundle', reference: null, status: 'new', openedAt: null },
      ...{ addresses: [], people: [...people.values()], links, events, tags: readTags(texts, container?.labels) },
      labels: [...labels, ...labelRest(parts, links, labels)],
      notes: [...notes, ...others],
    },
    notUnderstood: tally.list(),
  };
}
