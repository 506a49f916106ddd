import { toExhibitNumber } from '@trailmark/core/custody';
import type { FileRow } from '@trailmark/store/cases/agency-cases/case-file-rows';
import type { EvidenceRow } from '@trailmark/store/cases/agency-cases/evidence-rows';
import type { CaseContent } from '../case-file.ts';
import { toShownName } from '../evidence/shown-name.ts';
import type {
  CaseOutline,
  LeftOut,
  OutlineAddress,
  OutlineConfidence,
  OutlineEvent,
  OutlineExhibit,
  OutlineLabel,
  OutlineLink,
  OutlineNote,
  OutlinePerson,
  OutlinePoint,
} from './case-outline.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const isPresent = (row: FileRow): boolean => row.withdrawn_at === null || row.withdrawn_at === undefined;

/** Rows of a table that are in force. */
export function presentRows(content: CaseContent, table: string): readonly FileRow[] {
  return (content.tables[table] ?? []).filter(isPresent);
}

/** The row a reference of the content leads to: `{ "$row": "case_person:0" }`. */
export function rowAt(content: CaseContent, ref: unknown): FileRow | undefined {
  const place = typeof ref === 'object' && ref !== null ? (ref as { readonly $row?: unknown }).$row : undefined;
  const [table = '', index = ''] = typeof place === 'string' ? place.split(':') : [];
  return content.tables[table]?.[Number(index)];
}

/** The name of the person a reference of the content leads to. */
export function nameAt(content: CaseContent, ref: unknown): string {
  const place = typeof ref === 'object' && ref !== null ? (ref as { readonly $person?: unknown }).$person : undefined;
  return content.people[Number(place)]?.name ?? '';
}

const personNumber = (row: FileRow | undefined): string => (row ? `${textOf(row.letter)}-${String(row.number)}` : '');

function toPerson(row: FileRow): OutlinePerson {
  return {
    number: personNumber(row),
    kind: row.kind as OutlinePerson['kind'],
    name: textOf(row.name),
    detail: textOf(row.detail),
    aliases: row.aliases as readonly string[],
    note: textOf(row.note),
    identifiers: row.identifiers as OutlinePerson['identifiers'],
  };
}

function toConfidence({ rule, score, word }: FileRow): OutlineConfidence {
  if (typeof rule === 'string' && typeof score === 'number') return { of: 'rule', rule, score };
  return { of: 'person', word: word as Extract<OutlineConfidence, { of: 'person' }>['word'] };
}

function toLink(content: CaseContent, row: FileRow): OutlineLink {
  const { chain, address } = row;
  const isAddress = typeof chain === 'string' && typeof address === 'string';
  return {
    person: personNumber(rowAt(content, row.person_id)),
    to: isAddress ? { chain, address } : { person: personNumber(rowAt(content, row.other_id)) },
    relation: textOf(row.relation),
    basis: row.basis as OutlineLink['basis'],
    mark: row.mark as OutlineLink['mark'],
    confidence: toConfidence(row),
    explanation: textOf(row.explanation),
    source: textOf(row.source),
    addedAt: textOrNull(row.added_at),
  };
}

function toLabel(row: FileRow): OutlineLabel {
  const point = { chain: textOf(row.chain), address: textOf(row.address) };
  return { ...point, text: textOf(row.text), mark: row.mark as OutlineLabel['mark'], source: textOf(row.source) };
}

function toNote(content: CaseContent, row: FileRow, index: number): OutlineNote {
  const versions = (content.tables.case_note_version ?? []).filter(
    ({ note_id }) => (note_id as { readonly $row?: string }).$row === `case_note:${index}`,
  );
  const last = versions.find(({ number }) => number === row.version);
  const text = textOf(last?.text);
  return { number: `N-${String(row.number)}`, title: textOf(row.title), text, savedAt: textOrNull(row.changed_at) };
}

