import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import { getAccountChain, listAccountChains } from '@trailmark/chains/account-catalogue';
import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountTotals } from '@trailmark/core/account-ledger';
import type { AccountChainId, ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatPlural } from '../../answers/format-count.ts';
import type { Ledgers, ServedAccounts } from '../ledgers.ts';
import { type SearchHit, toBlockHit, toTransactionHit } from '../outputs/search-hits.ts';

/** How an address of a family looks, whether its checksum holds or not. */
const SHAPES: Readonly<Record<AccountChain['family'], RegExp>> = {
  evm: /^0[xX][0-9a-fA-F]{40}$/,
  tron: /^(?:T[1-9A-HJ-NP-Za-km-z]{33}|41[0-9a-fA-F]{40})$/,
};
/** The chain of each family that is named for an address no chain here has seen. */
const FIRST: Readonly<Record<AccountChain['family'], AccountChainId>> = { evm: 'eth', tron: 'trx' };
const FAMILIES = ['evm', 'tron'] as const;

/** The account chains to look at: the requested one, or all with blocks. None where a chain of the other family is requested. */
export function accountChainsToTry(ledgers: Ledgers, asked: ChainId | undefined): readonly ServedAccounts[] {
  return ledgers
    .list('accounts')
    .filter(({ id, reader }) => (asked === undefined || id === asked) && reader.tip() !== undefined);
}

/** An address of a family of account chains. */
export interface DetectedAccount {
  readonly key: AccountKey;
  readonly family: AccountChain['family'];
}

/**
 * The account a text names, or why it names none although it looks like one; undefined for any other text.
 */
export function detectAccount(text: string): DetectedAccount | { readonly reason: string } | undefined {
  const family = FAMILIES.find((candidate) => SHAPES[candidate].test(text));
  if (!family) return undefined;
  try {
    return { key: parseAccount(getAccountChain(FIRST[family]), text), family };
  } catch (error) {
    if (AppError.is(error, 'invalid')) return { reason: error.message };
    throw error;
  }
}

export function toAccountHit(
  { id, chain }: ServedAccounts,
  key: AccountKey,
  { transactionCount, blockPaymentCount }: Pick<AccountTotals, 'transactionCount' | 'blockPaymentCount'>,
): SearchHit {
  const paid = blockPaymentCount === 0 ? '' : `, ${formatPlural(blockPaymentCount, 'block')} that paid it`;
  return {
    kind: 'address',
    chain: id,
    id: formatAccount(chain, key),
    detail: `${chain.name} address, ${formatPlural(transactionCount, 'transaction')}${paid}`,
    isIndexed: true,
    transactionCount,
  };
}

/** An address that no chain looked at has seen: one hit, not one for each chain on which it could be. */
export function toUnseenHit({ key, family }: DetectedAccount, asked: ChainId | undefined): SearchHit {
  const own = listAccountChains().find((candidate) => candidate.id === asked && candidate.family === family);
  const chain = own ?? getAccountChain(FIRST[family]);
  const what = own || family === 'tron' ? `${chain.name} address` : 'Valid address of Ethereum and chains like it';
  return {
    kind: 'address',
    chain: chain.id,
    id: formatAccount(chain, key),
    detail: `${what}, not seen in this index`,
    isIndexed: false,
    transactionCount: null,
  };
}

/** Where accounts were seen, chain by chain: one store query per chain. */
export async function readAccountHits(
  ledger: ServedAccounts,
  accounts: readonly DetectedAccount[],
  read: ReadOptions,
): Promise<SearchHit[]> {
  const keys = accounts.filter(({ family }) => family === ledger.chain.family).map(({ key }) => key);
  if (keys.length === 0) return [];
  const totals = await ledger.reader.totals(keys, read);
  return keys.flatMap((key) => {
    const seen = totals.get(key);
    return seen ? [toAccountHit(ledger, key, seen)] : [];
  });
}

/** Transactions of one chain among hashes; those it does not hold are left out. */
export async function readAccountTransactionHits(
  ledger: ServedAccounts,
  hashes: readonly string[],
  read: ReadOptions,
): Promise<SearchHit[]> {
  if (hashes.length === 0) return [];
  const found = await ledger.reader.positionsOf(hashes, read);
  return hashes.flatMap((hash) => {
    const position = found.get(hash);
    return position === undefined ? [] : [toTransactionHit(ledger, hash, position)];
  });
}

/** The block a height or hash names on a chain. */
export function findAccountBlock(ledger: ServedAccounts, text: string): SearchHit[] {
  const hash = readHash(text);
  const { reader } = ledger;
  const block = hash === undefined ? readHeight(text, reader.block) : reader.blockByHash(hash);
  return block ? [toBlockHit(ledger, block)] : [];
}

function readHeight<T>(text: string, find: (height: number) => T): T | undefined {
  return /^\d{1,12}$/.test(text) ? find(Number(text)) : undefined;
}

/** 64 lower-case hex digits of a text with or without 0x; undefined for any other text. */
export function readHash(text: string): string | undefined {
  return /^(?:0[xX])?([0-9a-fA-F]{64})$/.exec(text)?.[1]?.toLowerCase();
}
