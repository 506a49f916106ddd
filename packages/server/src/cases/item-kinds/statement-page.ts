import { addressKey } from './identifiers.ts';

/** Identifiers of one item: a set of thousands is found by its first addresses. */
const MOST_KEYS = 200;
/** Longer addresses of a page do not fit an address bar. */
const LONGEST = 1_500;
const DAY = 86_400;

interface Subject {
  readonly kind?: string;
  readonly chain: string;
  readonly text: string;
}

/** What of a pinned request its page needs. */
export interface PinnedSet {
  readonly subjects?: readonly Subject[];
  readonly from?: number | null;
  readonly to?: number | null;
  readonly zone?: string;
  readonly currency?: string;
  readonly priceRule?: string;
  readonly group?: string;
  readonly ownTransfers?: boolean;
  readonly spam?: boolean;
  readonly template?: string;
  readonly gapLimit?: number;
}

export function subjectsOf(body: unknown): readonly Subject[] {
  const { subjects } = (body ?? {}) as PinnedSet;
  return Array.isArray(subjects) ? subjects : [];
}

/** What a set names: its addresses and the addresses of its clusters. A wallet is found by none, because its key is no address. */
export function listAddressKeys(subjects: readonly Subject[]): string[] {
  const named = subjects.filter(({ kind }) => kind !== 'descriptor');
  return named.slice(0, MOST_KEYS).map(({ chain, text }) => addressKey(chain, text));
}

/** A moment as the page writes it: a day where it begins one, else a minute. */
function writeMoment(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString();
  return seconds % DAY === 0 ? text.slice(0, 10) : text.slice(0, 16);
}

/** The last moment before an end that is not included. */
function writeEnd(to: number): string {
  const text = new Date((to - 1) * 1000).toISOString();
  return to % DAY === 0 ? text.slice(0, 10) : text.slice(0, 16);
}

/** The page that shows a set with the options of its request; null where that does not fit an address. */
export function statementPage(body: unknown, view?: string): string | null {
  const asked = (body ?? {}) as PinnedSet;
  const subjects = subjectsOf(body);
  const [descriptor, ...more] = subjects.filter(({ kind }) => kind === 'descriptor');
  const set = subjects
    .filter(({ kind }) => kind !== 'descriptor')
    .map(({ kind, chain, text }) => `${chain}${kind === 'cluster' ? '~' : ':'}${text}`)
    .join(',');
  if (subjects.length === 0 || more.length > 0) return null;
  const unless = (value: string | undefined, usual: string) => (value === usual ? undefined : value);
  const words: Readonly<Record<string, string | undefined>> = {
    set: set || undefined,
    key: descriptor?.text,
    on: descriptor?.chain,
    gap: descriptor && asked.gapLimit !== undefined ? unless(String(asked.gapLimit), '20') : undefined,
    from: typeof asked.from === 'number' ? writeMoment(asked.from) : undefined,
    to: typeof asked.to === 'number' ? writeEnd(asked.to) : undefined,
    zone: unless(asked.zone, 'UTC'),
    currency: unless(asked.currency, 'USD'),
    price: unless(asked.priceRule, 'day-close'),
    group: unless(asked.group, 'transaction'),
    own: asked.ownTransfers === false ? 'no' : undefined,
    spam: asked.spam === true ? 'yes' : undefined,
    template: unless(asked.template, 'bank'),
    view,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(words)) if (value !== undefined) query.set(name, value);
  const page = `/wallet-statement?${query}`;
  return page.length > LONGEST ? null : page;
}
