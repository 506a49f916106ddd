import { decodeHeader, HEADER_BYTES, work } from '@trailmark/chains/utxo/block';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { branchOfLevels, merkleLevels, verifyMerkleBranch } from '@trailmark/chains/utxo/merkle';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { positionHeight, positionIndex } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { BundlePlace } from './bundle-ledger.ts';
import { ANCHOR_WORK } from './header-chain.ts';
import { encodeJson } from './strict-json.ts';

/** Headers of one run: 2,000 kB. Farther from a built-in block only the headers of the blocks themselves go in. */
const MOST_HEADERS = 25_000;
/** Where a header has its target. */
const BITS_AT = 72;
const MOST_FUNDINGS = 20_000;
const AT_ONCE = 1_000;

type Reader = Pick<OutputLedger, 'positionsOf' | 'rawTransactions' | 'block' | 'blockTxids'>;

export interface CollectedLedger {
  /** Raw transactions, places and headers by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly provenCount: number;
  /** Transactions without a path to their block, by the reason. */
  readonly unproven: ReadonlyMap<UnplacedReason, readonly string[]>;
}

/** Why a transaction of the Bitcoin family is without a path to its block. */
export type UnplacedReason =
  /** The index does not know the block that it is in. */
  | 'no-block'
  /** The index has a part of its block, and no source that gives the path is turned on. */
  | 'no-source'
  /** The case does not allow the source, or a person's requests of this hour are used up. */
  | 'not-allowed'
  | 'no-answer'
  /** What the source gave does not lead to the block of the index. */
  | 'contradicted'
  /** Nothing was requested: for a preview, or because the source had stopped answering or too much was wanted. */
  | 'not-requested';

/** A transaction that the index has without the rest of its block: what is known of it, in hexadecimal. */
export interface OpenPlace {
  readonly txid: string;
  readonly height: number;
  readonly blockHash: string;
  readonly raw: string | undefined;
  readonly header: string | undefined;
}

/** What somebody else gave for an open place. */
export interface GivenPlace {
  readonly raw: Uint8Array;
  readonly header: Uint8Array;
  readonly index: number;
  readonly branch: readonly string[];
}

export type GivePlace = (open: OpenPlace) => Promise<GivenPlace | UnplacedReason>;

interface LedgerOrder {
  readonly reader: Reader;
  readonly chain: UtxoChain;
  readonly txids: readonly string[];
  /** Asks a source for what the index does not have. */
  readonly give?: GivePlace | undefined;
}

interface Found {
  readonly txid: string;
  readonly position: number;
  readonly raw: Uint8Array;
}

async function readRaw(reader: Reader, txids: readonly string[], read: ReadOptions): Promise<Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < txids.length; at += AT_ONCE) {
    const part = txids.slice(at, at + AT_ONCE);
    const positions = await reader.positionsOf(part, read);
    const last = part.flatMap((txid) => {
      const position = positions.get(txid)?.at(-1);
      return position === undefined ? [] : [{ txid, position }];
    });
    const raw = await reader.rawTransactions(
      last.map(({ position }) => position),
      read,
    );
    for (const { txid, position } of last) {
      const bytes = raw.get(position);
      if (bytes) found.push({ txid, position, raw: bytes });
    }
  }
  return found;
}

interface HeaderRange {
  readonly from: number;
  readonly to: number;
  /** Whether what is at its end, or the work in it, shows its blocks to be of the chain. */
  readonly isAnchored: boolean;
}

/** The height at which headers that follow each other from a height on suffice; undefined where one is missing before. */
function findUp(
  from: number,
  reader: Reader,
  suffices: (height: number, header: Uint8Array) => boolean,
): number | undefined {
  for (let at = from; at <= from + MOST_HEADERS; at++) {
    const header = reader.block(at)?.header;
    if (!header) return undefined;
    if (suffices(at, header)) return at;
  }
  return undefined;
}

