import { toCanonicalJson } from '@trailmark/core/canonical-json';
import type { PersonKind } from '@trailmark/core/case-people';
import type { CaseFormat, CaseSource } from './case-format.ts';
import type { OutlineLink, OutlinePerson } from './case-outline.ts';
import { isStixBundle, readStix } from './stix-reader.ts';
import { SCORE_OF, TLP_AMBER, TRAILMARK_EXTENSION, toOwnId, toScoId, WALLET_EXTENSION } from './stix-words.ts';

type StixObject = Readonly<Record<string, unknown>> & { readonly id: string };

const CLASSES: Readonly<Record<PersonKind, string>> = {
  suspect: 'individual',
  victim: 'individual',
  witness: 'individual',
  company: 'organization',
  'exchange-account': 'unknown',
  device: 'system',
  domain: 'unknown',
  phone: 'unknown',
  handle: 'unknown',
};

/** What every object of one file has in common. */
interface Frame {
  readonly source: CaseSource;
  readonly agency: string;
  readonly created: string;
  readonly modified: string;
}

/** STIX knows neither empty texts nor empty lists: what is empty is left out. */
const isSaid = ([, value]: [string, unknown]) => value !== '' && !(Array.isArray(value) && value.length === 0);
const own = (properties: object) => ({
  [TRAILMARK_EXTENSION]: {
    extension_type: 'property-extension',
    ...Object.fromEntries(Object.entries(properties).filter(isSaid)),
  },
});
const toTime = (text: string | null, other: string) => (text === null ? other : new Date(text).toISOString());
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

function createFrame(source: CaseSource): Frame {
  const modified = source.madeAt.toISOString();
  const created = toTime(source.outline.openedAt, modified);
  return { source, agency: toOwnId('identity', `agency ${source.agency}`), created, modified };
}

/** A domain object or a relationship: its id says which row of which case it is. */
function toObject({ source, agency, created, modified }: Frame, type: string, place: string, rest: object): StixObject {
  return {
    ...{
      type,
      spec_version: '2.1',
      id: toOwnId(type, `${source.id} ${place}`),
      created_by_ref: agency,
      created,
      modified,
    },
    object_marking_refs: [TLP_AMBER],
    ...rest,
  };
}

const toObservable = (type: string, contributing: object, rest: object = {}): StixObject => ({
  ...{ type, spec_version: '2.1', id: toScoId(type, contributing), object_marking_refs: [TLP_AMBER] },
  ...contributing,
  ...rest,
});

const walletId = (address: string) => toScoId('cryptocurrency-wallet', { value: address });

/** One wallet a value: an address of several chains is one object, which names them all. */
function toWallets({ source }: Frame): StixObject[] {
  const byValue = Map.groupBy(source.outline.addresses, ({ address }) => address);
  return [...byValue].map(([value, places]) => {
    const chains = places.map(({ chain, number, asOf }) => ({
      chain,
      ...(number === null ? {} : { result: number }),
      ...(asOf === null ? {} : { as_of_height: asOf.height, as_of_block: asOf.hash ?? '' }),
    }));
    const extensions = { [WALLET_EXTENSION]: { extension_type: 'new-sco' }, ...own({ chains }) };
    return toObservable('cryptocurrency-wallet', { value }, { extensions });
  });
}

const describePerson = ({ detail, note }: OutlinePerson) => [detail, note].filter((text) => text !== '').join('\n\n');

function toIdentity(frame: Frame, person: OutlinePerson): StixObject {
  const { number, kind, name, aliases, identifiers } = person;
  const description = describePerson(person);
  const named = { kind, aliases, identifiers: identifiers.map((one) => ({ ...one })) };
  return toObject(frame, 'identity', `person ${number}`, {
    name,
    identity_class: CLASSES[kind],
    roles: [kind],
    ...(description === '' ? {} : { description }),
    extensions: own({ number, ...named }),
  });
}

const personId = ({ source }: Frame, number: string) => toOwnId('identity', `${source.id} person ${number}`);

function toRelationship(frame: Frame, link: OutlineLink, index: number): StixObject {
  const { to, relation, explanation, source, basis, mark, confidence } = link;
  const score = confidence.of === 'rule' ? confidence.score : SCORE_OF[confidence.word];
  const how = confidence.of === 'rule' ? { rule: confidence.rule } : { word: confidence.word };
  return toObject(frame, 'relationship', `link ${index}`, {
    relationship_type: 'related-to',
    source_ref: personId(frame, link.person),
    target_ref: 'chain' in to ? walletId(to.address) : personId(frame, to.person),
    description: [relation, explanation].filter((text) => text !== '').join('\n\n'),
    ...(score === undefined ? {} : { confidence: score }),
    extensions: own({ relation, basis, mark, source, ...how, ...('chain' in to ? { chain: to.chain } : {}) }),
  });
}

