import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { branchOfLevels, merkleLevels } from '@trailmark/chains/utxo/merkle';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { positionHeight, positionIndex } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { BundlePlace } from './bundle-ledger.ts';
import { encodeJson } from './strict-json.ts';

/** Headers of one run: 2,000 kB. Farther from a built-in block only the headers of the blocks themselves go in. */
const MOST_HEADERS = 25_000;
const MOST_FUNDINGS = 20_000;
const AT_ONCE = 1_000;

type Reader = Pick<OutputLedger, 'positionsOf' | 'rawTransactions' | 'block' | 'blockTxids'>;

export interface CollectedLedger {
  /** Raw transactions, places and headers by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly provenCount: number;
  /** Transactions that the index has without their bytes or without their block's header. */
  readonly unproven: readonly string[];
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

/** The height of the built-in block from which a run of headers can lead to a block; the block itself where none is near. */
function startOf(height: number, chain: UtxoChain, reader: Reader): number {
  const below =
    [0, ...chain.checkpoints.map((point) => point.height)].filter((point) => point <= height).at(-1) ?? height;
  if (height - below > MOST_HEADERS) return height;
  for (let at = height; at >= below; at--) if (!reader.block(at)?.header) return height;
  return below;
}

/** Runs of headers that cover the heights. */
function collectHeaders(
  heights: readonly number[],
  chain: UtxoChain,
  reader: Reader,
  files: Map<string, Uint8Array>,
): void {
  const covered = new Set<number>();
  for (const height of heights.toSorted((a, b) => b - a)) {
    if (covered.has(height)) continue;
    const start = startOf(height, chain, reader);
    const bytes = new Uint8Array((height - start + 1) * 80);
    for (let at = start; at <= height; at++) {
      covered.add(at);
      bytes.set((reader.block(at)?.header ?? new Uint8Array()).subarray(0, 80), (at - start) * 80);
    }
    files.set(`ledger/${chain.id}/headers-${start}.bin`, bytes);
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

/**
 * What an index has that proves transactions: their bytes, their Merkle paths, headers from a block that is built into verifiers, and the
 * bytes of the transactions that fund them.
 */
export async function collectLedger(
  { reader, chain, txids }: { readonly reader: Reader; readonly chain: UtxoChain; readonly txids: readonly string[] },
  read: ReadOptions,
): Promise<CollectedLedger> {
  const files = new Map<string, Uint8Array>();
  const wanted = [...new Set(txids)].sort();
  const own = await readRaw(reader, wanted, read);
  for (const { txid, raw } of own) files.set(`ledger/${chain.id}/tx/${txid}.raw`, raw);
  const fundings = new Set<string>();
  for (const { raw } of own) {
    const { inputs, isCoinbase } = decodeTransaction(raw, { mweb: chain.mweb, cashTokens: chain.cashTokens });
    for (const { prevTxid } of isCoinbase ? [] : inputs)
      if (!files.has(`ledger/${chain.id}/tx/${prevTxid}.raw`)) fundings.add(prevTxid);
  }
  for (const { txid, raw } of await readRaw(reader, [...fundings].sort().slice(0, MOST_FUNDINGS), read))
    files.set(`ledger/${chain.id}/tx/${txid}.raw`, raw);
  const places = await collectPlaces(own, reader, read);
  if (places.length > 0) files.set(`ledger/${chain.id}/places.json`, encodeJson(places));
  collectHeaders([...new Set(places.map(({ height }) => height))], chain, reader, files);
  const proven = new Set(places.map(({ txid }) => txid));
  return { files, provenCount: proven.size, unproven: wanted.filter((txid) => !proven.has(txid)) };
}
