import { CATEGORY_IDS, type CategoryId, isCategoryId } from '@trailmark/core/category';
import { CONFIDENCE_IDS, type ConfidenceId, isConfidenceId } from '@trailmark/core/confidence';
import { AppError } from '@trailmark/core/errors';
import { LABEL_ROLES, type LabelRole } from '@trailmark/core/label';
import { NETWORK_IDS, type NetworkId } from '@trailmark/core/network';
import { openTable } from './delimited-rows.ts';
import { defineLabelImporter, getOnlyFile, type ImportOptions, type LabelFeed } from './importer.ts';
import { type Claim, parseDay } from './label-gate.ts';
import { findNetwork } from './network-names.ts';
import { describeUnknown } from './taxonomy.ts';

/** Fields a column can be mapped to. Other columns may be mapped to `detail:<name>`. */
export const CSV_FIELDS = [
  'address',
  'label',
  'network',
  'category',
  'actor',
  'confidence',
  'scope',
  'role',
  'source',
  'as_of',
] as const;
type CsvField = (typeof CSV_FIELDS)[number];

interface Mapping {
  readonly places: ReadonlyMap<string, number>;
  readonly details: readonly (readonly [name: string, place: number])[];
  readonly defaults: Readonly<Record<string, string>>;
}

function isField(text: string): text is CsvField {
  return (CSV_FIELDS as readonly string[]).includes(text);
}

function refuseMapping(message: string): never {
  throw new AppError('invalid', message);
}

/**
 * Columns by what they hold: as the caller specifies, or, where nothing is specified, columns named like the fields. Throws
 * `invalid` for a column the file does not have, a field that does not exist, and no column for the address.
 */
function readMapping(columns: readonly string[], { columns: mapped, defaults = {} }: ImportOptions): Mapping {
  const given = mapped ?? Object.fromEntries(CSV_FIELDS.filter((name) => columns.includes(name)).map((n) => [n, n]));
  const places = new Map<string, number>();
  const details: [string, number][] = [];
  for (const [field, column] of Object.entries(given)) {
    const place = columns.indexOf(column);
    if (place < 0) refuseMapping(`There is no column "${column}"; there are ${columns.join(', ').slice(0, 500)}.`);
    if (isField(field)) places.set(field, place);
    else if (field.startsWith('detail:')) details.push([field.slice(7), place]);
    else refuseMapping(`"${field}" is no field; fields are ${CSV_FIELDS.join(', ')} and detail:<name>.`);
  }
  if (!places.has('address')) refuseMapping('No column holds the address: say which one does, as "address=<column>".');
  if (!places.has('label') && !defaults.label) refuseMapping('No column holds the label: say which one does.');
  return { places, details, defaults };
}

type Answer<T> = { readonly value: T | undefined } | { readonly reason: string };

function readWord<T extends string>(
  text: string,
  what: string,
  known: readonly T[],
  find: (word: string) => T | undefined,
): Answer<T> {
  if (text === '') return { value: undefined };
  const value = find(text);
  return value === undefined ? { reason: describeUnknown(what, text, known) } : { value };
}

interface Words {
  readonly network: NetworkId | undefined;
  readonly category: CategoryId | undefined;
  readonly confidence: ConfidenceId | undefined;
  readonly role: LabelRole | undefined;
  readonly scope: 'address' | 'cluster' | undefined;
}

const SCOPES = ['address', 'cluster'] as const;

function readWords(field: (name: CsvField) => string): Words | { readonly reason: string } {
  const answers = {
    network: readWord(field('network'), 'network', NETWORK_IDS, findNetwork),
    category: readWord(field('category'), 'category', CATEGORY_IDS, (word) => (isCategoryId(word) ? word : undefined)),
    confidence: readWord(field('confidence'), 'level of confidence', CONFIDENCE_IDS, (word) =>
      isConfidenceId(word) ? word : undefined,
    ),
    role: readWord(field('role'), 'role', LABEL_ROLES, (word) => LABEL_ROLES.find((role) => role === word)),
    scope: readWord(field('scope'), 'scope', SCOPES, (word) => SCOPES.find((scope) => scope === word)),
  };
  for (const answer of Object.values(answers)) if ('reason' in answer) return answer;
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, 'value' in answer ? answer.value : undefined]),
  ) as unknown as Words;
}

function toClaim(
  cells: readonly string[],
  { places, details, defaults }: Mapping,
): Claim | { readonly reason: string } {
  const field = (name: CsvField): string => cells[places.get(name) ?? -1]?.trim() || (defaults[name] ?? '');
  const words = readWords(field);
  if ('reason' in words) return words;
  if (field('as_of') !== '' && parseDay(field('as_of')) === undefined) {
    return { reason: `"${field('as_of').slice(0, 40)}" is no day; YYYY-MM-DD is expected` };
  }
  return {
    networks: words.network && [words.network],
    address: field('address'),
    label: field('label'),
    category: words.category ?? 'other',
    confidence: words.confidence ?? 'unknown',
    actor: field('actor'),
    scope: words.scope,
    role: words.role,
    source: field('source') || 'Plain table, no source stated',
    asOf: field('as_of'),
    details: Object.fromEntries(details.map(([name, place]) => [name, cells[place] ?? ''])),
  };
}

async function readRows(text: string, feed: LabelFeed): Promise<void> {
  const { columns, rows } = openTable(text);
  const mapping = readMapping(columns, feed.options);
  const addressPlace = mapping.places.get('address') ?? 0;
  for (const { line, cells, fault } of rows) {
    await feed.pace();
    const claim = fault === undefined ? toClaim(cells, mapping) : { reason: fault };
    if ('reason' in claim) feed.refuse({ line, text: cells[addressPlace] ?? cells[0] ?? '', reason: claim.reason });
    else feed.claim(claim, line);
  }
}

/** Any table of addresses: delimiter detected, columns mapped by whoever imports it. */
export const plainCsv = defineLabelImporter({
  id: 'csv',
  version: 1,
  title: 'Plain table (CSV)',
  files: 'One table with a header line, separated by comma, semicolon, tab or bar.',
  pack: undefined,
  read: async (files, feed) => readRows(getOnlyFile(files).text, feed),
});
