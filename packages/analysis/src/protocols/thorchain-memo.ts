/** A swap that a memo asks for. Every word of it was typed by whoever paid. */
export interface ThorchainSwap {
  readonly kind: 'swap';
  /** THORChain's code of the network that pays out, in upper case: `BTC`, `ETH`, `BSC`. `THOR` where the asset stays on THORChain. */
  readonly network: string;
  /** In THORChain's notation, short names written out: `BTC.BTC`. */
  readonly asset: string;
  /** Where it is to be paid; undefined where the memo gives a THORName, nothing, or was cut off inside the address. */
  readonly address: string | undefined;
  /** A THORName given in place of an address: what it represented is known on THORChain only. */
  readonly name: string | undefined;
  /** Where it goes back to if the swap fails, on the network it came from. */
  readonly refundAddress: string | undefined;
}

/** A payment that answers a transaction: its hash in 64 lower-case hex digits, on whichever network it came in. */
export interface ThorchainAnswer {
  readonly kind: 'out' | 'refund';
  readonly hash: string;
}

export type ThorchainMemo = ThorchainSwap | ThorchainAnswer;

/** Handlers of swaps and of limit swaps, in any case. */
const SWAPS: ReadonlySet<string> = new Set(['swap', 's', '=', '=<', 'limito', 'lo']);

/** Short names of coins, lower case only. `n` was that of a chain that was closed in 2024. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['a', 'AVAX.AVAX'],
  ['b', 'BTC.BTC'],
  ['c', 'BCH.BCH'],
  ['d', 'DOGE.DOGE'],
  ['e', 'ETH.ETH'],
  ['f', 'BASE.ETH'],
  ['g', 'GAIA.ATOM'],
  ['l', 'LTC.LTC'],
  ['n', 'BNB.BNB'],
  ['o', 'SOL.SOL'],
  ['r', 'THOR.RUNE'],
  ['rune', 'THOR.RUNE'],
  ['s', 'BSC.BNB'],
  ['tr', 'TRON.TRX'],
  ['x', 'XRP.XRP'],
]);

/** The longest memo THORChain reads, in bytes. */
export const THORCHAIN_MEMO_LIMIT = 250;
/** Shorter than any address of its networks, and longer than names are. */
const SHORTEST_ADDRESS = 25;
/** At the end of a memo of 80 bytes: it continues in the outputs after it. */
const GOES_ON = '^';
const FULL_RETURN = 80;

/** Network and asset of `BTC.BTC`, `ETH.USDT-0X…`; of `BTC~BTC`, `BTC/BTC` and `BTC-BTC`, which stay on THORChain. */
function readAsset(text: string): Pick<ThorchainSwap, 'network' | 'asset'> | undefined {
  const asset = SHORT_NAMES.get(text) ?? text;
  const match = /^([A-Za-z][A-Za-z0-9]{1,9})([.~/-])[A-Za-z0-9][A-Za-z0-9-]{0,60}$/.exec(asset);
  if (!match?.[1]) return undefined;
  return { network: match[2] === '.' ? match[1].toUpperCase() : 'THOR', asset };
}

function readDestination(text: string): Pick<ThorchainSwap, 'address' | 'name' | 'refundAddress'> | undefined {
  const [to = '', refund = ''] = text.split('/', 2);
  const isCut = text.endsWith(GOES_ON);
  const isAddress = (part: string): boolean => part.length >= SHORTEST_ADDRESS && /^[A-Za-z0-9]{1,110}$/.test(part);
  const refundAddress = isAddress(refund) ? refund : undefined;
  if (isAddress(to)) return { address: to, name: undefined, refundAddress };
  if (isCut && to.endsWith(GOES_ON)) return { address: undefined, name: undefined, refundAddress: undefined };
  if (!/^[A-Za-z0-9+_-]{1,30}(?:\.[A-Za-z0-9]{2,10})?$/.test(to)) return undefined;
  return { address: undefined, name: to, refundAddress };
}

/**
 * What a memo of THORChain asks for or answers: `=:b:bc1…:…`, `SWAP:ETH.USDT:0x…`, `OUT:<hash>`, `REFUND:<hash>`; undefined for
 * every other memo and text. From thornode's `x/thorchain/memo` and `common/asset.go`, and its documentation of memos (2025).
 */
export function readThorchainMemo(text: string): ThorchainMemo | undefined {
  if (text.length > THORCHAIN_MEMO_LIMIT) return undefined;
  const [verb = '', first = '', second = ''] = (text.split('|', 1)[0] ?? '').split(':', 4);
  const handler = verb.toLowerCase();
  if (handler === 'out' || handler === 'refund') {
    const hash = /^(?:0x)?([0-9a-f]{64})$/i.exec(first)?.[1];
    return hash === undefined ? undefined : { kind: handler, hash: hash.toLowerCase() };
  }
  const asset = SWAPS.has(handler) ? readAsset(first) : undefined;
  const destination = asset && readDestination(second);
  return destination && { kind: 'swap', ...asset, ...destination };
}

/**
 * A memo too long for one data output: 79 signs and `^`, the rest in the 20 byte hashes that the outputs after it pay to (hex, in
 * their order). The text as it is where nothing continues.
 */
export function joinThorchainMemo(text: string, hashes: readonly string[]): string {
  if (text.length !== FULL_RETURN || !text.endsWith(GOES_ON)) return text;
  let joined = text.slice(0, -1);
  for (const hash of hashes) {
    const bytes = hash.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
    const end = bytes.findIndex((byte) => !(byte > 0x1f && byte < 0x7f));
    // Padding is zeros to the end; a hash with anything else in it is somebody's, and the memo ends before it.
    if (bytes.length !== 20 || end === 0 || (end > 0 && bytes.slice(end).some((byte) => byte !== 0))) break;
    joined += String.fromCharCode(...(end < 0 ? bytes : bytes.slice(0, end)));
    if (end > 0 || joined.length > THORCHAIN_MEMO_LIMIT) break;
  }
  return joined;
}
