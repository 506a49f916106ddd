import { decodeHeader, HEADER_BYTES } from '@trailmark/chains/utxo/block';
import { ByteReader } from '@trailmark/chains/utxo/byte-reader';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { sha256 } from '@trailmark/chains/utxo/hash';
import { merkleBranch } from '@trailmark/chains/utxo/merkle';
import { encodeTransaction, readTransaction, type Transaction } from '@trailmark/chains/utxo/transaction';
import { encodeHex } from '@trailmark/core/hex';
import { readBundledFile } from '../../bundled/bundled-set.ts';
import type { ElectrumCall } from '../electrum.ts';
import type { ReplayAnswer, ReplayRequest } from './replay-server.ts';

/** A transaction of a replayed block with what proves it. */
export interface ReplayedTransaction {
  readonly txid: string;
  readonly raw: string;
  readonly height: number;
  readonly index: number;
  readonly header: string;
  readonly blockHash: string;
  /** Calculated on first use. */
  readonly branch: () => readonly string[];
  readonly decoded: Transaction;
}

/** Whole real blocks, from which an explorer or a server of one chain is played. */
export interface ReplayedChain {
  readonly chain: UtxoChain;
  /** Header of block 0, hex. */
  readonly genesis: string;
  readonly tip: number;
  readonly transactions: ReadonlyMap<string, ReplayedTransaction>;
}

/** Lies a source may tell, by what they change. */
export interface Lies {
  readonly raw?: (tx: ReplayedTransaction) => string;
  readonly branch?: (tx: ReplayedTransaction) => unknown;
  readonly header?: (header: string) => string;
  readonly genesis?: string;
  /** Rows of the list that have no block. */
  readonly unconfirmed?: number;
}

const GENESIS =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c';

/** Blocks 227,835 and 227,836 of Bitcoin are neighbours; 700,000 has every form of segwit. */
export const REPLAYED_HEIGHTS = [227_835, 227_836, 700_000];

function readBlock(height: number, bytes: Uint8Array): ReplayedTransaction[] {
  const reader = new ByteReader(bytes, HEADER_BYTES);
  const count = reader.count(60);
  const decoded = Array.from({ length: count }, () => readTransaction(reader));
  const txids = decoded.map(({ txid }) => txid);
  const { hash: blockHash } = decodeHeader(bytes);
  const header = encodeHex(bytes.subarray(0, HEADER_BYTES));
  return decoded.map((tx, index) => ({
    txid: tx.txid,
    raw: encodeHex(encodeTransaction(tx, { witness: true })),
    height,
    index,
    header,
    blockHash,
    branch: () => merkleBranch(txids, index),
    decoded: tx,
  }));
}

/** Real blocks that come with the software. */
export async function readReplayedChain(chain: UtxoChain, heights = REPLAYED_HEIGHTS): Promise<ReplayedChain> {
  const transactions = new Map<string, ReplayedTransaction>();
  for (const height of heights) {
    const bytes = await readBundledFile(`btc/blocks-every-era/blocks/${height}.raw.gz`);
    for (const tx of readBlock(height, bytes)) transactions.set(tx.txid, tx);
  }
  return { chain, genesis: GENESIS, tip: 900_000, transactions };
}

function scriptHashOf(script: Uint8Array): string {
  return Buffer.from(sha256(script)).reverse().toString('hex');
}

/** Output scripts that a transaction pays to or, as far as these blocks show, spends from. */
function scriptsOf({ transactions }: ReplayedChain, { decoded }: ReplayedTransaction): Uint8Array[] {
  const spent = decoded.inputs.flatMap(
    ({ prevTxid, prevVout }) => transactions.get(prevTxid)?.decoded.outputs[prevVout]?.script ?? [],
  );
  return [...decoded.outputs.map(({ script }) => script), ...spent];
}

const histories = new WeakMap<ReplayedChain, Map<string, ReplayedTransaction[]>>();

/** Ascending, by script hash as Electrum names it. */
export function historyOf(replayed: ReplayedChain, scriptHash: string): readonly ReplayedTransaction[] {
  let index = histories.get(replayed);
  if (!index) {
    index = new Map();
    for (const tx of replayed.transactions.values()) {
      for (const hash of new Set(scriptsOf(replayed, tx).map(scriptHashOf))) {
        index.set(hash, [...(index.get(hash) ?? []), tx]);
      }
    }
    histories.set(replayed, index);
  }
  return index.get(scriptHash) ?? [];
}

