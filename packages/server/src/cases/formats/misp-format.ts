import { listTraits } from '@trailmark/chains/chain-traits';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import type { CaseFormat, CaseSource } from './case-format.ts';
import type { OutlineAddress, OutlinePerson } from './case-outline.ts';
import { findMispEvent, readMisp } from './misp-reader.ts';
import { COIN_ADDRESS, FILE_OBJECT, PERSON_OBJECT, toMispTag, toMispUuid } from './misp-words.ts';

/** Distribution 0: your organisation only. Whoever imports decides how far it goes. */
const OWN_ORGANISATION = '0';
const INHERITED = '5';

interface MispAttribute {
  readonly type: string;
  readonly category: string;
  readonly value: string;
  readonly comment?: string;
  readonly relation?: string;
}

interface Frame {
  readonly source: CaseSource;
  readonly timestamp: string;
}

/** MISP stores three bytes a character: what needs four would arrive as a question mark. */
const plain = (text: string) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd');

function toAttribute(
  { source, timestamp }: Frame,
  place: string,
  { type, category, value, comment = '', relation }: MispAttribute,
) {
  return {
    ...{ uuid: toMispUuid(`${source.id} ${place}`), type, category, value: plain(value), comment: plain(comment) },
    ...{
      to_ids: false,
      distribution: INHERITED,
      sharing_group_id: '0',
      timestamp,
      deleted: false,
      disable_correlation: false,
    },
    ...(relation === undefined ? {} : { object_relation: relation }),
  };
}

interface MispObject {
  readonly template: {
    readonly name: string;
    readonly uuid: string;
    readonly version: string;
    readonly category: string;
  };
  readonly attributes: readonly MispAttribute[];
  readonly comment: string;
  readonly references?: readonly object[];
}

function toObject(frame: Frame, place: string, { template, attributes, comment, references = [] }: MispObject) {
  const { source, timestamp } = frame;
  return {
    ...{ uuid: toMispUuid(`${source.id} ${place}`), name: template.name, 'meta-category': template.category },
    ...{ description: '', template_uuid: template.uuid, template_version: template.version, comment: plain(comment) },
    ...{ timestamp, distribution: INHERITED, sharing_group_id: '0', deleted: false, ObjectReference: references },
    Attribute: attributes.map((one, index) => toAttribute(frame, `${place} ${index}`, one)),
  };
}

const SYMBOLS = new Map<string, string>(listTraits().map(({ id, symbol }) => [id, symbol]));
const addressPlace = ({ chain, address }: { readonly chain: string; readonly address: string }) =>
  `address ${chain} ${address}`;

/** Bitcoin has a type of MISP; an address of another chain is text, because a wrong type would be accepted. */
function toAddressObject(frame: Frame, one: OutlineAddress) {
  const { chain, address } = one;
  const labels = frame.source.outline.labels.filter((label) => label.chain === chain && label.address === address);
  const isBitcoin = chain === 'btc';
  const comment = labels.map(({ text, mark, source }) => `${text} (${mark}, ${source})`).join('; ');
  const text = (relation: string, value: string) => ({ type: 'text', category: 'Other', value, relation });
  return toObject(frame, addressPlace(one), {
    template: COIN_ADDRESS,
    comment,
    attributes: [
      isBitcoin
        ? { type: 'btc', category: 'Financial fraud', value: address, relation: 'address' }
        : text('address-crypto', address),
      text('symbol', SYMBOLS.get(chain) ?? chain.toUpperCase()),
      text('text', `chain: ${chain}${one.number === null ? '' : `; result ${one.number}`}`),
    ],
  });
}

function toReferences(frame: Frame, person: OutlinePerson) {
  const from = frame.source.outline.links.filter((link) => link.person === person.number);
  return from.map((link, index) => {
    const place = 'chain' in link.to ? addressPlace(link.to) : `person ${link.to.person}`;
    const how =
      link.confidence.of === 'rule' ? `${link.confidence.rule} ${link.confidence.score}` : link.confidence.word;
    return {
      uuid: toMispUuid(`${frame.source.id} link ${person.number} ${index}`),
      object_uuid: toMispUuid(`${frame.source.id} person ${person.number}`),
      referenced_uuid: toMispUuid(`${frame.source.id} ${place}`),
      referenced_type: '1',
      // Of the words that MISP knows, the one that claims least.
      relationship_type: 'related-to',
      comment: plain(`${link.relation} (${link.mark}, ${how}, ${link.source})`),
      timestamp: frame.timestamp,
      deleted: false,
    };
  });
}

