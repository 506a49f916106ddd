import type { ChainId } from '@trailmark/core/chain';
import { formatMoveKind } from '../../format/account-words.ts';
import { groupThousands } from '../../format/amount.ts';
import { shorten } from '../../format/identifier.ts';
import { startSeconds } from '../../format/moment.ts';
import { formatCount } from '../../format/number.ts';
import { formatDay } from '../../format/time.ts';
import { type FilterKey, type FilterPatch, isReadableAmount } from './filters.ts';
import type { AddressHistorySearch } from './search.ts';

export interface FilterChip {
  /** The slot of the filter bar that shows it. */
  readonly id: FilterSlotId;
  readonly text: string;
  /** What removing the chip takes out of the address bar. */
  readonly keys: readonly FilterKey[];
}

export type FilterSlotId = 'asset' | 'kind' | 'time' | 'height' | 'direction' | 'amount' | 'counterparty' | 'nozero';

/** What amounts are of: without decimals they are not shown. */
export interface FilterUnit {
  readonly symbol: string;
  readonly decimals: number | undefined;
  readonly chain?: ChainId;
}

const DIRECTIONS = { in: 'Incoming', out: 'Outgoing', self: 'To itself' } as const;

/** "12 May 2017", "12 May 2017 14:30". */
function formatMomentWords(moment: string): string {
  const day = formatDay(startSeconds(moment) ?? 0);
  return moment.includes('T') ? `${day} ${moment.slice(11)}` : day;
}

/** "12 to 22 May 2017": what both ends share is written once, when both are whole days. */
function formatSpan(from: string, to: string): string {
  const [a, b] = [formatMomentWords(from), formatMomentWords(to)];
  if (a === b) return a;
  if (from.includes('T') || to.includes('T')) {
    const isOneDay = from.slice(0, 10) === to.slice(0, 10) && from.includes('T') && to.includes('T');
    return isOneDay ? `${a} to ${to.slice(11)} UTC` : `${a} to ${b} UTC`;
  }
  const [first, second] = [a.split(' '), b.split(' ')];
  if (first[2] !== second[2]) return `${a} to ${b}`;
  return first[1] === second[1] ? `${first[0]} to ${b}` : `${first[0]} ${first[1]} to ${b}`;
}

function describeTime({ from, to }: AddressHistorySearch): string | undefined {
  if (from !== undefined && to !== undefined) return formatSpan(from, to);
  if (from !== undefined) return `From ${formatMomentWords(from)}`;
  return to === undefined ? undefined : `To ${formatMomentWords(to)}`;
}

function describeHeights({ fromHeight, toHeight }: AddressHistorySearch): string | undefined {
  if (fromHeight !== undefined && toHeight !== undefined) {
    return fromHeight === toHeight
      ? `Height ${formatCount(fromHeight)}`
      : `Heights ${formatCount(fromHeight)} to ${formatCount(toHeight)}`;
  }
  if (fromHeight !== undefined) return `From height ${formatCount(fromHeight)}`;
  return toHeight === undefined ? undefined : `To height ${formatCount(toHeight)}`;
}

/** "1,000,000.5": as typed, with separators. */
function groupAmount(text: string): string {
  const [whole = '', places] = text.split('.');
  return `${groupThousands(whole)}${places === undefined ? '' : `.${places}`}`;
}

function describeAmounts(search: AddressHistorySearch, { symbol, decimals }: FilterUnit): string | undefined {
  const min = search.min !== undefined && isReadableAmount(search.min, decimals) ? groupAmount(search.min) : undefined;
  const max = search.max !== undefined && isReadableAmount(search.max, decimals) ? groupAmount(search.max) : undefined;
  if (min !== undefined && max !== undefined) return `${min} to ${max} ${symbol}, either way`;
  if (min !== undefined) return `At least ${min} ${symbol}`;
  return max === undefined ? undefined : `At most ${max} ${symbol}`;
}

/** The active filters in words. */
export function listFilterChips(search: AddressHistorySearch, unit: FilterUnit): readonly FilterChip[] {
  const { asset, kind, nozero } = search;
  const other = search.with === undefined ? undefined : `With ${shorten(search.with)}`;
  const direction = search.direction === undefined ? undefined : DIRECTIONS[search.direction];
  const chips: readonly (Omit<FilterChip, 'text'> & { readonly text: string | undefined })[] = [
    { id: 'asset', text: asset === undefined ? undefined : unit.symbol || asset, keys: ['asset', 'min', 'max'] },
    { id: 'kind', text: kind && `Kind: ${formatMoveKind(kind, unit.chain)}`, keys: ['kind'] },
    { id: 'nozero', text: nozero && 'Without zero transfers', keys: ['nozero'] },
    { id: 'time', text: describeTime(search), keys: ['from', 'to'] },
    { id: 'height', text: describeHeights(search), keys: ['fromHeight', 'toHeight'] },
    { id: 'direction', text: direction, keys: ['direction'] },
    { id: 'amount', text: describeAmounts(search, unit), keys: ['min', 'max'] },
    { id: 'counterparty', text: other, keys: ['with'] },
  ];
  return chips.filter((chip): chip is FilterChip => chip.text !== undefined);
}

/** A patch of the address bar without what a chip represents. */
export function removeChip(keys: FilterChip['keys']): FilterPatch {
  return Object.fromEntries(keys.map((key) => [key, undefined]));
}
