import { isCategoryId } from '@trailmark/core/category';
import { isConfidenceId } from '@trailmark/core/confidence';
import { AppError } from '@trailmark/core/errors';
import { LABEL_ROLES, type Label, type LabelPackHead, type LabelRole, type RefusedLabel } from '@trailmark/core/label';
import { isNetworkId } from '@trailmark/core/network';

/** First words of every label pack; another number is another format. */
export const LABEL_FORMAT = 'trailmark-labels-1';

/** Last line of a pack: its counts, and what of the source was not taken. */
export interface PackFoot {
  readonly labels: number;
  readonly addresses: number;
  /** Rows refused, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** The first ones, in the order of the source. */
  readonly refusedRows: readonly RefusedLabel[];
}

/** One line of a pack, as an array: the same label always gives the same text. */
export function encodeLabel(label: Label): string {
  const names = Object.keys(label.details).sort();
  const details = names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, label.details[name]]));
  const scope = label.scope === 'cluster' ? 'c' : 'a';
  return JSON.stringify([
    label.network,
    label.address,
    label.label,
    label.category,
    label.actor ?? null,
    label.confidence,
    scope,
    label.role ?? null,
    label.source,
    label.asOf ?? null,
    details,
  ]);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isRole(value: unknown): value is LabelRole | null {
  return value === null || (LABEL_ROLES as readonly unknown[]).includes(value);
}

function refuseLine(text: string): never {
  throw new AppError('inconsistent', `A line of the label pack is no label: ${text.slice(0, 120)}`);
}

/** The eleven values of a line: JSON says no more of them than that. */
type Row = readonly [
  network: Label['network'],
  address: string,
  label: string,
  category: Label['category'],
  actor: string | null,
  confidence: Label['confidence'],
  scope: 'a' | 'c',
  role: LabelRole | null,
  source: string,
  asOf: string | null,
  details: Readonly<Record<string, string>> | null,
];

function isRow(row: unknown): row is Row {
  if (!Array.isArray(row) || row.length !== 11) return false;
  const [network, address, label, category, actor, confidence, scope, role, source, asOf, details] = row as unknown[];
  const areTexts = [network, address, label, category, confidence, source].every(isText);
  if (!areTexts || ![actor, asOf].every(isTextOrNull) || typeof details !== 'object') return false;
  const areKnown = isNetworkId(row[0]) && isCategoryId(row[3]) && isConfidenceId(row[5]) && isRole(role);
  return areKnown && (scope === 'a' || scope === 'c') && PRINTABLE.test(row[1]);
}

const PRINTABLE = /^[!-~]+$/;

/** Addresses are printable ASCII on every network; what is not one cannot be in a pack. */
export function isAddressText(text: string): boolean {
  return PRINTABLE.test(text);
}

/** Reads a line written by `encodeLabel`. Throws `inconsistent` on anything else. */
export function decodeLabel(text: string): Label {
  const row: unknown = JSON.parse(text);
  if (!isRow(row)) return refuseLine(text);
  const [network, address, label, category, actor, confidence, scope, role, source, asOf, details] = row;
  return {
    network,
    address,
    label,
    category,
    actor: actor ?? undefined,
    confidence,
    scope: scope === 'c' ? 'cluster' : 'address',
    role: role ?? undefined,
    source,
    asOf: asOf ?? undefined,
    details: details ?? {},
  };
}

/** Sorts as packs are sorted: by network, address, label, category and source, in code units. */
export function sortKey({ network, address, label, category, source }: Label): string {
  return `${network}\0${address}\0${label}\0${category}\0${source}`;
}

/** First line of a pack. */
export function encodeHead(head: LabelPackHead): string {
  const { id, title, publisher, licence, visibility, url, asOf, importer } = head;
  return JSON.stringify({
    format: LABEL_FORMAT,
    id,
    title,
    publisher,
    licence,
    visibility,
    url: url ?? null,
    asOf,
    importer,
  });
}

/** Reads the first line of a pack. Throws `inconsistent` where it is none. */
export function decodeHead(text: string): LabelPackHead {
  const head = JSON.parse(text) as Record<string, unknown>;
  const { format, url, visibility, ...rest } = head;
  const texts = [rest.id, rest.title, rest.publisher, rest.licence, rest.asOf, rest.importer];
  if (format !== LABEL_FORMAT || !texts.every(isText) || (visibility !== 'public' && visibility !== 'internal')) {
    throw new AppError('inconsistent', `The first line is not that of a label pack of the form ${LABEL_FORMAT}.`);
  }
  const { id, title, publisher, licence, asOf, importer } = rest as Record<string, string>;
  return {
    id,
    title,
    publisher,
    licence,
    visibility,
    url: isText(url) ? url : undefined,
    asOf,
    importer,
  } as LabelPackHead;
}

/** Throws `invalid` unless the id can name a pack. */
export function assertPackId(id: string): void {
  if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) return;
  throw new AppError(
    'invalid',
    `"${id.slice(0, 80)}" cannot name a pack: lower-case letters, digits and hyphens are expected.`,
  );
}
