import { compactToTarget, decodeHeader, headerLength } from '@trailmark/chains/utxo/block';
import { ByteWriter } from '@trailmark/chains/utxo/byte-reader';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import type { BlockRecord, TransactionRecord } from '@trailmark/core/output-ledger';
import type { ServedOutputs } from '../ledger/ledgers.ts';
import { type EsploraRequest, type EsploraRoutes, PAGE, readHash, readNumber } from './esplora-route.ts';
import { readEsploraTransactions } from './transaction-format.ts';

const BLOCKS_PAGE = 10;
const AUXPOW_VERSION_BIT = 0x100;

function blockOfHash({ ledger, param }: EsploraRequest): BlockRecord {
  const block = ledger.reader.blockByHash(readHash(param('hash')));
  if (!block) throw new AppError('not-found', 'Block not found');
  return block;
}

function blockAt(ledger: ServedOutputs, height: number): BlockRecord {
  const block = ledger.reader.block(height);
  if (!block) throw new AppError('not-found', 'Block not found');
  return block;
}

function tipOf({ reader }: ServedOutputs): BlockRecord {
  const tip = reader.tip();
  if (!tip) throw new AppError('not-found', 'Block not found');
  return tip;
}

/** How many times harder than difficulty 1 (bits 0x1d00ffff), as Bitcoin Core prints it. */
function toDifficulty(bits: number): number {
  const target = compactToTarget(bits);
  return target ? (Number(0xffff) * 2 ** 208) / Number(target) : 0;
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}

/** Median of the times of a block and the ten below it; null where one of them is not indexed. */
function toMedianTime({ reader }: ServedOutputs, height: number): number | null {
  const wanted = Math.min(11, height + 1);
  const times = Array.from({ length: wanted }, (_, i) => reader.block(height - i)?.time).filter(
    (time) => time !== undefined,
  );
  return times.length === wanted ? median(times) : null;
}

function toBlock(ledger: ServedOutputs, block: BlockRecord): Record<string, unknown> {
  const header = block.header && decodeHeader(block.header);
  const below = header?.prevHash ?? ledger.reader.block(block.height - 1)?.hash;
  return {
    id: block.hash,
    height: block.height,
    version: header?.version ?? null,
    timestamp: block.time,
    tx_count: block.transactionCount,
    size: block.size ?? null,
    weight: block.weight ?? null,
    merkle_root: header?.merkleRoot ?? null,
    previousblockhash: block.height === 0 ? null : (below ?? null),
    mediantime: toMedianTime(ledger, block.height),
    nonce: header?.nonce ?? null,
    bits: header?.bits ?? null,
    difficulty: header ? toDifficulty(header.bits) : null,
  };
}

async function answerTransactions(request: EsploraRequest): Promise<{ json: unknown }> {
  const { ledger, read, param } = request;
  const block = blockOfHash(request);
  const start = param('start') === '' ? 0 : readNumber(param('start'));
  if (start % PAGE !== 0) throw new AppError('invalid', `start index must be a multipication of ${PAGE}`);
  const positions = await ledger.reader.blockPositions(block.height, read);
  if (start >= positions.length) throw new AppError('invalid', 'start index out of range');
  const records = await ledger.reader.records(positions.slice(start, start + PAGE), read);
  const held = records.filter((record): record is TransactionRecord => record !== undefined);
  return { json: await readEsploraTransactions(ledger, held, read) };
}

/** Whether header and transactions are the whole block: not so with a merge-mining proof or an extension block. */
function isPlainBlock({ chain }: ServedOutputs, header: Uint8Array, transactions: readonly Uint8Array[]): boolean {
  if (chain.auxPow && decodeHeader(header).version & AUXPOW_VERSION_BIT) return false;
  const last = transactions.at(-1);
  return !(chain.mweb && last && last[4] === 0 && ((last[5] ?? 0) & 8) !== 0);
}

async function readRawBlock(request: EsploraRequest): Promise<Uint8Array<ArrayBuffer>> {
  const { ledger, read } = request;
  const { height, header, isWhole, source } = blockOfHash(request);
  const positions = await ledger.reader.blockPositions(height, read);
  const raw = await ledger.reader.rawTransactions(positions, read);
  const transactions = positions.flatMap((position) => raw.get(position) ?? []);
  if (!header || !isWhole || transactions.length !== positions.length || !isPlainBlock(ledger, header, transactions)) {
    throw new AppError('not-found', `The raw bytes of this block are not stored ("${source}").`);
  }
  const writer = new ByteWriter()
    .bytes(header.subarray(0, headerLength(header, { auxPow: false })))
    .compactSize(transactions.length);
  for (const bytes of transactions) writer.bytes(bytes);
  return new Uint8Array(writer.finish());
}

async function answerTxids(request: EsploraRequest): Promise<readonly string[]> {
  const { ledger, read } = request;
  const block = blockOfHash(request);
  if (block.isWhole) return ledger.reader.blockTxids(block.height, read);
  throw new AppError('not-found', `Block ${block.height} is indexed only in part ("${block.source}").`);
}

function answerBlocks({ ledger, param }: EsploraRequest): { json: unknown } {
  const start = param('start');
  const before = start === '' ? undefined : readNumber(start) + 1;
  return { json: ledger.reader.blocksBefore(before, BLOCKS_PAGE).map((block) => toBlock(ledger, block)) };
}

/** Esplora's `/block…` routes. */
export const blockRoutes: EsploraRoutes = {
  '/block/:hash': (request) => ({ json: toBlock(request.ledger, blockOfHash(request)) }),
  '/block/:hash/header': (request) => {
    const { header, source } = blockOfHash(request);
    if (!header) throw new AppError('not-found', `The header of this block is not stored ("${source}").`);
    return { text: encodeHex(header) };
  },
  '/block/:hash/status': (request) => {
    const hash = readHash(request.param('hash'));
    const block = request.ledger.reader.blockByHash(hash);
    if (!block) return { json: { in_best_chain: false } };
    const next = request.ledger.reader.block(block.height + 1)?.hash ?? null;
    return { json: { in_best_chain: true, height: block.height, next_best: next } };
  },
  '/block/:hash/txs': answerTransactions,
  '/block/:hash/txs/:start': answerTransactions,
  '/block/:hash/txids': async (request) => ({ json: await answerTxids(request) }),
  '/block/:hash/txid/:index': async (request) => {
    const txid = (await answerTxids(request))[readNumber(request.param('index'))];
    if (txid === undefined) throw new AppError('not-found', 'tx not found');
    return { text: txid };
  },
  '/block/:hash/raw': async (request) => ({ bytes: await readRawBlock(request) }),
  '/block-height/:height': ({ ledger, param }) => ({ text: blockAt(ledger, readNumber(param('height'))).hash }),
  '/blocks': answerBlocks,
  '/blocks/tip/height': ({ ledger }) => ({ text: String(tipOf(ledger).height) }),
  '/blocks/tip/hash': ({ ledger }) => ({ text: tipOf(ledger).hash }),
  '/blocks/:start': answerBlocks,
};
