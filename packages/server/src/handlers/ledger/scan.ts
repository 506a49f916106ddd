import { setImmediate } from 'node:timers/promises';
import { getChain } from '@trailmark/chains/catalogue';
import { traitsOf } from '@trailmark/chains/chain-traits';
import { type DetectedAddress, detectChains, parseOwner } from '@trailmark/chains/utxo/address';
import { PRIVATE_KEY_REASON } from '@trailmark/chains/utxo/private-key';
import type { ChainId, OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../../answers/format-count.ts';
import type { Handlers } from '../../http/mount.ts';
import {
  accountChainsToTry,
  type DetectedAccount,
  detectAccount,
  readAccountHits,
  readAccountTransactionHits,
  readHash,
  toUnseenHit,
} from '../../ledger/accounts/account-hits.ts';
import type { Ledgers, ServedAccounts } from '../../ledger/ledgers.ts';
import { refuseForeignCoin } from '../../ledger/outputs/foreign-coin.ts';
import { findKeyHits } from '../../ledger/outputs/key-hits.ts';
import { findScanWords } from '../../ledger/outputs/scan-words.ts';
import {
  chainsToTry,
  readAddressHits,
  readTransactionHits,
  type SearchHit,
  toForeignHit,
} from '../../ledger/outputs/search-hits.ts';

const MAX_REFUSED = 1_000;
/** Candidates checked before other requests get a turn: some milliseconds of work. */
const SLICE = 100;

const OTHER_CHAIN = 'This is an address of another chain than the one asked for.';

/** What people would take for an address: a reason is owed where such a word fails. */
const ADDRESS_SHAPE =
  /^(?:[13LMDA9mn2tbq][1-9A-HJ-NP-Za-km-z]{24,35}|(?:bc|tb|bcrt|ltc|tltc|rltc)1[a-z0-9]{20,90}|[a-z]{6,12}:[a-z0-9]{30,90})$/i;

interface Refused {
  readonly text: string;
  readonly reason: string;
}

function refuse(word: string, chain: OutputChainId): Refused[] {
  const foreign = refuseForeignCoin(word);
  if (foreign !== undefined) return [{ text: word, reason: foreign }];
  if (!ADDRESS_SHAPE.test(word)) return [];
  try {
    parseOwner(getChain(chain), word);
    return [];
  } catch (error) {
    if (AppError.is(error, 'invalid')) return [{ text: word, reason: error.message }];
    throw error;
  }
}

/** The chain whose rules name the fault of a word: the one its look suggests, else the first one tried. */
function likelyChain(word: string, fallback: OutputChainId): OutputChainId {
  if (/^(bc1|1|3)/i.test(word)) return 'btc';
  if (/^(ltc1|L|M)/.test(word)) return 'ltc';
  if (/^bitcoincash:/.test(word)) return 'bch';
  return /^D/.test(word) ? 'doge' : fallback;
}

interface ChainsToTry {
  readonly held: readonly OutputChainId[];
  readonly rest: readonly OutputChainId[];
  readonly asked: OutputChainId | undefined;
}

interface Detected {
  readonly addresses: readonly DetectedAddress[];
  readonly refused: readonly Refused[];
}

async function detectAll(words: readonly string[], chains: ChainsToTry, read: ReadOptions): Promise<Detected> {
  const addresses: DetectedAddress[] = [];
  const refused: Refused[] = [];
  const fallback = chains.held[0] ?? chains.rest[0] ?? 'btc';
  for (const [i, word] of words.entries()) {
    if (i % SLICE === SLICE - 1) {
      await setImmediate();
      read.signal?.throwIfAborted();
    }
    const onIndexed = detectChains(word, chains.held);
    const found = onIndexed.length > 0 ? onIndexed : detectChains(word, chains.rest).slice(0, 1);
    addresses.push(...found);
    if (found.length === 0) refused.push(...refuse(word, chains.asked ?? likelyChain(word, fallback)));
  }
  return { addresses, refused };
}

/** Keys on the chains with data, else on the first other one: checked here, derived from only when they are opened. */
async function detectKeys(
  keys: readonly string[],
  { held, rest }: ChainsToTry,
  read: ReadOptions,
): Promise<{ readonly hits: readonly SearchHit[]; readonly refused: readonly Refused[] }> {
  const hits: SearchHit[] = [];
  const refused: Refused[] = [];
  for (const key of keys) {
    await setImmediate();
    read.signal?.throwIfAborted();
    const onIndexed = findKeyHits(key, held, () => true);
    const onRest = onIndexed.hits.length > 0 ? undefined : findKeyHits(key, rest, () => false);
    const found = onRest ? onRest.hits.slice(0, 1) : onIndexed.hits;
    hits.push(...found);
    const refusal = onIndexed.refusal ?? onRest?.refusal;
    if (found.length === 0 && refusal) refused.push({ text: key, reason: refusal.message });
  }
  return { hits, refused };
}

interface SortedWords {
  readonly accounts: readonly DetectedAccount[];
  /** Hashes written with 0x. */
  readonly hashes: readonly string[];
  readonly refused: readonly Refused[];
  readonly others: readonly string[];
}

/** Sorts out the words that look like identifiers of account chains. */
async function sortWords(
  words: readonly string[],
  asked: ChainId | undefined,
  read: ReadOptions,
): Promise<SortedWords> {
  const accounts = new Map<string, DetectedAccount>();
  const hashes = new Set<string>();
  const refused: Refused[] = [];
  const others: string[] = [];
  const isElsewhere = asked !== undefined && traitsOf(asked).hasOutputs;
  for (const [i, word] of words.entries()) {
    if (i % SLICE === SLICE - 1) {
      await setImmediate();
      read.signal?.throwIfAborted();
    }
    const account = detectAccount(word);
    const hash = readHash(word);
    if (account && isElsewhere) refused.push({ text: word, reason: OTHER_CHAIN });
    else if (account && 'key' in account) accounts.set(`${account.family} ${account.key}`, account);
    else if (account) refused.push({ text: word, reason: account.reason });
    else if (hash !== undefined) hashes.add(hash);
    else others.push(word);
  }
  return { accounts: [...accounts.values()], hashes: [...hashes], refused, others };
}

/** Where accounts were seen on the chains given; one that was seen nowhere is one hit that says so. */
async function findAccountHits(
  ledgers: readonly ServedAccounts[],
  accounts: readonly DetectedAccount[],
  asked: ChainId | undefined,
  read: ReadOptions,
): Promise<SearchHit[]> {
  const seen = (await Promise.all(ledgers.map((ledger) => readAccountHits(ledger, accounts, read)))).flat();
  const isSeen = new Set(seen.map(({ id }) => id));
  const unseen = accounts.map((account) => toUnseenHit(account, asked)).filter(({ id }) => !isSeen.has(id));
  return [...seen, ...unseen];
}

function refusePrivateKeys(places: readonly number[]): Refused[] {
  return places.map((at) => ({ text: `private key at character ${formatCount(at)}`, reason: PRIVATE_KEY_REASON }));
}

/** Addresses, keys and transaction ids in any text, searched in the index: two store queries per chain. */
export function createScanHandlers(ledgers: Ledgers): Pick<Handlers, 'scanText'> {
  return {
    async scanText({ body }, { read }) {
      const { held, rest } = chainsToTry(ledgers, body.chain);
      const onAccounts = accountChainsToTry(ledgers, body.chain);
      const { txids, keys, others, privateKeysAt, truncated } = findScanWords(body.text);
      const words = await sortWords(others, body.chain, read);
      const hashes = [...new Set([...txids, ...words.hashes])];
      const chains = {
        held: held.map((ledger) => ledger.id),
        rest,
        asked: body.chain === undefined ? undefined : (held[0]?.id ?? rest[0]),
      };
      const { addresses, refused } = await detectAll(words.others, chains, read);
      const wallets = await detectKeys(keys, chains, read);
      const hits = await Promise.all([
        ...held.flatMap((ledger): Promise<SearchHit[]>[] => {
          const owners = addresses.filter(({ chain }) => chain === ledger.id).map(({ owner }) => owner);
          return [readAddressHits(ledger, owners, read), readTransactionHits(ledger, txids, read)];
        }),
        findAccountHits(onAccounts, words.accounts, body.chain, read),
        ...onAccounts.map((ledger) => readAccountTransactionHits(ledger, hashes, read)),
      ]);
      const foreign = addresses.filter(({ chain }) => !chains.held.includes(chain)).map(toForeignHit);
      const found = [...hits.flat(), ...foreign, ...wallets.hits];
      const isFound = new Set(found.map((hit) => hit.id));
      const absent = hashes
        .filter((hash) => !isFound.has(hash))
        .map((text) => ({ text, reason: 'No transaction with this id is in this index.' }));
      const reasons = [
        ...refusePrivateKeys(privateKeysAt),
        ...words.refused,
        ...refused,
        ...wallets.refused,
        ...absent,
      ];
      return { found, refused: reasons.slice(0, MAX_REFUSED), truncated: truncated || reasons.length > MAX_REFUSED };
    },
  };
}
