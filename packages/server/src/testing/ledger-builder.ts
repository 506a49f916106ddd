import { hash } from 'node:crypto';
import { getChain } from '@trailmark/chains/catalogue';
import { decodeHeader, encodeHeader } from '@trailmark/chains/utxo/block';
import { merkleRoot } from '@trailmark/chains/utxo/merkle';
import { describeScript } from '@trailmark/chains/utxo/script';
import { decodeTransaction, type Transaction } from '@trailmark/chains/utxo/transaction';
import type { OutputChainId } from '@trailmark/core/chain';
import type { RecordInput, RecordOutput, TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { type Position, toPosition } from '@trailmark/core/position';
import { type ArrayBlock, ArrayReader, type ArrayReaderOptions } from './array-reader.ts';

/** A block to be modelled, as raw transactions. */
export interface RawBlock {
  readonly height: number;
  readonly transactions: readonly Uint8Array[];
  /** 80 bytes; made from the rest where it is not given. */
  readonly header?: Uint8Array;
  /** Seconds; read from the header where one is given. */
  readonly time?: number;
  /** Facts of the source; default: whole blocks with raw bytes from "model". */
  readonly source?: string;
  readonly isWhole?: boolean;
  readonly hasRaw?: boolean;
  readonly timeEstimated?: boolean;
  readonly heightEstimated?: boolean;
}

interface Funding {
  readonly position: Position;
  readonly output: RecordOutput;
}

/** Turns raw blocks into records by following every output in memory: the obvious way to resolve inputs. */
class LedgerBuilder {
  readonly #chain: OutputChainId;
  readonly #outputs = new Map<string, Funding>();
  readonly scriptHashes = new Map<string, Owner>();

  constructor(chain: OutputChainId) {
    this.#chain = chain;
  }

  #toOutput({ value, script }: Transaction['outputs'][number]): RecordOutput {
    const { type, owner } = describeScript(script, { p2sh32: getChain(this.#chain).p2sh32 });
    if (type === 'p2pk' && owner) this.scriptHashes.set(hash('sha256', script), owner);
    return { owner, value, type };
  }

  #toInput({ prevTxid, prevVout }: Transaction['inputs'][number]): RecordInput {
    const funding = this.#outputs.get(`${prevTxid}:${prevVout}`);
    return {
      owner: funding?.output.owner,
      value: funding?.output.value,
      source: funding?.position,
      vout: prevVout,
      isP2pk: funding?.output.type === 'p2pk',
    };
  }

  #toRecord(transaction: Transaction, position: Position, hasRaw: boolean): TransactionRecord {
    const { txid, isCoinbase } = transaction;
    const inputs = isCoinbase ? [] : transaction.inputs.map((input) => this.#toInput(input));
    const outputs = transaction.outputs.map((output) => this.#toOutput(output));
    for (const [vout, output] of outputs.entries()) this.#outputs.set(`${txid}:${vout}`, { position, output });
    return { position, txid, fee: toFee(isCoinbase, inputs, outputs), isCoinbase, hasRaw, inputs, outputs };
  }

  add(raw: RawBlock): ArrayBlock {
    const hasRaw = raw.hasRaw ?? true;
    const { mweb, cashTokens } = getChain(this.#chain);
    const decoded = raw.transactions.map((bytes) => decodeTransaction(bytes, { mweb, cashTokens }));
    const transactions = decoded.map((tx, index) => this.#toRecord(tx, toPosition(raw.height, index), hasRaw));
    const header = raw.header ?? makeHeader(raw, decoded);
    const size = raw.transactions.reduce((sum, bytes) => sum + bytes.length, 81);
    const block = {
      height: raw.height,
      hash: decodeHeader(header).hash,
      header: hasRaw ? header : undefined,
      time: raw.time ?? decodeHeader(header).time,
      timeEstimated: raw.timeEstimated ?? false,
      heightEstimated: raw.heightEstimated ?? false,
      isWhole: raw.isWhole ?? true,
      transactionCount: transactions.length,
      size: hasRaw ? size : undefined,
      weight: hasRaw ? decoded.reduce((sum, tx) => sum + tx.weight, 81 * 4) : undefined,
      source: raw.source ?? 'model',
    };
    const bytes = new Map(raw.transactions.map((tx, index) => [toPosition(raw.height, index), tx]));
    return hasRaw ? { block, transactions, raw: bytes } : { block, transactions };
  }
}

function toFee(
  isCoinbase: boolean,
  inputs: readonly RecordInput[],
  outputs: readonly RecordOutput[],
): bigint | undefined {
  if (isCoinbase) return 0n;
  const paid = outputs.reduce((sum, output) => sum + output.value, 0n);
  return inputs.reduce<bigint | undefined>(
    (sum, { value }) => (sum === undefined || value === undefined ? undefined : sum + value),
    -paid,
  );
}

/** A header whose Merkle root fits; its work and its parent do not. */
function makeHeader({ height, time }: RawBlock, decoded: readonly Transaction[]): Uint8Array {
  const root = merkleRoot(decoded.map(({ txid }) => txid));
  return encodeHeader({
    version: 1,
    prevHash: '0'.repeat(64),
    merkleRoot: root,
    time: time ?? 1_231_006_505 + height * 600,
    bits: 0x1d00ffff,
    nonce: height,
  });
}

/** A model ledger of raw blocks, given in any order of sources but ascending heights. */
export function buildLedger(
  chain: OutputChainId,
  blocks: readonly RawBlock[],
  options: Pick<ArrayReaderOptions, 'vanished'> = {},
): ArrayReader {
  const builder = new LedgerBuilder(chain);
  const built = blocks.map((block) => builder.add(block));
  return new ArrayReader(chain, built, { scriptHashes: builder.scriptHashes, ...options });
}
