import { formatOwner } from '@trailmark/chains/utxo/address';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { describeScript } from '@trailmark/chains/utxo/script';
import { decodeTransaction, encodeTransaction, type Transaction } from '@trailmark/chains/utxo/transaction';
import { AppError } from '@trailmark/core/errors';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import type { RecordInput, RecordOutput, TransactionRecord } from '@trailmark/core/output-ledger';
import { toPosition } from '@trailmark/core/position';

/** Bytes of a Merkle node pair: a "transaction" of this size may be a node of the tree in disguise (CVE-2017-12842). */
const NODE_BYTES = 64;

/** The bytes whose double SHA-256 is the txid, from a transaction with or without witnesses. */
export function stripWitness(chain: UtxoChain, raw: Uint8Array): Uint8Array {
  return encodeTransaction(decodeTransaction(raw, { mweb: chain.mweb }), { witness: false });
}

function decodeStated(chain: UtxoChain, txid: string, hex: string): Transaction | string {
  if (hex.length === NODE_BYTES * 2) return `Transaction ${txid} has 64 bytes and could be a node of a Merkle tree.`;
  const { mweb, cashTokens } = chain;
  try {
    const transaction = decodeTransaction(decodeHex(hex), { mweb, cashTokens });
    if (transaction.txid !== txid) return `The bytes given for transaction ${txid} hash to ${transaction.txid}.`;
    if (encodeHex(encodeTransaction(transaction, { witness: false })) === hex) return transaction;
    return `Transaction ${txid} carries witnesses, which its id does not cover.`;
  } catch (error) {
    if (!AppError.is(error)) throw error;
    return `The bytes given for transaction ${txid} cannot be read: ${error.message}`;
  }
}

/** The transactions of a proof, decoded, and what is wrong with those that do not hash to their ids. */
export class ProofTransactions {
  readonly #chain: UtxoChain;
  readonly #decoded = new Map<string, Transaction>();
  readonly #used = new Set<string>();
  /** One sentence for each transaction that is not what it is stated to be. */
  readonly faults: readonly string[];

  constructor(chain: UtxoChain, hexByTxid: Readonly<Record<string, string>>) {
    this.#chain = chain;
    const faults: string[] = [];
    for (const [txid, hex] of Object.entries(hexByTxid)) {
      const read = decodeStated(chain, txid, hex);
      if (typeof read === 'string') faults.push(read);
      else this.#decoded.set(txid, read);
    }
    this.faults = faults;
  }

  /** Undefined where the proof does not hold it, or its bytes are not its own. */
  find(txid: string): Transaction | undefined {
    const found = this.#decoded.get(txid);
    if (found) this.#used.add(txid);
    return found;
  }

  /** Transactions nothing in the proof refers to. */
  get unused(): readonly string[] {
    return [...this.#decoded.keys()].filter((txid) => !this.#used.has(txid));
  }

  #toOutput({ value, script }: Transaction['outputs'][number]): RecordOutput {
    const { type, owner } = describeScript(script, { p2sh32: this.#chain.p2sh32 });
    return { owner, value, type };
  }

  #toInput({ prevTxid, prevVout }: Transaction['inputs'][number]): RecordInput {
    const spent = this.find(prevTxid)?.outputs[prevVout];
    const output = spent && this.#toOutput(spent);
    return {
      owner: output?.owner,
      value: output?.value,
      // The place of the funding is not proven, so nothing may follow from it.
      source: undefined,
      vout: prevVout,
      isP2pk: output?.type === 'p2pk',
    };
  }

  /** A transaction as the detectors and heuristics read it, made of proven bytes only. */
  toRecord(transaction: Transaction, place: { readonly height: number; readonly index: number }): TransactionRecord {
    const { txid, isCoinbase } = transaction;
    const inputs = isCoinbase ? [] : transaction.inputs.map((input) => this.#toInput(input));
    const outputs = transaction.outputs.map((output) => this.#toOutput(output));
    const paid = outputs.reduce((sum, { value }) => sum + value, 0n);
    const isFunded = inputs.every(({ value }) => value !== undefined);
    const funded = inputs.reduce((sum, { value }) => sum + (value ?? 0n), 0n);
    const fee = isCoinbase ? 0n : isFunded ? funded - paid : undefined;
    return { position: toPosition(place.height, place.index), txid, fee, isCoinbase, hasRaw: true, inputs, outputs };
  }

  /** The address of an input's or output's owner; undefined where it has none, or the funding is not indexed. */
  addressAt(
    record: TransactionRecord,
    end: { readonly side: 'input' | 'output'; readonly number: number },
  ): string | undefined {
    const owner = (end.side === 'input' ? record.inputs : record.outputs)[end.number]?.owner;
    return owner && formatOwner(this.#chain, owner);
  }
}
