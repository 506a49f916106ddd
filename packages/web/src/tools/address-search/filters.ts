import { parseUnits } from '@trailmark/core/amount';
import { AppError } from '@trailmark/core/errors';
import { endSeconds, parseMoment, startSeconds } from '../../format/moment.ts';
import type { HistoryQuery } from '../../ledger-api.ts';
import type { AddressHistorySearch } from './search.ts';

const FILTER_KEYS = [
  'from',
  'to',
  'fromHeight',
  'toHeight',
  'direction',
  'min',
  'max',
  'with',
  'asset',
  'kind',
  'nozero',
] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

/**
 * The filters in the address bar as the server takes them: dates whole days in UTC, amounts in the smallest unit. Amounts need
 * an asset: without its `decimals` they are left out.
 */
export function toHistoryQuery(search: AddressHistorySearch, decimals: number | undefined): HistoryQuery {
  return dropUndefined({
    order: search.order ?? 'newest',
    direction: search.direction,
    fromTime: search.from === undefined ? undefined : startSeconds(search.from),
    toTime: search.to === undefined ? undefined : endSeconds(search.to),
    fromHeight: search.fromHeight,
    toHeight: search.toHeight,
    minAmount: readCoins(search.min, decimals),
    maxAmount: readCoins(search.max, decimals),
    counterparty: search.with,
    asset: search.asset,
    kind: search.kind,
    withoutZero: search.nozero,
  });
}

/** True when rows may be left out: any filter but the order. */
export function isFiltered(search: AddressHistorySearch): boolean {
  return FILTER_KEYS.some((key) => search[key] !== undefined);
}

/** A patch of the address bar that ends all filters and keeps the rest. */
export function clearFilters(): FilterPatch {
  return Object.fromEntries(FILTER_KEYS.map((key) => [key, undefined]));
}

export type FilterPatch = { readonly [K in FilterKey]?: AddressHistorySearch[K] | undefined };

/** What a filter form gives back: the patch to apply, or a sentence under each wrong field. */
export type FilterOutcome =
  | { readonly patch: FilterPatch }
  | { readonly errors: Readonly<Partial<Record<FilterKey, string>>> };

type Draft = Readonly<Partial<Record<FilterKey, string>>>;

/** Typed dates and heights to a patch. Empty fields end their filter. */
export function readRange(draft: Draft): FilterOutcome {
  const fields = new FieldReader(draft);
  const from = fields.read('from', parseMoment);
  const to = fields.read('to', parseMoment);
  const fromHeight = fields.read('fromHeight', parseHeight);
  const toHeight = fields.read('toHeight', parseHeight);
  if (from && to && (startSeconds(from) ?? 0) > (endSeconds(to) ?? 0))
    fields.refuse('to', 'The end lies before the beginning.');
  if (fromHeight !== undefined && toHeight !== undefined && fromHeight > toHeight) {
    fields.refuse('toHeight', 'The last height lies below the first.');
  }
  return fields.outcome({ from, to, fromHeight, toHeight });
}

/** Typed coin amounts to a patch; `decimals` of the chain bound the places. */
export function readAmounts(draft: Draft, decimals: number): FilterOutcome {
  const fields = new FieldReader(draft);
  const parse = (text: string) => parseCoins(text, decimals);
  const min = fields.read('min', parse);
  const max = fields.read('max', parse);
  if (min !== undefined && max !== undefined && parseUnits(min, decimals) > parseUnits(max, decimals)) {
    fields.refuse('max', 'The highest amount is below the lowest.');
  }
  return fields.outcome({ min, max });
}

/** A typed counterparty to a patch; the server says whether it is an address of the chain. */
export function readCounterparty(draft: Draft): FilterOutcome {
  const fields = new FieldReader(draft);
  const other = fields.read('with', parseIdentifier);
  return fields.outcome({ with: other });
}

export function parseIdentifier(text: string): string {
  if (/\s/.test(text) || text.length > 200) throw new AppError('invalid', 'One whole address is expected here.');
  return text;
}

function parseHeight(text: string): number {
  const digits = text.replaceAll(/[,\s]/g, '');
  if (!/^\d{1,9}$/.test(digits)) throw new AppError('invalid', 'A height is a whole number, such as 100,000.');
  return Number(digits);
}

/** "1,234.50" to "1234.5": plain decimal text that core reads exactly. */
function parseCoins(text: string, decimals: number): string {
  const plain = text.replaceAll(/[,\s]/g, '').replace(/^\./, '0.').replace(/\.$/, '');
  if (parseUnits(plain, decimals) < 0n)
    throw new AppError('invalid', 'Amounts here have no sign. Choose a direction instead.');
  return plain;
}

function readCoins(text: string | undefined, decimals: number | undefined): bigint | undefined {
  if (text === undefined || decimals === undefined) return undefined;
  try {
    return parseUnits(text, decimals);
  } catch {
    // A hand-written link with more places than the asset has: the filter is left out, and so is its chip.
    return undefined;
  }
}

/** True when the amount in the address bar can be read in this asset. */
export function isReadableAmount(text: string | undefined, decimals: number | undefined): boolean {
  return readCoins(text, decimals) !== undefined;
}

class FieldReader {
  readonly #draft: Draft;
  readonly #errors: Partial<Record<FilterKey, string>> = {};
  constructor(draft: Draft) {
    this.#draft = draft;
  }
  read<T>(key: FilterKey, parse: (text: string) => T): T | undefined {
    const text = (this.#draft[key] ?? '').trim();
    if (text === '') return undefined;
    try {
      return parse(text);
    } catch (error) {
      this.refuse(key, error instanceof Error ? error.message : 'This cannot be read.');
      return undefined;
    }
  }
  refuse(key: FilterKey, sentence: string): void {
    this.#errors[key] ??= sentence;
  }
  outcome(patch: FilterPatch): FilterOutcome {
    return Object.keys(this.#errors).length > 0 ? { errors: this.#errors } : { patch };
  }
}

function dropUndefined<T extends object>(value: T): HistoryQuery {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as HistoryQuery;
}