function toNotes(frame: Frame, caseId: string): StixObject[] {
  const { labels, notes, events } = frame.source.outline;
  return [
    ...labels.map(({ chain, address, text, mark, source }, index) =>
      toObject(frame, 'note', `label ${index}`, {
        ...{ abstract: 'Label of an address', content: text, object_refs: [walletId(address)] },
        extensions: own({ row_of: 'label', chain, mark, source }),
      }),
    ),
    ...notes.map(({ number, title, text }) =>
      toObject(frame, 'note', number, {
        ...{ abstract: title, content: text === '' ? title : text, object_refs: [caseId] },
        extensions: own({ row_of: 'note', number }),
      }),
    ),
    ...events.map(({ number, title, text, starts, ends, isEstimated, mark, source }) =>
      toObject(frame, 'note', number, {
        ...{ abstract: title, content: text === '' ? title : text, object_refs: [caseId] },
        extensions: own({
          ...{ row_of: 'event', number, mark, source, is_estimated: isEstimated },
          ...(starts === null ? {} : { starts: timeOf(starts) }),
          ...(ends === null ? {} : { ends: timeOf(ends) }),
        }),
      }),
    ),
  ];
}

/** Files of evidence by their hash; one without a hash has not arrived and is no file yet. */
function toFiles({ source }: Frame): StixObject[] {
  const files = source.exhibits.flatMap(({ name, sha256, size }) =>
    sha256 === null ? [] : [toObservable('file', { hashes: { 'SHA-256': sha256 }, name }, { size })],
  );
  return [...new Map(files.map((file) => [file.id, file])).values()];
}

function toDefinitions({ agency }: Frame): StixObject[] {
  const fixed = { spec_version: '2.1', created: '2020-01-01T00:00:00.000Z' };
  return [
    {
      type: 'marking-definition',
      id: TLP_AMBER,
      spec_version: '2.1',
      created: '2017-01-20T00:00:00.000Z',
      definition_type: 'tlp',
      name: 'TLP:AMBER',
      definition: { tlp: 'amber' },
    },
    {
      ...{ type: 'extension-definition', id: WALLET_EXTENSION, ...fixed, modified: '2020-01-01T00:00:00.000Z' },
      ...{
        created_by_ref: 'identity--9779a2db-f98c-5f4b-8d08-8ee04e02dbb5',
        name: 'CryptocurrencyWallet',
        version: '1.0',
      },
      schema:
        'https://raw.githubusercontent.com/muchdogesec/stix2extensions/main/automodel_generated/schemas/scos/cryptocurrency-wallet.json',
      extension_types: ['new-sco'],
    },
    {
      ...{ type: 'extension-definition', id: TRAILMARK_EXTENSION, spec_version: '2.1', created_by_ref: agency },
      ...{ created: '2026-11-23T00:00:00.000Z', modified: '2026-11-23T00:00:00.000Z', name: 'Trailmark', version: '1' },
      description:
        'The chain of an address, how something is known, and what a row of a case says that STIX has no word for.',
      schema: 'docs/methods/case-formats.md of Trailmark describes each property.',
      extension_types: ['property-extension'],
    },
  ];
}

function toBundle(source: CaseSource): object {
  const frame = createFrame(source);
  const { outline, leftOut, number, software } = source;
  const caseId = toOwnId('grouping', `${source.id} case`);
  const content = [
    ...outline.people.map((person) => toIdentity(frame, person)),
    ...toWallets(frame),
    ...outline.links.map((link, index) => toRelationship(frame, link, index)),
    ...toNotes(frame, caseId),
    ...toFiles(frame),
  ];
  const missing = leftOut.map(({ what, count, why }) => `Left out: ${count} ${what.toLowerCase()}, ${why}.`);
  const agency = {
    ...{ type: 'identity', spec_version: '2.1', id: frame.agency, created: frame.created, modified: frame.modified },
    ...{ name: source.agency, identity_class: 'organization', object_marking_refs: [TLP_AMBER] },
  };
  const grouping = toObject(frame, 'grouping', 'case', {
    ...{ name: outline.title, context: 'unspecified' },
    ...(outline.tags.length > 0 ? { labels: outline.tags } : {}),
    description: [`Case ${number}, as it was at ${frame.modified}. ${software}.`, ...missing].join('\n'),
    object_refs: content.length === 0 ? [frame.agency] : content.map(({ id }) => id),
    extensions: own({ row_of: 'case', number, root: source.root }),
  });
  const objects = [...toDefinitions(frame), agency, grouping, ...content];
  return { type: 'bundle', id: toOwnId('bundle', `${source.id} ${source.root}`), objects };
}

/** The case as a STIX 2.1 bundle in canonical JSON. */
export const stixFormat: CaseFormat = {
  id: 'stix',
  mediaType: 'application/json',
  write: (source) => [Buffer.from(toCanonicalJson(toBundle(source)))],
  read: (value) => (isStixBundle(value) ? readStix(value) : null),
};