/**
 * The headers that show a block to be one of its chain: up to the next block that is built into verifiers, to a run that does already, or
 * until so much work is on it that nobody makes it up. Otherwise from the built-in block before it; the block alone where none is near.
 */
function rangeOf(height: number, chain: UtxoChain, reader: Reader, above: HeaderRange | undefined): HeaderRange {
  const known = [0, ...chain.checkpoints.map((point) => point.height)];
  const ends = [known.find((point) => point >= height), above?.isAnchored ? above.from : undefined];
  for (const end of ends) {
    if (end === undefined || end - height > MOST_HEADERS || findUp(height, reader, (at) => at === end) === undefined)
      continue;
    return { from: height, to: end, isAnchored: true };
  }
  let spent = 0n;
  const worked =
    chain.powAlgorithm !== 'sha256d'
      ? undefined
      : findUp(height, reader, (_, header) => {
          spent += work(new DataView(header.buffer, header.byteOffset).getUint32(BITS_AT, true));
          return spent >= ANCHOR_WORK;
        });
  if (worked !== undefined) return { from: height, to: worked, isAnchored: true };
  const below = known.findLast((point) => point <= height) ?? height;
  const isLinked = height - below <= MOST_HEADERS && findUp(below, reader, (at) => at === height) === height;
  return { from: isLinked ? below : height, to: height, isAnchored: false };
}

/** Runs of headers that cover the heights. */
function collectHeaders(
  heights: readonly number[],
  { chain, reader }: Pick<LedgerOrder, 'chain' | 'reader'>,
  given: ReadonlyMap<number, Uint8Array>,
  files: Map<string, Uint8Array>,
): void {
  const ranges: HeaderRange[] = [];
  for (const height of heights.toSorted((a, b) => b - a)) {
    const above = ranges.at(-1);
    if (above && above.from <= height) continue;
    const range = rangeOf(height, chain, reader, above);
    // A run that leads into the one above takes its place.
    if (above && range.to >= above.from) ranges.splice(-1, 1, { ...range, to: Math.max(range.to, above.to) });
    else ranges.push(range);
  }
  for (const { from, to } of ranges) {
    const bytes = new Uint8Array((to - from + 1) * HEADER_BYTES);
    for (let at = from; at <= to; at++) {
      const header = reader.block(at)?.header ?? given.get(at) ?? new Uint8Array();
      bytes.set(header.subarray(0, HEADER_BYTES), (at - from) * HEADER_BYTES);
    }
    files.set(`ledger/${chain.id}/headers-${from}.bin`, bytes);
  }
}

async function collectPlaces(found: readonly Found[], reader: Reader, read: ReadOptions): Promise<BundlePlace[]> {
  const places: BundlePlace[] = [];
  let [height, txids]: [number, readonly string[]] = [-1, []];
  let levels = merkleLevels(txids);
  for (const { txid, position } of found.toSorted((a, b) => a.position - b.position)) {
    const own = positionHeight(position);
    const block = reader.block(own);
    if (!block?.isWhole || !block.header) continue;
    if (own !== height) {
      [height, txids] = [own, await reader.blockTxids(own, read)];
      levels = merkleLevels(txids);
    }
    const index = positionIndex(position);
    if (txids[index] === txid) places.push({ branch: branchOfLevels(levels, index), height, index, txid });
  }
  return places;
}

/** Whether what somebody gave is what it says: the bytes of the transaction, and a path to the block that the index has. */
function isPlaceOf({ txid, blockHash }: OpenPlace, given: GivenPlace, { mweb, cashTokens }: UtxoChain): boolean {
  const { raw, index, branch } = given;
  try {
    const header = decodeHeader(given.header);
    const isIt = decodeTransaction(raw, { mweb, cashTokens }).txid === txid && header.hash === blockHash;
    return isIt && verifyMerkleBranch({ txid, index, branch, root: header.merkleRoot });
  } catch (error) {
    if (AppError.is(error)) return false;
    throw error;
  }
}

