import { setImmediate } from 'node:timers/promises';
import type { OfFamily } from '@trailmark/api/client';
import type { Contract } from '@trailmark/api/contract';
import type { OutputBlockSummary } from '@trailmark/api/contract/block';
import type { RouteOutput } from '@trailmark/api/route';
import { decodeHeader } from '@trailmark/chains/utxo/block';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import type { BlockRecord, TransactionRecord } from '@trailmark/core/output-ledger';
import { positionIndex } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import { formatCount } from '../../answers/format-count.ts';
import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { countConfirmations, getHoldings, toEnvelope } from '../../ledger/answer.ts';
import type { Ledgers, ServedOutputs } from '../../ledger/ledgers.ts';
import { readMinerClaims } from '../../ledger/outputs/miner-claims.ts';

type BlockDetail = OfFamily<RouteOutput<Contract['getBlock']>, 'outputs'>['block'];
/** Records read at a stretch: some milliseconds of work. */
const SLICE = 2_000;

type TransactionRow = OfFamily<RouteOutput<Contract['listBlockTransactions']>, 'outputs'>['items'][number];

function toBlockSummary(block: BlockRecord): OutputBlockSummary {
  return {
    height: block.height,
    heightEstimated: block.heightEstimated,
    hash: block.hash,
    time: block.time,
    timeEstimated: block.timeEstimated,
    transactionCount: block.transactionCount,
    size: block.size ?? null,
    weight: block.weight ?? null,
    isWhole: block.isWhole,
    source: block.source,
  };
}

/** The block a height or a hash names. Throws `not-found`, saying what the index holds. */
function getHeldBlock(ledger: ServedOutputs, text: string): BlockRecord {
  const isHeight = text.length < 64;
  const block = isHeight ? ledger.reader.block(Number(text)) : ledger.reader.blockByHash(text.toLowerCase());
  if (block) return block;
  const name = isHeight ? `Block ${formatCount(Number(text))}` : 'No block with this hash';
  const { summary } = getHoldings(ledger.reader).coverage;
  throw new AppError('not-found', `${name} is ${isHeight ? 'not ' : ''}in this index. ${summary}`);
}

type HeaderPart = Pick<BlockDetail, 'previousHash' | 'merkleRoot' | 'version' | 'bits' | 'nonce' | 'header'>;

function toHeaderPart({ reader }: ServedOutputs, { header, height }: BlockRecord): HeaderPart {
  const below = height > 0 ? (reader.block(height - 1)?.hash ?? null) : null;
  if (!header) return { previousHash: below, merkleRoot: null, version: null, bits: null, nonce: null, header: null };
  const { prevHash, merkleRoot, version, bits, nonce } = decodeHeader(header);
  return { previousHash: height > 0 ? prevHash : null, merkleRoot, version, bits, nonce, header: encodeHex(header) };
}

function sumOutputs(record: TransactionRecord): bigint {
  return record.outputs.reduce((sum, output) => sum + output.value, 0n);
}

function sumKnown(values: readonly (bigint | undefined)[]): bigint | null {
  let sum = 0n;
  for (const value of values) {
    if (value === undefined) return null;
    sum += value;
  }
  return sum;
}

/** What is claimed about who made a block; null where its coinbase is not held. */
async function readMiner(
  ledger: ServedOutputs,
  knowledge: Knowledge,
  records: readonly TransactionRecord[],
  read: ReadOptions,
): Promise<BlockDetail['miner']> {
  const coinbase = records.find((record) => record.isCoinbase);
  return coinbase ? readMinerClaims(ledger, knowledge, coinbase, read) : null;
}

type SumPart = Pick<BlockDetail, 'inputTotal' | 'outputTotal' | 'fees' | 'subsidy' | 'coinbaseClaimed'>;

