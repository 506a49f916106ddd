import type { OutlineLink, OutlinePerson } from './case-outline.ts';
import type { ReadPoint } from './read-texts.ts';
import { extensionOf, type Given, idOf, type Reading, textOf, typeOf } from './stix-objects.ts';
import { wordOf } from './stix-words.ts';

export interface Parts extends Reading {
  readonly people: ReadonlyMap<string, OutlinePerson>;
  readonly points: ReadonlyMap<string, readonly ReadPoint[]>;
}

const BASIS_WORDS: ReadonlyMap<string, string> = new Map([
  ['seized-device', 'a seized device'],
  ['exchange-records', 'records of an exchange'],
  ['statement', 'a statement'],
  ['inference', 'an inference'],
]);

/** What another agency states is a claim here, whatever it is there: its own mark and basis are stated in words. */
function describeOrigin({ mark, basis, rule, source }: Given, { texts }: Reading): string {
  const words = [
    typeof mark === 'string' ? `Stated as ${texts.line(mark, 20)}` : '',
    typeof basis === 'string' ? `on the basis of ${BASIS_WORDS.get(basis) ?? texts.line(basis, 40)}` : '',
    typeof rule === 'string' ? `by the rule ${texts.line(rule, 80)}` : '',
    typeof source === 'string' && source !== '' ? `shown by ${texts.line(source, 300)}` : '',
  ].filter(Boolean);
  return words.length === 0 ? '' : `${words.join(', ')}.`;
}

function readLink(parts: Parts, one: Given, person: OutlinePerson, target: string): OutlineLink[] {
  const { texts, producer, people, points } = parts;
  const extension = extensionOf(one);
  const [relation = '', ...rest] = textOf(one.description).split('\n\n');
  const words =
    texts.line(extension.relation, 200) || texts.line(relation, 200) || texts.line(one.relationship_type, 200);
  const base = {
    ...({ person: person.number, relation: words || 'related to', basis: 'statement', mark: 'claim' } as const),
    confidence: { of: 'person', word: wordOf(one.confidence) } as const,
    explanation: texts.text([describeOrigin(extension, parts), rest.join('\n\n')].filter(Boolean).join('\n'), 1_000),
    source: texts.line(`STIX file of ${producer}`, 300),
    addedAt: null,
  };
  const other = people.get(target);
  if (other) return other === person ? [] : [{ ...base, to: { person: other.number } }];
  const chain = textOf(extension.chain);
  const found = points.get(target) ?? [];
  const meant = found.filter((point) => chain === '' || point.chain === chain);
  return (meant.length > 0 ? meant : found)
    .slice(0, 1)
    .map((to) => ({ ...base, to: { chain: to.chain, address: to.address } }));
}

/** Who holds a wallet, as the wallet itself says. */
function readHolder(parts: Parts, one: Given): OutlineLink[] {
  const holder = parts.people.get(textOf(one.holder_ref));
  return holder ? readLink(parts, { relationship_type: 'holder of the wallet' }, holder, idOf(one)) : [];
}

function readRelationship(parts: Parts, one: Given): OutlineLink[] {
  const { people, points, tally } = parts;
  const [from, to] = [textOf(one.source_ref), textOf(one.target_ref)];
  const isForward = people.has(from) && (people.has(to) || points.has(to));
  const person = isForward ? people.get(from) : people.get(to);
  const found = person && (isForward || points.has(from)) ? readLink(parts, one, person, isForward ? to : from) : [];
  if (found.length === 0) {
    tally.count('Relationships', 'not between a person and an address, or two people, of the file');
  }
  return found;
}

/** By the type that a file states, which may be any word. */
const LINKS: ReadonlyMap<string, (parts: Parts, one: Given) => OutlineLink[]> = new Map([
  ['cryptocurrency-wallet', readHolder],
  ['relationship', readRelationship],
]);

export function readLinks(parts: Parts): OutlineLink[] {
  return [...parts.objects.values()].flatMap((one) => LINKS.get(typeOf(one))?.(parts, one) ?? []);
}
