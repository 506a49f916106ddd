import type { statementRequest } from '@trailmark/api/contract/statement-wire';
import { isChainId } from '@trailmark/core/chain';
import {
  LINE_GROUPS,
  LINE_TYPES,
  LOT_METHODS,
  PRICE_RULES,
  STATEMENT_TEMPLATES,
  type StatementSubject,
} from '@trailmark/core/statement/statement';
import { z } from 'zod';
import { endSeconds, startSeconds } from '../../format/moment.ts';
import { chainField, lenient, numberField, stringifySearch } from '../../search-params.ts';

export type AskedStatement = z.output<typeof statementRequest>;
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Longer texts than this do not fit an address bar; they stay in the page. */
export const SHARED_LIMIT = 2_000;
export const VIEWS = ['totals', 'counterparties', 'lots', 'unpriced', 'records', 'losses'] as const;

const momentField = z.string().regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/);

/** The options of a statement, as far as they differ from the defaults. */
const optionFields = {
  from: lenient(momentField),
  to: lenient(momentField),
  zone: lenient(z.string().max(60)),
  currency: lenient(z.string().regex(/^[A-Z]{3}$/)),
  price: lenient(z.enum(PRICE_RULES)),
  group: lenient(z.enum(LINE_GROUPS)),
  /** `no`: transfers within the set are left out. */
  own: lenient(z.enum(['no'])),
  spam: lenient(z.enum(['yes'])),
  template: lenient(z.enum(STATEMENT_TEMPLATES)),
  /** The case that the set is of, or whose number the files show. */
  case: lenient(z.uuid()),
};

/** State of the tool in the address bar. */
export const statementSearch = z.object({
  /** A pasted text. */
  q: lenient(z.string().max(SHARED_LIMIT)),
  /** `btc:1A1z…,eth:0x…`; `btc~1A1z…` is the cluster of the address. `kept`: too long, and in this tab only. */
  set: lenient(z.string().max(SHARED_LIMIT + 200)),
  /** An extended public key or an output descriptor, the chain it is read on, and how far unused addresses are looked through. */
  key: lenient(z.string().max(4_000)),
  on: lenient(chainField),
  gap: lenient(numberField),
  ...optionFields,
  view: lenient(z.enum(VIEWS)),
  type: lenient(z.enum(LINE_TYPES)),
  direction: lenient(z.enum(['in', 'out'])),
  asset: lenient(z.string().max(120)),
  words: lenient(z.string().max(200)),
  lot: lenient(z.enum(LOT_METHODS)),
});
export type StatementSearch = z.output<typeof statementSearch>;

export function statementUrl(search: Loose<StatementSearch> = {}): string {
  return `/wallet-statement${stringifySearch(search)}`;
}

/** The part of the state with the options. */
export function optionsOf({
  from,
  to,
  zone,
  currency,
  price,
  group,
  own,
  spam,
  template,
  case: caseId,
}: StatementSearch): Loose<StatementSearch> {
  return { from, to, zone, currency, price, group, own, spam, template, case: caseId };
}

const KEPT = 'statementSet';

/** A set that does not fit the address bar stays in this tab. */
export function writeSet(subjects: readonly StatementSubject[]): string {
  const text = subjects
    .map(({ kind, chain, text: name }) => `${chain}${kind === 'cluster' ? '~' : ':'}${name}`)
    .join(',');
  if (text.length <= SHARED_LIMIT) return text;
  try {
    sessionStorage.setItem(KEPT, text);
  } catch {
    // A blocked storage: the statement cannot be reloaded, and the screen says so.
  }
  return 'kept';
}

function readKept(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}

export function readSet(set: string): StatementSubject[] {
  const text = set === 'kept' ? readKept() : set;
  return text.split(',').flatMap((part): StatementSubject[] => {
    const [, chain = '', sign, name = ''] = /^([a-z-]+)([:~])(.{1,4000})$/.exec(part) ?? [];
    if (!isChainId(chain)) return [];
    return [{ kind: sign === '~' ? 'cluster' : 'address', chain, text: name }];
  });
}

const seconds = (moment: string | undefined, of: (text: string) => number | undefined) =>
  moment === undefined ? undefined : of(moment);

/** The parts of the set that the address bar names. */
export function subjectsOf({ set, key, on }: StatementSearch): StatementSubject[] {
  const named = set === undefined ? [] : readSet(set);
  return key === undefined ? named : [...named, { kind: 'descriptor', chain: on ?? 'btc', text: key }];
}

/** The request to the server; undefined where no address is in the address bar. */
export function toRequest(search: StatementSearch): AskedStatement | undefined {
  const subjects = subjectsOf(search);
  if (subjects.length === 0) return undefined;
  const last = seconds(search.to, endSeconds);
  return {
    subjects,
    from: seconds(search.from, startSeconds) ?? null,
    to: last === undefined ? null : last + 1,
    zone: search.zone ?? 'UTC',
    currency: search.currency ?? 'USD',
    priceRule: search.price ?? 'day-close',
    group: search.group ?? 'transaction',
    ownTransfers: search.own !== 'no',
    spam: search.spam === 'yes',
    template: search.template ?? 'bank',
    gapLimit: Math.max(1, Math.min(search.gap ?? 20, 1_000)),
  };
}