function toBranch(tx: ReplayedTransaction): unknown {
  return { block_height: tx.height, merkle: tx.branch(), pos: tx.index };
}

function listPage(history: readonly ReplayedTransaction[], last: string | undefined, size: number): unknown[] {
  const newest = history.toReversed();
  const from = last === undefined ? 0 : newest.findIndex(({ txid }) => txid === last) + 1;
  return newest.slice(from, from + size).map(({ txid, height, blockHash }) => ({
    txid,
    status: { confirmed: true, block_height: height, block_hash: blockHash },
  }));
}

function listEsplora(history: readonly ReplayedTransaction[], last: string | undefined, size: number, waiting: number) {
  const rows = Array.from({ length: last === undefined ? waiting : 0 }, (_, i) => ({
    txid: String(i).repeat(64),
    status: { confirmed: false },
  }));
  return [...rows, ...listPage(history, last, size)];
}

function headerOf({ transactions }: ReplayedChain, key: unknown, lies: Lies): string {
  const tx = [...transactions.values()].find(({ blockHash, height }) => blockHash === key || height === key);
  if (!tx) throw new Error('height out of range');
  return lies.header?.(tx.header) ?? tx.header;
}

/** Answers as an explorer of the Esplora API does. `scriptHash` is that of the one address it serves. */
export function answerAsEsplora(
  replayed: ReplayedChain,
  scriptHash: string,
  lies: Lies = {},
  pageSize = 25,
): (request: ReplayRequest) => ReplayAnswer {
  const answerTransaction = (id: string, what: string): ReplayAnswer => {
    const tx = replayed.transactions.get(id);
    if (!tx) return { status: 404, text: 'Transaction not found' };
    if (what === 'hex') return { text: lies.raw?.(tx) ?? tx.raw };
    return { json: lies.branch ? lies.branch(tx) : toBranch(tx) };
  };
  return ({ path }) => {
    const [, kind = '', id = '', what = '', , last] = path.split('/');
    if (kind === 'block-height') return { text: lies.genesis ?? replayed.chain.genesisHash };
    if (kind === 'blocks') return { text: String(replayed.tip) };
    if (kind === 'block') return { text: headerOf(replayed, id, lies) };
    if (kind === 'tx') return answerTransaction(id, what);
    return { json: listEsplora(historyOf(replayed, scriptHash), last, pageSize, lies.unconfirmed ?? 0) };
  };
}

type Method = (replayed: ReplayedChain, params: readonly unknown[], lies: Lies) => unknown;

function find({ transactions }: ReplayedChain, txid: unknown): ReplayedTransaction {
  const tx = transactions.get(String(txid));
  if (tx) return tx;
  throw new Error('No such mempool or blockchain transaction.');
}

const METHODS: Readonly<Record<string, Method>> = {
  'server.version': () => ['Replayed 1.0', '1.4'],
  'server.features': ({ chain }, _, { genesis }) => ({
    genesis_hash: genesis ?? chain.genesisHash,
    protocol_max: '1.4',
  }),
  'blockchain.headers.subscribe': ({ tip, genesis }) => ({ height: tip, hex: genesis }),
  'blockchain.block.header': (replayed, [height], lies) =>
    height === 0 ? replayed.genesis : headerOf(replayed, height, lies),
  'blockchain.scripthash.get_history': (replayed, [scriptHash], { unconfirmed = 0 }) => [
    ...historyOf(replayed, String(scriptHash)).map(({ txid, height }) => ({ tx_hash: txid, height })),
    ...Array.from({ length: unconfirmed }, (_, i) => ({ tx_hash: String(i).repeat(64), height: -(i % 2) })),
  ],
  'blockchain.transaction.get': (replayed, [txid], { raw }) => {
    const tx = find(replayed, txid);
    return raw?.(tx) ?? tx.raw;
  },
  'blockchain.transaction.get_merkle': (replayed, [txid], { branch }) => {
    const tx = find(replayed, txid);
    return branch ? branch(tx) : toBranch(tx);
  },
};

/** Answers one call as a server of the Electrum protocol does. Throws for what it does not know. */
export function answerAsElectrum(replayed: ReplayedChain, lies: Lies = {}): (call: ElectrumCall) => unknown {
  return ({ method, params }) => {
    const answer = METHODS[method];
    if (!answer) throw new Error(`unknown method "${method}"`);
    return answer(replayed, params, lies);
  };
}
