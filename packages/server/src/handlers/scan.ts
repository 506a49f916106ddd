import { setImmediate } from 'node:timers/promises';
import { getChain } from '@trailmark/chains/catalogue';
import { type DetectedAddress, detectChains, parseOwner } from '@trailmark/chains/utxo/address';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/ledger-reader';
import type { Ledgers } from '../ledgers.ts';
import type { Handlers } from '../mount.ts';
import { chainsToTry, readAddressHits, readTransactionHits, type SearchHit, toForeignHit } from './search-hits.ts';

const MAX_CANDIDATES = 5_000;
const MAX_REFUSED = 200;
/** Candidates checked before other requests get a turn: some milliseconds of work. */
const SLICE = 100;

/** Words that may be identifiers: addresses have 25 to 113 characters, cash addresses a prefix with a colon. */
const WORD = /(?:\b[a-z]{6,12}:)?[A-Za-z0-9]{25,113}\b/g;
const TXID = /^[0-9a-fA-F]{64}$/;
/** What people would take for an address: a reason is owed where such a word fails. */
const ADDRESS_SHAPE =
  /^(?:[13LMDA9mn2tbq][1-9A-HJ-NP-Za-km-z]{24,35}|(?:bc|tb|bcrt|ltc|tltc|rltc)1[a-z0-9]{20,90}|[a-z]{6,12}:[a-z0-9]{30,90})$/i;

interface Words {
  readonly txids: readonly string[];
  readonly others: readonly string[];
  readonly truncated: boolean;
}

function findWords(text: string): Words {
  const unique = new Set<string>();
  let truncated = false;
  for (const [word] of text.matchAll(WORD)) {
    if (unique.size >= MAX_CANDIDATES) {
      truncated = true;
      break;
    }
    unique.add(TXID.test(word) ? word.toLowerCase() : word);
  }
  const words = [...unique];
  return {
    txids: words.filter((word) => TXID.test(word)),
    others: words.filter((word) => !TXID.test(word)),
    truncated,
  };
}

interface Refused {
  readonly text: string;
  readonly reason: string;
}

function refuse(word: string, chain: ChainId): Refused[] {
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
function likelyChain(word: string, fallback: ChainId): ChainId {
  if (/^(bc1|1|3)/i.test(word)) return 'btc';
  if (/^(ltc1|L|M)/.test(word)) return 'ltc';
  if (/^bitcoincash:/.test(word)) return 'bch';
  return /^D/.test(word) ? 'doge' : fallback;
}

interface Detected {
  readonly addresses: readonly DetectedAddress[];
  readonly refused: readonly Refused[];
}

async function detectAll(
  words: readonly string[],
  chains: { held: readonly ChainId[]; rest: readonly ChainId[]; asked: ChainId | undefined },
  read: ReadOptions,
): Promise<Detected> {
  const addresses: DetectedAddress[] = [];
  const refused: Refused[] = [];
  const fallback = chains.held[0] ?? chains.rest[0] ?? 'btc';
  for (const [i, word] of words.entries()) {
    if (i % SLICE === SLICE - 1) {
      await setImmediate();
      read.signal?.throwIfAborted();
    }
    const onHeld = detectChains(word, chains.held);
    const found = onHeld.length > 0 ? onHeld : detectChains(word, chains.rest).slice(0, 1);
    addresses.push(...found);
    if (found.length === 0) refused.push(...refuse(word, chains.asked ?? likelyChain(word, fallback)));
  }
  return { addresses, refused };
}

/** Addresses and transaction ids in any text, looked up in the index: two store queries a chain. */
export function createScanHandlers(ledgers: Ledgers): Pick<Handlers, 'scanText'> {
  return {
    async scanText({ body }, { read }) {
      const { held, rest } = chainsToTry(ledgers, body.chain);
      const { txids, others, truncated } = findWords(body.text);
      const chains = { held: held.map((ledger) => ledger.id), rest, asked: body.chain };
      const { addresses, refused } = await detectAll(others, chains, read);
      const hits = await Promise.all(
        held.flatMap((ledger): Promise<SearchHit[]>[] => {
          const owners = addresses.filter(({ chain }) => chain === ledger.id).map(({ owner }) => owner);
          return [readAddressHits(ledger, owners, read), readTransactionHits(ledger, txids, read)];
        }),
      );
      const foreign = addresses.filter(({ chain }) => !chains.held.includes(chain)).map(toForeignHit);
      const found = [...hits.flat(), ...foreign];
      const isFound = new Set(found.map((hit) => hit.id));
      const absent = txids
        .filter((txid) => !isFound.has(txid))
        .map((text) => ({ text, reason: 'No transaction with this id is in this index.' }));
      const reasons = [...refused, ...absent];
      return { found, refused: reasons.slice(0, MAX_REFUSED), truncated: truncated || reasons.length > MAX_REFUSED };
    },
  };
}
