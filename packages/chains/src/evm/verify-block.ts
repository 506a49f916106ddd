import { encodeHex } from '@trailmark/core/hex';
import type { AccountBlockProof, EvmProof } from '../account/block-proof.ts';
import type { EvmChain } from '../account/chain-definition.ts';
import {
  encodeHeader,
  encodeReceipt,
  encodeTransaction,
  encodeWithdrawal,
  hasUnknownFields,
} from './consensus-bytes.ts';
import {
  contradiction,
  MAX_HEIGHT,
  type Place,
  quoteValue,
  readCount,
  readHash,
  readList,
  readObject,
  readQuantity,
} from './field-reader.ts';
import { keccak256 } from './keccak.ts';
import type { RpcBlock, RpcReceipt, RpcTransaction } from './rpc-answer.ts';
import { createListProver, listRoot } from './trie.ts';

/**
 * Recomputes the header's hash, the roots of its transactions and withdrawals and, where given, of its receipts. What
 * then holds is what the hash commits to: not the sender of a transaction, and nothing of its internal calls. False where
 * chain or block have a form this cannot recompute; throws `inconsistent` where a figure differs from what is stated.
 */
export function verifyEvmBlock(chain: EvmChain, block: RpcBlock, receipts?: readonly RpcReceipt[]): boolean {
  if (!chain.hasEthereumHashes) return false;
  const start: Place = { height: 0, item: '', index: 0 };
  const height = readCount(readObject<RpcBlock>(block, start, 'block').number, start, 'number', MAX_HEIGHT);
  const place: Place = { height, item: '', index: 0 };
  const hash = encodeHex(keccak256(encodeHeader(block, place)));
  if (hash !== readHash(block.hash, place, 'hash')) {
    if (hasUnknownFields(block)) return false;
    throw contradiction(place, `states the hash ${quoteValue(block.hash)}, but its header hashes to 0x${hash}`);
  }
  const transactions = verifyTransactions(block, place);
  if (transactions === undefined) return false;
  verifyWithdrawals(block, place);
  if (receipts !== undefined) verifyReceipts(block, receipts, transactions.types, place);
  return true;
}

/** The header of a block as it is hashed, hexadecimal; undefined where it has a form that cannot be recomputed. Its body is not looked at. */
export function encodeEvmHeader(chain: EvmChain, block: RpcBlock): string | undefined {
  if (!chain.hasEthereumHashes) return undefined;
  const start: Place = { height: 0, item: '', index: 0 };
  const height = readCount(readObject<RpcBlock>(block, start, 'block').number, start, 'number', MAX_HEIGHT);
  const place: Place = { height, item: '', index: 0 };
  const header = encodeHeader(block, place);
  return encodeHex(keccak256(header)) === readHash(block.hash, place, 'hash') ? encodeHex(header) : undefined;
}

/** Proofs of some transactions of a block that was verified; undefined where it has a form that cannot be recomputed. */
export function proveEvmTransactions(
  chain: EvmChain,
  block: RpcBlock,
  receipts: readonly RpcReceipt[],
  txids: readonly string[],
): AccountBlockProof | undefined {
  if (!verifyEvmBlock(chain, block, receipts)) return undefined;
  const start: Place = { height: 0, item: '', index: 0 };
  const height = readCount(block.number, start, 'number', MAX_HEIGHT);
  const place: Place = { height, item: '', index: 0 };
  const { ids, types, values } = verifyTransactions(block, place) ?? { ids: [], types: [], values: [] };
  const results = encodeReceipts(receipts, types, height);
  const hexes = (nodes: readonly Uint8Array[]): string[] => nodes.map(encodeHex);
  const [proveTransaction, proveReceipt] = [createListProver(values), createListProver(results)];
  const proofs = new Map<string, EvmProof>();
  for (const txid of txids) {
    const index = ids.indexOf(txid);
    if (index < 0) continue;
    const transaction = hexes(proveTransaction(index));
    proofs.set(txid, { height, index, transaction, receipt: hexes(proveReceipt(index)) });
  }
  return { header: encodeHex(encodeHeader(block, place)), proofs };
}

function expectRoot(values: readonly Uint8Array[], stated: unknown, field: string, place: Place): void {
  const root = encodeHex(listRoot(values));
  if (root !== readHash(stated, place, field)) {
    throw contradiction(place, `states the ${field} ${quoteValue(stated)}, but what was answered has 0x${root}`);
  }
}

interface VerifiedTransactions {
  readonly types: number[];
  readonly values: Uint8Array[];
  readonly ids: string[];
}

/** Types, bytes and ids of the transactions, in order; undefined where one is of a type not known here, or has no signature. */
function verifyTransactions(block: RpcBlock, place: Place): VerifiedTransactions | undefined {
  const types: number[] = [];
  const ids: string[] = [];
  const values: Uint8Array[] = [];
  for (const [index, value] of readList(block.transactions, place, 'transactions').entries()) {
    const at: Place = { height: place.height, item: 'transaction', index };
    const transaction = readObject<RpcTransaction>(value, at, 'body');
    const type = readCount(transaction.type ?? '0x0', at, 'type', 255);
    const bytes = isUnsigned(transaction, at) ? undefined : encodeTransaction(transaction, type, at);
    if (bytes === undefined) return undefined;
    const id = encodeHex(keccak256(bytes));
    if (id !== readHash(transaction.hash, at, 'hash')) {
      throw contradiction(at, `states the hash ${quoteValue(transaction.hash)}, but hashes to 0x${id}`);
    }
    types.push(type);
    values.push(bytes);
    ids.push(id);
  }
  expectRoot(values, block.transactionsRoot, 'transactionsRoot', place);
  return { types, values, ids };
}

/** Development nodes send on behalf of others with r and s of 0 or 1, which sign nothing, and make up an id for it. */
function isUnsigned({ r, s }: RpcTransaction, place: Place): boolean {
  return readQuantity(r, place, 'r') <= 1n && readQuantity(s, place, 's') <= 1n;
}

function verifyWithdrawals(block: RpcBlock, place: Place): void {
  if (block.withdrawalsRoot === undefined || block.withdrawalsRoot === null) return;
  const withdrawals = readList(block.withdrawals, place, 'withdrawals');
  const values = withdrawals.map((value, index) => encodeWithdrawal(value, { ...place, item: 'withdrawal', index }));
  expectRoot(values, block.withdrawalsRoot, 'withdrawalsRoot', place);
}

function verifyReceipts(
  block: RpcBlock,
  receipts: readonly RpcReceipt[],
  types: readonly number[],
  place: Place,
): void {
  const list = readList(receipts, place, 'receipts');
  if (list.length !== types.length) {
    throw contradiction(place, `has ${types.length} transactions, but ${list.length} receipts were answered`);
  }
  expectRoot(
    encodeReceipts(list as readonly RpcReceipt[], types, place.height),
    block.receiptsRoot,
    'receiptsRoot',
    place,
  );
}

function encodeReceipts(list: readonly RpcReceipt[], types: readonly number[], height: number): Uint8Array[] {
  return list.map((value, index) => {
    const at: Place = { height, item: 'receipt', index };
    return encodeReceipt(readObject<RpcReceipt>(value, at, 'body'), types[index] as number, at);
  });
}