function toPersonObject(frame: Frame, person: OutlinePerson) {
  const { number, kind, name, aliases, identifiers, detail } = person;
  const text = (relation: string, value: string) => ({ type: 'text', category: 'Other', value, relation });
  return toObject(frame, `person ${number}`, {
    template: PERSON_OBJECT,
    comment: [`${number}: ${kind}`, detail].filter(Boolean).join(', '),
    references: toReferences(frame, person),
    attributes: [
      { type: 'full-name', category: 'Person', value: name, relation: 'full-name' },
      ...aliases.map((alias) => text('alias', alias)),
      text('role', kind),
      ...identifiers.map(({ type, service, value }) =>
        type === 'phone'
          ? { type: 'phone-number', category: 'Person', value, relation: 'phone-number' }
          : text('handle', [type, service, value].filter(Boolean).join(': ')),
      ),
    ],
  });
}

function toFileObjects(frame: Frame) {
  return frame.source.exhibits.flatMap(({ number, name, size, sha256 }) =>
    sha256 === null
      ? []
      : [
          toObject(frame, `file ${number}`, {
            template: FILE_OBJECT,
            comment: `${number}: the file itself is not in this event`,
            attributes: [
              { type: 'filename', category: 'External analysis', value: name, relation: 'filename' },
              { type: 'sha256', category: 'External analysis', value: sha256, relation: 'sha256' },
              { type: 'size-in-bytes', category: 'Other', value: String(size), relation: 'size-in-bytes' },
            ],
          }),
        ],
  );
}

function toComments(frame: Frame) {
  const { notes, events } = frame.source.outline;
  const time = (seconds: number | null) =>
    seconds === null ? 'time not known' : new Date(seconds * 1000).toISOString();
  const category = 'Internal reference';
  return [
    ...notes.map(({ number, title, text }) =>
      toAttribute(frame, number, { type: 'comment', category, value: text || title, comment: `${number}: ${title}` }),
    ),
    ...events.map(({ number, title, text, starts, mark, source }) =>
      toAttribute(frame, number, {
        ...{ type: 'comment', category, value: [time(starts), title, text].filter(Boolean).join('\n') },
        comment: `${number}: reported event (${mark}${source === '' ? '' : `, ${source}`})`,
      }),
    ),
  ];
}

function toEvent(source: CaseSource): object {
  const timestamp = String(Math.floor(source.madeAt.getTime() / 1000));
  const frame = { source, timestamp };
  const { outline, number, leftOut } = source;
  const objects = [
    ...outline.addresses.map((one) => toAddressObject(frame, one)),
    ...outline.people.map((person) => toPersonObject(frame, person)),
    ...toFileObjects(frame),
  ];
  const missing = leftOut.map(({ what, count, why }) => `${count} ${what.toLowerCase()} (${why})`).join('; ');
  const about = `Case ${number}, as it was at ${source.madeAt.toISOString()}. ${source.software}. SHA-256 of the case ${source.root}.`;
  const attributes = [
    toAttribute(frame, 'about', {
      ...{ type: 'comment', category: 'Internal reference' },
      value: missing === '' ? about : `${about} Left out: ${missing}.`,
    }),
    ...toComments(frame),
  ];
  const organisation = { id: '0', name: plain(source.agency), uuid: toMispUuid(`agency ${source.agency}`) };
  return {
    Event: {
      ...{
        uuid: toMispUuid(`${source.id} event`),
        id: '0',
        info: plain(outline.title).slice(0, 255),
        published: false,
      },
      ...{ date: (outline.openedAt ?? source.madeAt.toISOString()).slice(0, 10), timestamp, publish_timestamp: '0' },
      ...{ threat_level_id: '4', analysis: outline.status === 'closed' ? '2' : '1', distribution: OWN_ORGANISATION },
      ...{ sharing_group_id: '0', org_id: '0', orgc_id: '0', Org: organisation, Orgc: organisation, extends_uuid: '' },
      ...{ attribute_count: String(attributes.length + objects.reduce((sum, one) => sum + one.Attribute.length, 0)) },
      Tag: [
        { name: 'tlp:amber', colour: '#FFC000', exportable: true },
        ...outline.tags.map((tag) => ({ name: plain(toMispTag(tag)), colour: '#6B7280', exportable: true })),
      ],
      ...{ Attribute: attributes, Object: objects },
    },
  };
}

/** The case as an event of the MISP core format. */
export const mispFormat: CaseFormat = {
  id: 'misp',
  mediaType: 'application/json',
  write: (source) => [Buffer.from(toCanonicalJson(toEvent(source)))],
  read: (value) => (findMispEvent(value) ? readMisp(value) : null),
};
