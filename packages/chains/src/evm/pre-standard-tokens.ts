import type { AccountLog, ValueMove } from '@trailmark/core/account-block';
import { ZERO_KEY } from './field-reader.ts';

// Contracts whose tokens are older than ERC-721 and whose events have a shape of their own. Only contracts that are named here
// are read this way: any other contract can write the same events.

/** Larva Labs' market of 2017: `Assign`, `PunkTransfer`, `PunkBought`, and a `Transfer` of amount 1 without the number. */
const CRYPTOPUNKS = 'b47e3cd837ddf8e4c57f05d70ab865de6e193bbb';
/** 2017: `Transfer(from, to, tokenId)` with nothing indexed. */
const CRYPTOKITTIES = '06012c8cf97bead5deae237070f9587f8e7a266d';
/** 2017: `CatAdopted(catId indexed, price, from indexed, to indexed)`, `CatRescued(to indexed, catId indexed)`. */
const MOONCATS = '60cd862c9c687a9de49aecdc3a99b74a4fc54ab6';

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Keccak-256 of `Assign(address,uint256)`, `PunkTransfer(address,address,uint256)`, `PunkBought(uint256,uint256,address,address)`. */
export const PUNK_ASSIGNED = '8a0e37b73a0d9c82e205d4d1a3ff3d0b57ce5f4d7bccf6bac03336dc101cb7ba';
export const PUNK_MOVED = '05af636b70da6819000c49f85b21fa82081c632069bb626f30932034099107d8';
export const PUNK_BOUGHT = '58e5d5a525e3b40bc15abaa38b5882678db1ee68befd2f60bafe3a7fd06db9e3';
/** Keccak-256 of `CatAdopted(bytes5,uint256,address,address)` and `CatRescued(address,bytes5)`. */
export const CAT_ADOPTED = '1d9becf52be84ecb1e1e8de532c6cea871c0903fdcc9675123ca5c3c2cb43625';
export const CAT_RESCUED = '80d2c1a6c75f471130a64fd71b80dc7208f721037766fb7decf53e10f82211cd';

interface Ends {
  readonly from: string;
  readonly to: string;
}

/** The address in a word, empty for the zero address; undefined where the word holds more. */
function addressOf(word: string | undefined): string | undefined {
  if (word?.length !== 64 || !word.startsWith('0'.repeat(24))) return undefined;
  const key = word.slice(24);
  return key === ZERO_KEY ? '' : key;
}

function itemMove(log: AccountLog, { from, to }: Ends, tokenId: bigint): ValueMove {
  return {
    ...{ kind: 'nft', asset: log.address, from, to, amount: 1n, tokenId },
    ...{ logIndex: log.logIndex, tracePath: undefined, flags: 0 },
  };
}

/** The transfer without a number that the market logged before this event: the numbered one takes its place. */
function takeUnnumbered(moves: ValueMove[], from: string): ValueMove | undefined {
  const at = moves.findLastIndex((move) => move.kind === 'token' && move.asset === CRYPTOPUNKS && move.from === from);
  return at < 0 ? undefined : moves.splice(at, 1)[0];
}

function pushPunk(log: AccountLog, moves: ValueMove[]): boolean {
  const [topic, first, second, third] = log.topics;
  if (topic === PUNK_ASSIGNED && log.topics.length === 2 && log.data.length === 64) {
    const to = addressOf(first);
    if (to === undefined) return false;
    moves.push(itemMove(log, { from: '', to }, BigInt(`0x${log.data}`)));
    return true;
  }
  if (topic === PUNK_MOVED && log.topics.length === 3 && log.data.length === 64) {
    const [from, to] = [addressOf(first), addressOf(second)];
    if (from === undefined || to === undefined) return false;
    takeUnnumbered(moves, from);
    moves.push(itemMove(log, { from, to }, BigInt(`0x${log.data}`)));
    return true;
  }
  const seller = topic === PUNK_BOUGHT && log.topics.length === 4 ? addressOf(second) : undefined;
  if (seller === undefined) return false;
  // The contract clears a bid before it logs its acceptance: then only the transfer before it names the buyer.
  const buyer = addressOf(third) || takeUnnumbered(moves, seller)?.to;
  takeUnnumbered(moves, seller);
  if (buyer) moves.push(itemMove(log, { from: seller, to: buyer }, BigInt(`0x${first}`)));
  // The log itself is kept: it states the price.
  return false;
}

function pushKitty(log: AccountLog, moves: ValueMove[]): boolean {
  if (log.topics[0] !== TRANSFER || log.topics.length !== 1 || log.data.length !== 192) return false;
  const [from, to] = [addressOf(log.data.slice(0, 64)), addressOf(log.data.slice(64, 128))];
  if (from === undefined || to === undefined) return false;
  moves.push(itemMove(log, { from, to }, BigInt(`0x${log.data.slice(128)}`)));
  return true;
}

/** A cat's number is the first five bytes of its word. */
function pushCat(log: AccountLog, moves: ValueMove[]): boolean {
  const [topic, first, second, third] = log.topics;
  const isAdopted = topic === CAT_ADOPTED && log.topics.length === 4;
  const isRescued = topic === CAT_RESCUED && log.topics.length === 3;
  if (!isAdopted && !isRescued) return false;
  const [cat, from, to] = isAdopted ? [first, addressOf(second), addressOf(third)] : [second, '', addressOf(first)];
  if (cat === undefined || from === undefined || to === undefined) return false;
  moves.push(itemMove(log, { from, to }, BigInt(`0x${cat.slice(0, 10)}`)));
  // The price of an adoption is in the log.
  return isRescued;
}

const READERS: ReadonlyMap<string, (log: AccountLog, moves: ValueMove[]) => boolean> = new Map([
  [CRYPTOPUNKS, pushPunk],
  [CRYPTOKITTIES, pushKitty],
  [MOONCATS, pushCat],
]);

/** Adds the moves of a token older than ERC-721. True where the transfers have all that the log states. */
export function pushPreStandardMoves(log: AccountLog, moves: ValueMove[]): boolean {
  return READERS.get(log.address)?.(log, moves) ?? false;
}
