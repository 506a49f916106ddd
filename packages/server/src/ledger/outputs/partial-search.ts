import { listAddressForms } from '@trailmark/chains/utxo/address';
import { hasAddressPrefix, prefixRanges } from '@trailmark/chains/utxo/address-prefix';
import type { Owner } from '@trailmark/core/owner';
import type { ReadOptions } from '@trailmark/core/read-options';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import { type Found, findPartialAccounts, type PartialText } from '../accounts/partial-accounts.ts';
import type { ServedAccounts, ServedOutputs } from '../ledgers.ts';
import { toAddressHit, toTransactionHit } from './search-hits.ts';

/** Shortest beginnings worth a look: below them half the index fits. */
const MIN_ADDRESS_PREFIX = 3;
const MIN_TXID_PREFIX = 4;
/** Owners read from the store for each range: more than are shown, because the text re-checks each. */
const RANGE_SCAN = 200;
/** With an ending to match, most owners of a range fall away. */
const SUFFIX_SCAN = 5_000;
/** Base58 prefixes break into one range a length; a page of them is enough. */
const MAX_RANGES = 64;

function readPartial(text: string): PartialText | undefined {
  const match = /^([A-Za-z0-9:]{3,90}?)(?:(?:…|\.{2,3}|\*)([A-Za-z0-9]{0,70}))?$/.exec(text);
  return match?.[1] === undefined ? undefined : { prefix: match[1], suffix: match[2] ?? '' };
}

/** Whether a text can be the beginning (and end) of an address or txid. */
export function isPartial(text: string): boolean {
  return readPartial(text) !== undefined;
}

function matches({ chain }: ServedOutputs, owner: Owner, { prefix, suffix }: PartialText): boolean {
  if (!hasAddressPrefix(chain, owner, prefix)) return false;
  return suffix === '' || listAddressForms(chain, owner).some((form) => form.endsWith(suffix));
}

async function findOwners(
  ledger: ServedOutputs,
  partial: PartialText,
  limit: number,
  read: ReadOptions,
): Promise<Found> {
  const ranges = prefixRanges(ledger.chain, partial.prefix).slice(0, MAX_RANGES);
  const scan = partial.suffix === '' ? Math.max(limit + 1, RANGE_SCAN) : SUFFIX_SCAN;
  const pages = await Promise.all(
    ranges.map((range) => ledger.reader.ownersInRange({ ...range, type: SCRIPT_CODE[range.type] }, scan, read)),
  );
  const owners = pages
    .flat()
    .filter(({ owner }) => matches(ledger, owner, partial))
    .sort((a, b) => b.transactionCount - a.transactionCount);
  const hits = owners
    .slice(0, limit)
    .map(({ owner, transactionCount }) => toAddressHit(ledger, owner, transactionCount));
  return { hits, truncated: owners.length > limit || pages.some((page) => page.length >= scan) };
}

async function findTxids(
  ledger: ServedOutputs,
  { prefix, suffix }: PartialText,
  limit: number,
  read: ReadOptions,
): Promise<Found> {
  const isTxidStart = /^[0-9a-fA-F]+$/.test(prefix) && prefix.length >= MIN_TXID_PREFIX && prefix.length < 64;
  if (!isTxidStart) return { hits: [], truncated: false };
  const scan = suffix === '' ? limit + 1 : SUFFIX_SCAN;
  const found = await ledger.reader.txidsByPrefix(prefix.toLowerCase(), scan, read);
  const matching = found.filter(({ txid }) => txid.endsWith(suffix.toLowerCase()));
  const hits = matching.slice(0, limit).map(({ txid, position }) => toTransactionHit(ledger, txid, position));
  return { hits, truncated: matching.length > limit || found.length >= scan };
}

/** Addresses and transactions that begin (and end) like a text, most used addresses first. */
export async function findPartial(
  { held, accounts }: { readonly held: readonly ServedOutputs[]; readonly accounts: readonly ServedAccounts[] },
  text: string,
  limit: number,
  read: ReadOptions,
): Promise<Found> {
  const partial = readPartial(text);
  if (!partial || partial.prefix.length < MIN_ADDRESS_PREFIX) return { hits: [], truncated: false };
  const found = await Promise.all([
    ...held.flatMap((ledger) => [findOwners(ledger, partial, limit, read), findTxids(ledger, partial, limit, read)]),
    findPartialAccounts(accounts, partial, limit, read),
  ]);
  return { hits: found.flatMap(({ hits }) => hits), truncated: found.some(({ truncated }) => truncated) };
}

/** Addresses of one chain that begin like a text, as Esplora's address-prefix asks. */
export async function findAddressesByPrefix(
  ledger: ServedOutputs,
  prefix: string,
  limit: number,
  read: ReadOptions,
): Promise<string[]> {
  const { hits } = await findOwners(ledger, { prefix, suffix: '' }, limit, read);
  return hits.map((hit) => hit.id);
}
