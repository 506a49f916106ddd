import { formatAccount } from '@trailmark/chains/account/account-address';
import { tronPrefixes } from '@trailmark/chains/account/account-prefix';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedAccounts } from '../ledgers.ts';
import { type SearchHit, toTransactionHit } from '../outputs/search-hits.ts';
import { toAccountHit } from './account-hits.ts';

/** Beginning and end of an identifier, as typed. */
export interface PartialText {
  readonly prefix: string;
  readonly suffix: string;
}

/** What was found, and whether there may be more. */
export interface Found {
  readonly hits: readonly SearchHit[];
  readonly truncated: boolean;
}

const NOTHING: Found = { hits: [], truncated: false };
/** Hex digits after 0x below which half the index fits. */
const MIN_DIGITS = 3;
const MIN_HASH_DIGITS = 4;
const ADDRESS_DIGITS = 40;
const HASH_DIGITS = 64;
const SCAN = 200;
/** With an ending to match, most addresses of a range fall away. */
const SUFFIX_SCAN = 5_000;

/** Prefixes of keys under which every address that begins like the text is. */
function keyPrefixes({ chain }: ServedAccounts, { prefix }: PartialText): readonly string[] {
  if (chain.family === 'tron') return tronPrefixes(prefix);
  const digits = /^0[xX]([0-9a-fA-F]*)$/.exec(prefix)?.[1];
  if (digits === undefined || digits.length < MIN_DIGITS || digits.length >= ADDRESS_DIGITS) return [];
  return [digits.toLowerCase()];
}

/** Base58 distinguishes letter cases, hexadecimal digits do not. */
function matches({ chain }: ServedAccounts, key: string, { prefix, suffix }: PartialText): boolean {
  const text = formatAccount(chain, key);
  if (chain.family === 'tron') return text.startsWith(prefix) && text.endsWith(suffix);
  return text.toLowerCase().endsWith(suffix.toLowerCase());
}

async function findAccounts(
  ledger: ServedAccounts,
  partial: PartialText,
  limit: number,
  read: ReadOptions,
): Promise<Found> {
  const prefixes = keyPrefixes(ledger, partial);
  if (prefixes.length === 0) return NOTHING;
  const isExact = partial.suffix === '' && ledger.chain.family === 'evm';
  const scan = isExact ? Math.max(limit + 1, SCAN) : SUFFIX_SCAN;
  const pages = await Promise.all(prefixes.map((prefix) => ledger.reader.addressesByPrefix(prefix, scan, read)));
  const matching = pages
    .flat()
    .filter(({ address }) => matches(ledger, address, partial))
    .sort((a, b) => b.moveCount - a.moveCount);
  const shown = matching.slice(0, limit).map(({ address }) => address);
  const totals = shown.length === 0 ? new Map() : await ledger.reader.totals(shown, read);
  const unseen = { transactionCount: 0, blockPaymentCount: 0 };
  const hits = shown.map((key) => toAccountHit(ledger, key, totals.get(key) ?? unseen));
  return { hits, truncated: matching.length > limit || pages.some((page) => page.length >= scan) };
}

async function findHashes(
  ledger: ServedAccounts,
  { prefix, suffix }: PartialText,
  limit: number,
  read: ReadOptions,
): Promise<Found> {
  const digits = /^(?:0[xX])?([0-9a-fA-F]+)$/.exec(prefix)?.[1]?.toLowerCase();
  if (digits === undefined || digits.length < MIN_HASH_DIGITS || digits.length >= HASH_DIGITS) return NOTHING;
  const scan = suffix === '' ? limit + 1 : SUFFIX_SCAN;
  const found = await ledger.reader.hashesByPrefix(digits, scan, read);
  const matching = found.filter(({ hash }) => hash.endsWith(suffix.toLowerCase()));
  const hits = matching.slice(0, limit).map(({ hash, position }) => toTransactionHit(ledger, hash, position));
  return { hits, truncated: matching.length > limit || found.length >= scan };
}

/** Addresses and transactions of account chains that begin (and end) like a text, most used addresses first. */
export async function findPartialAccounts(
  held: readonly ServedAccounts[],
  partial: PartialText,
  limit: number,
  read: ReadOptions,
): Promise<Found> {
  const found = await Promise.all(
    held.flatMap((ledger) => [findAccounts(ledger, partial, limit, read), findHashes(ledger, partial, limit, read)]),
  );
  return { hits: found.flatMap(({ hits }) => hits), truncated: found.some(({ truncated }) => truncated) };
}
