import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { getChain } from '@trailmark/chains/catalogue';
import { traitsOf } from '@trailmark/chains/chain-traits';
import { findNearSpellings } from '@trailmark/chains/identifier/near-spellings';
import { readIdentifier } from '@trailmark/chains/identifier/read-identifier';
import { detectChains, parseOwner } from '@trailmark/chains/utxo/address';
import { isPrivateKey, PRIVATE_KEY_REASON } from '@trailmark/chains/utxo/private-key';
import { holdsPhrase, PHRASE_REASON } from '@trailmark/chains/wallet/hide-phrase';
import type { ChainId, OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Handlers } from '../../http/mount.ts';
import {
  accountChainsToTry,
  detectAccount,
  findAccountBlock,
  readAccountHits,
  readAccountTransactionHits,
  readHash,
  toUnseenHit,
} from '../../ledger/accounts/account-hits.ts';
import type { Ledgers, ServedAccounts } from '../../ledger/ledgers.ts';
import { refuseForeignCoin } from '../../ledger/outputs/foreign-coin.ts';
import { findKeyHits, isKeyShaped } from '../../ledger/outputs/key-hits.ts';
import { findPartial, isPartial } from '../../ledger/outputs/partial-search.ts';
import {
  chainsToTry,
  readAddressHits,
  readTransactionHits,
  type SearchHit,
  toBlockHit,
  toForeignHit,
} from '../../ledger/outputs/search-hits.ts';

type Found = RouteOutput<Contract['search']>;

interface Search {
  /** The identifier, without what other software puts around it. */
  readonly text: string;
  /** What is completed where it is the beginning of something. */
  readonly beginning: string;
  readonly held: ReturnType<typeof chainsToTry>['held'];
  readonly rest: readonly OutputChainId[];
  readonly accounts: readonly ServedAccounts[];
  readonly asked: ChainId | undefined;
  readonly limit: number;
  readonly read: ReadOptions;
}

async function findAddresses({ text, held, rest, read }: Search): Promise<SearchHit[]> {
  const detected = detectChains(
    text,
    held.map((ledger) => ledger.id),
  );
  const hits = await Promise.all(
    held.map((ledger) => {
      const owners = detected.filter(({ chain }) => chain === ledger.id).map(({ owner }) => owner);
      return readAddressHits(ledger, owners, read);
    }),
  );
  const seenFirst = hits.flat().sort((a, b) => Number(b.isIndexed) - Number(a.isIndexed));
  return [...seenFirst, ...detectChains(text, rest).map(toForeignHit)];
}

async function findTransactions({ text, held, read }: Search): Promise<SearchHit[]> {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) return [];
  const hits = await Promise.all(held.map((ledger) => readTransactionHits(ledger, [text.toLowerCase()], read)));
  return hits.flat();
}

function findBlocks({ text, held }: Search): SearchHit[] {
  return held.flatMap((ledger) => {
    const { reader } = ledger;
    const block = /^\d{1,9}$/.test(text)
      ? reader.block(Number(text))
      : /^[0-9a-fA-F]{64}$/.test(text)
        ? reader.blockByHash(text.toLowerCase())
        : undefined;
    return block ? [toBlockHit(ledger, block)] : [];
  });
}

/** What a text names on account chains: addresses where they were seen, transactions, blocks. */
async function findOnAccountChains({ text, accounts, asked, read }: Search): Promise<SearchHit[]> {
  const account = detectAccount(text);
  const isWanted = asked === undefined || !traitsOf(asked).hasOutputs;
  if (account && 'key' in account) {
    const seen = (await Promise.all(accounts.map((ledger) => readAccountHits(ledger, [account], read)))).flat();
    if (seen.length > 0) return seen;
    return isWanted ? [toUnseenHit(account, asked)] : [];
  }
  const hash = readHash(text);
  const hashes = hash === undefined ? [] : [hash];
  const found = await Promise.all(accounts.map((ledger) => readAccountTransactionHits(ledger, hashes, read)));
  return [...found.flat(), ...accounts.flatMap((ledger) => findAccountBlock(ledger, text))];
}