interface Given {
  readonly places: readonly BundlePlace[];
  readonly raws: ReadonlyMap<string, Uint8Array>;
  readonly headers: ReadonlyMap<number, Uint8Array>;
  readonly unproven: ReadonlyMap<UnplacedReason, readonly string[]>;
}

/** Asks for the places that the index cannot prove, one after the other. */
async function askForPlaces(
  { reader, chain, give = async () => 'no-source' }: LedgerOrder,
  missing: readonly string[],
  known: ReadonlyMap<string, Uint8Array>,
  read: ReadOptions,
): Promise<Given> {
  const places: BundlePlace[] = [];
  const [raws, headers] = [new Map<string, Uint8Array>(), new Map<number, Uint8Array>()];
  const unproven = new Map<UnplacedReason, string[]>();
  const positions =
    missing.length === 0 ? new Map<string, readonly number[]>() : await reader.positionsOf(missing, read);
  const find = async (txid: string): Promise<UnplacedReason | undefined> => {
    const position = positions.get(txid)?.at(-1);
    const height = position === undefined ? undefined : positionHeight(position);
    const block = height === undefined ? undefined : reader.block(height);
    if (height === undefined || !block?.hash || block.heightEstimated) return 'no-block';
    const [raw, header] = [known.get(txid), block.header?.subarray(0, HEADER_BYTES)];
    const open = {
      txid,
      height,
      blockHash: block.hash,
      raw: raw && encodeHex(raw),
      header: header && encodeHex(header),
    };
    const given = await give(open);
    if (typeof given === 'string') return given;
    if (!isPlaceOf(open, given, chain)) return 'contradicted';
    places.push({ branch: given.branch, height, index: given.index, txid });
    raws.set(txid, given.raw);
    headers.set(height, given.header.subarray(0, HEADER_BYTES));
    return undefined;
  };
  for (const txid of missing) {
    const reason = await find(txid);
    if (reason !== undefined) unproven.set(reason, [...(unproven.get(reason) ?? []), txid]);
  }
  return { places, raws, headers, unproven };
}

/**
 * What an index has that proves transactions: their bytes, their Merkle paths, headers from a block that is built into verifiers, and the
 * bytes of the transactions that fund them. What the index has only in part, `give` may add.
 */
export async function collectLedger(order: LedgerOrder, read: ReadOptions): Promise<CollectedLedger> {
  const { reader, chain } = order;
  const files = new Map<string, Uint8Array>();
  const pathOf = (txid: string) => `ledger/${chain.id}/tx/${txid}.raw`;
  const wanted = [...new Set(order.txids)].sort();
  const own = await readRaw(reader, wanted, read);
  const indexed = await collectPlaces(own, reader, read);
  const placed = new Set(indexed.map(({ txid }) => txid));
  const raws = new Map(own.map(({ txid, raw }) => [txid, raw]));
  const missing = wanted.filter((txid) => !placed.has(txid));
  const given = await askForPlaces(order, missing, raws, read);
  for (const [txid, raw] of given.raws) raws.set(txid, raw);
  for (const [txid, raw] of raws) files.set(pathOf(txid), raw);
  const fundings = new Set<string>();
  for (const raw of raws.values()) {
    const { inputs, isCoinbase } = decodeTransaction(raw, { mweb: chain.mweb, cashTokens: chain.cashTokens });
    for (const { prevTxid } of isCoinbase ? [] : inputs) if (!files.has(pathOf(prevTxid))) fundings.add(prevTxid);
  }
  for (const { txid, raw } of await readRaw(reader, [...fundings].sort().slice(0, MOST_FUNDINGS), read))
    files.set(pathOf(txid), raw);
  const places = [...indexed, ...given.places].sort((a, b) => a.height - b.height || a.index - b.index);
  if (places.length > 0) files.set(`ledger/${chain.id}/places.json`, encodeJson(places));
  collectHeaders([...new Set(places.map(({ height }) => height))], order, given.headers, files);
  return { files, provenCount: places.length, unproven: given.unproven };
}
