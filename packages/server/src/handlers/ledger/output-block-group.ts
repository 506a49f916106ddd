import { setImmediate } from 'node:timers/promises';
import type { OutputBlockSummary } from '@trailmark/api/contract/block';
import { decodeHeader } from '@trailmark/chains/utxo/block';
import { encodeHex } from '@trailmark/core/hex';
import type { BlockRecord, TransactionRecord } from '@trailmark/core/output-ledger';
import { positionIndex } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { countConfirmations, toEnvelope } from '../../ledger/answer.ts';
import { getIndexedBlock, listBlockRows } from '../../ledger/block-rows.ts';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import { readMinerClaims } from '../../ledger/outputs/miner-claims.ts';
import type { Answer, LedgerGroup, Row } from './ledger-group.ts';

type BlockDetail = Answer<'getBlock', 'outputs'>['block'];
/** Records read at a stretch: some milliseconds of work. */
const SLICE = 2_000;

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

/** What is claimed about who made a block; null where its coinbase is not indexed. */
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

function toTransactionRow(record: TransactionRecord): Row<'listBlockTransactions', 'outputs'> {
  return {
    txid: record.txid,
    hash: record.txid,
    index: positionIndex(record.position),
    isCoinbase: record.isCoinbase,
    inputCount: record.inputs.length,
    outputCount: record.outputs.length,
    outputTotal: sumOutputs(record),
    fee: record.fee ?? null,
  };
}

/** Answers about blocks. */
export function createOutputBlockGroup(
  knowledge: Knowledge,
): Pick<LedgerGroup<'outputs'>, 'getBlock' | 'listBlockTransactions' | 'toBlock'> {
  return {
    toBlock: (_ledger, block) => toBlockSummary(block),

    async getBlock(ledger, { params }, read) {
      const block = getIndexedBlock(ledger, params.block);
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

    listBlockTransactions(ledger, { params }) {
      const block = getIndexedBlock(ledger, params.block);
      const envelope = toEnvelope(ledger, [], { from: block.height, to: block.height });
      return listBlockRows(ledger, block, envelope, async (positions, read) => {
        const records = await ledger.reader.records(positions, read);
        return records.flatMap((record) => (record ? [toTransactionRow(record)] : []));
      });
    },
  };
}