function toSumPart({ chain }: ServedOutputs, block: BlockRecord, records: readonly TransactionRecord[]): SumPart {
  const spends = records.filter((record) => !record.isCoinbase);
  const inputs = spends.flatMap((record) => record.inputs.map((input) => input.value));
  const coinbase = records.find((record) => record.isCoinbase);
  const subsidy = chain.subsidy(block.height);
  return {
    inputTotal: block.isWhole ? sumKnown(inputs) : null,
    outputTotal: records.reduce((sum, record) => sum + sumOutputs(record), 0n),
    fees: block.isWhole ? sumKnown(spends.map((record) => record.fee)) : null,
    subsidy: subsidy.subsidyIsExact && !block.heightEstimated ? subsidy.units : null,
    coinbaseClaimed: coinbase ? sumOutputs(coinbase) : null,
  };
}

/** All records of a block. Stores may read them without a pause: other requests get a turn between slices. */
async function readBlockRecords(
  ledger: ServedOutputs,
  height: number,
  read: ReadOptions,
): Promise<TransactionRecord[]> {
  const positions = await ledger.reader.blockPositions(height, read);
  const records: TransactionRecord[] = [];
  for (let from = 0; from < positions.length; from += SLICE) {
    if (from > 0) await setImmediate();
    read.signal?.throwIfAborted();
    const slice = await ledger.reader.records(positions.slice(from, from + SLICE), read);
    for (const record of slice) if (record) records.push(record);
  }
  return records;
}

function toTransactionRow(record: TransactionRecord, index: number): TransactionRow {
  return {
    txid: record.txid,
    hash: record.txid,
    index,
    isCoinbase: record.isCoinbase,
    inputCount: record.inputs.length,
    outputCount: record.outputs.length,
    outputTotal: sumOutputs(record),
    fee: record.fee ?? null,
  };
}

/** Answers about blocks. */
export function createBlockHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<LedgerAnswers<'outputs'>, 'listBlocks' | 'getBlock' | 'listBlockTransactions'> {
  return {
    async listBlocks({ params, query }) {
      const ledger = ledgers.get(params.chain);
      const blocks = ledger.reader.blocksBefore(query.before, query.limit);
      const last = blocks.at(-1)?.height;
      const hasMore = last !== undefined && ledger.reader.blocksBefore(last, 1).length > 0;
      return { ...toEnvelope(ledger), items: blocks.map(toBlockSummary), next: hasMore ? last : null };
    },

    async getBlock({ params }, { read }) {
      const ledger = ledgers.get(params.chain);
      const block = getHeldBlock(ledger, params.block);
      const records = await readBlockRecords(ledger, block.height, read);
      return {
        ...toEnvelope(ledger, [], { from: block.height, to: block.height }),
        block: {
          ...toBlockSummary(block),
          ...toHeaderPart(ledger, block),
          ...toSumPart(ledger, block, records),
          miner: await readMiner(ledger, knowledge, records, read),
          nextHash: ledger.reader.block(block.height + 1)?.hash ?? null,
          confirmations: countConfirmations(ledger.reader, block.height),
        },
      };
    },

    async listBlockTransactions({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const block = getHeldBlock(ledger, params.block);
      const key = listKey(['block', ledger.id, block.hash]);
      const after = decodeCursor(key, query.cursor, 1)?.[0] ?? -1;
      const all = await ledger.reader.blockPositions(block.height, read);
      const start = all.findIndex((position) => positionIndex(position) > after);
      const positions = start < 0 ? [] : all.slice(start, start + query.limit);
      const records = await ledger.reader.records(positions, read);
      const rows = records.flatMap((record) => {
        return record ? [toTransactionRow(record, positionIndex(record.position))] : [];
      });
      const last = start >= 0 && start + query.limit < all.length ? rows.at(-1)?.index : undefined;
      return {
        ...toEnvelope(ledger, [], { from: block.height, to: block.height }),
        items: rows,
        next: last === undefined ? null : encodeCursor(key, [last]),
      };
    },
  };
}