function toEvent(row: FileRow): OutlineEvent {
  return {
    number: `E-${String(row.number)}`,
    title: textOf(row.title),
    text: textOf(row.text),
    starts: numberOrNull(row.starts),
    ends: numberOrNull(row.ends),
    isEstimated: row.is_estimated === true,
    mark: row.mark as OutlineEvent['mark'],
    source: textOf(row.source),
  };
}

const keyOf = ({ chain, address }: OutlinePoint) => `${chain} ${address}`;

function toPinnedAddress(row: FileRow): OutlineAddress | undefined {
  const { params } = (row.input ?? {}) as { readonly params?: { readonly chain?: unknown } };
  const asOf = row.as_of as { readonly height?: unknown; readonly hash?: unknown } | null;
  const height = numberOrNull(asOf?.height);
  return {
    chain: textOf(params?.chain),
    // The title of a pinned address is the address in its one spelling.
    address: textOf(row.title),
    number: `A-${String(row.number)}`,
    asOf: height === null ? null : { height, hash: textOrNull(asOf?.hash) },
  };
}

/** Every address that is pinned, linked or labelled, once. */
function listAddresses(content: CaseContent, links: readonly OutlineLink[], labels: readonly OutlineLabel[]) {
  const pinned = presentRows(content, 'case_item')
    .filter(({ kind }) => kind === 'address')
    .map(toPinnedAddress)
    .filter((one) => one !== undefined);
  const named = [...links.flatMap(({ to }) => ('chain' in to ? [to] : [])), ...labels];
  const others = named.map(({ chain, address }) => ({ chain, address, number: null, asOf: null }));
  const byKey = new Map<string, OutlineAddress>();
  for (const one of [...pinned, ...others]) if (!byKey.has(keyOf(one))) byKey.set(keyOf(one), one);
  return [...byKey.values()];
}

/** What other formats have words for, of everything in a case. */
export function toOutline(content: CaseContent): CaseOutline {
  const links = presentRows(content, 'case_link').map((row) => toLink(content, row));
  const people = presentRows(content, 'case_person').map(toPerson);
  const known = new Set(people.map(({ number }) => number));
  const labels = presentRows(content, 'case_label').map(toLabel);
  // A link of somebody who was withdrawn hangs in the air.
  const whole = links.filter(({ person, to }) => known.has(person) && ('chain' in to || known.has(to.person)));
  return {
    title: textOf(content.case.title),
    reference: textOrNull(content.case.reference),
    status: textOf(content.case.status),
    openedAt: textOrNull(content.case.opened_at),
    tags: (content.case.tags ?? []) as readonly string[],
    addresses: listAddresses(content, whole, labels),
    labels,
    people,
    links: whole,
    notes: (content.tables.case_note ?? []).map((row, index) => toNote(content, row, index)),
    events: presentRows(content, 'case_reported_event').map(toEvent),
  };
}

/** An exhibit as lists outside the program name it, without its file. */
export function toExhibit(row: EvidenceRow): OutlineExhibit {
  const { size, kind, state, description, source, acquiredBy, acquiredWhere, custodyCount, custodyHead } = row;
  return {
    ...{ size, kind, state, description, source, acquiredBy, acquiredWhere, custodyCount, custodyHead },
    number: toExhibitNumber(row.number),
    name: toShownName(row.name),
    sha256: row.arrivalHash,
    acquiredAt: row.acquiredAt?.toISOString() ?? null,
  };
}

const WITHDRAWN: readonly (readonly [table: string, what: string])[] = [
  ['case_item', 'Pinned results'],
  ['case_person', 'People and entities'],
  ['case_link', 'Links'],
  ['case_label', 'Labels'],
  ['case_reported_event', 'Reported events'],
];

/** What was withdrawn in the case, which no format but our own carries. */
export function listWithdrawn({ tables }: CaseContent): LeftOut[] {
  return WITHDRAWN.flatMap(([table, what]) => {
    const count = (tables[table] ?? []).filter((row) => !isPresent(row)).length;
    return count === 0 ? [] : [{ what, count, why: 'withdrawn in the case' }];
  });
}
