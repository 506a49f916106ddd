import type { OutputTransactionDetail } from '@trailmark/api/contract/transaction';
import type { Gap } from '@trailmark/api/wire';
import type { Transaction } from '@trailmark/chains/utxo/transaction';
import type { OutputPlace, RecordInput, Spender, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Position, positionHeight, positionIndex } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatPlural } from '../../answers/format-count.ts';
import type { Pricer } from '../../knowledge/prices/pricer.ts';
import { countConfirmations, getHoldings, spanOf, toEnvelope } from '../answer.ts';
import type { ServedOutputs } from '../ledgers.ts';
import { decodeRaw, type FoundTransaction, findRaw } from './transaction-lookup.ts';
import { type SideSource, toDetailInput, toDetailOutput } from './transaction-sides.ts';
import { isNeverSpendable } from './unspendable.ts';

/** Inputs and outputs a detail shows at a time. */
const SIDE_PAGE = 1_000;

export interface SidePage {
  readonly fromInput: number;
  readonly fromOutput: number;
}

/** How a detail is read: which inputs and outputs, priced how. */
export interface DetailRequest {
  readonly page: SidePage;
  readonly pricer: Pricer;
}

function indexesFrom(from: number, count: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(SIDE_PAGE, count - from)) }, (_, i) => from + i);
}

/** Every block from a height to the tip is completely indexed, so that an unseen spend is a fact. */
export function isSpendKnown({ reader }: ServedOutputs, height: number): boolean {
  const { tailStart } = getHoldings(reader);
  return tailStart !== undefined && tailStart <= height;
}

/** Spenders of a transaction's outputs by `position:vout`; none while it is unconfirmed. */
export async function readSpenders(
  { reader }: ServedOutputs,
  { position, outputs }: TransactionRecord,
  indexes: readonly number[],
  read: ReadOptions,
): Promise<Map<string, Spender>> {
  if (position < 0) return new Map();
  const places = indexes.flatMap((vout): OutputPlace[] => {
    const owner = outputs[vout]?.owner;
    return owner ? [{ position, vout, owner }] : [];
  });
  return places.length === 0 ? new Map() : reader.spenders(places, read);
}

/** Txids by position of transactions named by others, in one query. */
export async function readTxids(
  { reader }: ServedOutputs,
  positions: readonly Position[],
  read: ReadOptions,
): Promise<Map<Position, string>> {
  const wanted = [...new Set(positions)].filter((position) => position >= 0);
  if (wanted.length === 0) return new Map();
  const records = await reader.records(wanted, read);
  return new Map(records.flatMap((record) => (record ? [[record.position, record.txid] as const] : [])));
}

async function readSides(
  ledger: ServedOutputs,
  found: FoundTransaction,
  page: SidePage,
  read: ReadOptions,
): Promise<SideSource> {
  const { record } = found;
  const inputs = indexesFrom(page.fromInput, record.inputs.length);
  const outputs = indexesFrom(page.fromOutput, record.outputs.length);
  const [raw, spenders] = await Promise.all([
    findRaw(ledger, found, read),
    readSpenders(ledger, record, outputs, read),
  ]);
  const decoded = raw && decodeRaw(ledger.chain, raw);
  // Raw bytes name the funding transactions themselves.
  const sources = decoded ? [] : inputs.flatMap((index) => record.inputs[index]?.source ?? []);
  const txids = await readTxids(ledger, [...sources, ...[...spenders.values()].map((s) => s.position)], read);
  return {
    ledger,
    record,
    decoded,
    txids,
    spenders,
    isSpendKnown: record.position < 0 || isSpendKnown(ledger, positionHeight(record.position)),
    isNeverSpendable: isNeverSpendable(ledger, record),
  };
}

/** Sum of the inputs; null when one of them is not known. A coinbase claims what it pays. */
function sumInputs(record: TransactionRecord, outputTotal: bigint): bigint | null {
  if (record.isCoinbase) return outputTotal;
  let sum = 0n;
  for (const { value } of record.inputs) {
    if (value === undefined) return null;
    sum += value;
  }
  return sum;
}

type RawPart = Pick<OutputTransactionDetail, 'wtxid' | 'version' | 'lockTime' | 'size' | 'vsize' | 'weight'>;

function toRawPart(decoded: Transaction | undefined): RawPart {
  if (!decoded) return { wtxid: null, version: null, lockTime: null, size: null, vsize: null, weight: null };
  const { wtxid, version, lockTime, size, vsize, weight } = decoded;
  return { wtxid, version, lockTime, size, vsize, weight };
}

type BlockPart = Pick<
  OutputTransactionDetail,
  'height' | 'index' | 'blockHash' | 'time' | 'timeEstimated' | 'heightEstimated' | 'confirmations'
>;

function toBlockPart({ reader }: ServedOutputs, { record, unconfirmed }: FoundTransaction): BlockPart {
  const none = {
    height: null,
    index: null,
    blockHash: null,
    timeEstimated: false,
    heightEstimated: false,
    confirmations: 0,
  };
  if (unconfirmed) return { ...none, time: unconfirmed.seen };
  const height = positionHeight(record.position);
  const block = reader.block(height);
  return {
    height,
    index: positionIndex(record.position),
    blockHash: block?.hash ?? null,
    time: block?.time ?? null,
    timeEstimated: block?.timeEstimated ?? false,
    heightEstimated: block?.heightEstimated ?? false,
    confirmations: countConfirmations(reader, height),
  };
}

function toGaps({ record }: FoundTransaction): Gap[] {
  const isUnknown = (input: RecordInput): boolean => input.value === undefined;
  const unknown = record.isCoinbase ? 0 : record.inputs.filter(isUnknown).length;
  if (unknown === 0) return [];
  const subject = formatPlural(unknown, 'input spends an output', 'inputs spend outputs');
  const whose = unknown === 1 ? 'its amount' : 'their amounts';
  const message = `${subject} outside this index: ${whose} and the fee are not known.`;
  return [{ kind: 'previous-output-unknown', message, fromHeight: null, toHeight: null, count: unknown }];
}

/** A transaction with at most 1,000 inputs and outputs from the page's places on: at most four store queries. */
export async function readTransactionDetail(
  ledger: ServedOutputs,
  found: FoundTransaction,
  { page, pricer }: DetailRequest,
  read: ReadOptions,
): Promise<Omit<OutputTransactionDetail, 'miner'>> {
  const { record, positions } = found;
  const block = toBlockPart(ledger, found);
  const source = await readSides(ledger, found, page, read);
  const outputTotal = record.outputs.reduce((sum, output) => sum + output.value, 0n);
  return {
    ...toEnvelope(
      ledger,
      toGaps(found),
      spanOf([{ height: record.position < 0 ? null : positionHeight(record.position) }]),
    ),
    ...block,
    ...toRawPart(source.decoded),
    chain: ledger.id,
    txid: record.txid,
    hash: record.txid,
    isCoinbase: record.isCoinbase,
    hasRaw: record.hasRaw,
    inputTotal: sumInputs(record, outputTotal),
    outputTotal,
    fee: record.fee ?? null,
    prices: { version: pricer.version },
    price: found.unconfirmed ? null : pricer.dayPrice(block),
    inputCount: record.inputs.length,
    outputCount: record.outputs.length,
    inputs: indexesFrom(page.fromInput, record.inputs.length).map((index) => toDetailInput(source, index)),
    outputs: indexesFrom(page.fromOutput, record.outputs.length).flatMap((index) => toDetailOutput(source, index)),
    duplicates: positions.filter((position) => position !== record.position).map(positionHeight),
  };
}