/** Chains on which a text is a wallet key. Throws what the first chain threw where it is one on none. */
function findKeys({ text, held, rest }: Search): readonly SearchHit[] {
  if (!isKeyShaped(text)) return [];
  const indexedIds = held.map((ledger) => ledger.id);
  const { hits, refusal } = findKeyHits(text, [...indexedIds, ...rest], (chain) => indexedIds.includes(chain));
  if (refusal) throw refusal;
  return hits;
}

const NAME_REASON =
  'This is no identifier of a chain. Names such as those of ENS are resolved by external services, which are never contacted. Search for an address, a transaction or a block.';

/** Why nothing was found, as the first chain tried sees the text. */
function explainRefusal({ text, held, rest }: Search): string {
  if (readHash(text) !== undefined) return 'No transaction or block with this id is in this index.';
  if (/^\d{1,12}$/.test(text)) return 'No block with this height is in this index.';
  const account = detectAccount(text);
  if (account)
    return 'reason' in account ? account.reason : 'This is an address of another chain than the one asked for.';
  const foreign = refuseForeignCoin(text);
  if (foreign !== undefined) return foreign;
  if (isPrivateKey(text)) return PRIVATE_KEY_REASON;
  if (holdsPhrase(text)) return PHRASE_REASON;
  if (isPartial(text)) return 'Nothing in this index begins like this.';
  if (/^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$|\s/u.test(text)) return NAME_REASON;
  const chain = held[0]?.id ?? rest[0];
  if (chain === undefined) return 'This is not an identifier of a chain this server knows.';
  try {
    parseOwner(getChain(chain), text);
    return 'Nothing was found.';
  } catch (error) {
    if (AppError.is(error, 'invalid')) return error.message;
    throw error;
  }
}

async function findExact(search: Search): Promise<SearchHit[]> {
  const [addresses, transactions, onAccountChains] = await Promise.all([
    findAddresses(search),
    findTransactions(search),
    findOnAccountChains(search),
  ]);
  return [...addresses, ...transactions, ...findBlocks(search), ...onAccountChains];
}

const MOST_NEAR = 4;

/** Spellings one character away that are identifiers of a chain here, those that are indexed first. */
async function findNear(search: Search): Promise<Found['near']> {
  const near = await Promise.all(
    findNearSpellings(search.text).map(async ({ text, at, was, instead }) => {
      const [hit] = await findExact({ ...search, text });
      return hit ? [{ hit, text, place: at + 1, was, instead }] : [];
    }),
  );
  return near
    .flat()
    .sort((a, b) => Number(b.hit.isIndexed) - Number(a.hit.isIndexed))
    .slice(0, MOST_NEAR);
}

async function runSearch(search: Search): Promise<Found> {
  const keys = findKeys(search);
  const exact = keys.length > 0 ? keys : await findExact(search);
  const wantsMore = keys.length === 0 && exact.length < search.limit;
  const partial = wantsMore
    ? await findPartial(search, search.beginning, search.limit, search.read)
    : { hits: [], truncated: false };
  const isNew = (hit: SearchHit): boolean => !exact.some((other) => other.chain === hit.chain && other.id === hit.id);
  const hits = [...exact, ...partial.hits.filter(isNew)];
  return {
    hits: hits.slice(0, search.limit),
    refusal: hits.length === 0 ? explainRefusal(search) : null,
    near: hits.length === 0 ? await findNear(search) : [],
    truncated: hits.length > search.limit || partial.truncated,
  };
}

/** Finds what a typed text names: a whole identifier, or the beginning of one. */
export function createSearchHandlers(ledgers: Ledgers): Pick<Handlers, 'search'> {
  return {
    async search({ query }, { read }) {
      const pasted = query.q.trim();
      const { text, chain } = readIdentifier(pasted);
      const asked = query.chain ?? chain;
      const { held, rest } = chainsToTry(ledgers, asked);
      // 40 hex digits are an account without its 0x, or the beginning of a transaction id.
      const beginning = text === `0x${pasted}` ? pasted : text;
      try {
        const accounts = accountChainsToTry(ledgers, asked);
        return await runSearch({ text, beginning, held, rest, accounts, asked, limit: query.limit, read });
      } catch (error) {
        // A key or a text that is refused for a reason is an answer of a search, not a failure of it.
        if (AppError.is(error, 'invalid')) return { hits: [], refusal: error.message, near: [], truncated: false };
        throw error;
      }
    },
  };
}
