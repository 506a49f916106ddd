import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { EvmProof } from '@trailmark/chains/account/block-proof';
import { decodeRlp, encodeRlp, type RlpItem, rlpNumber } from '@trailmark/chains/evm/rlp';
import { type ReadNode, readListProof } from '@trailmark/chains/evm/trie-proof';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import type { AccountHeader, ProvenCall, ProvenMove } from './account-proof.ts';

/** keccak of `Transfer(address,address,uint256)`: the event of ERC-20, and with a fourth topic of ERC-721. */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Fields of a header by their place, as Ethereum hashes them. */
const [PARENT, TRANSACTIONS, RECEIPTS, NUMBER, TIME] = [0, 4, 5, 8, 11];
/** Where `to` is in a transaction of a type; the value follows it. */
const TO = [3, 4, 5, 5, 5];

const bytesOf = (item: RlpItem | undefined): Uint8Array => {
  if (item instanceof Uint8Array) return item;
  throw new RangeError('A list is where bytes belong.');
};
const listOf = (item: RlpItem | undefined): readonly RlpItem[] => {
  if (item === undefined || item instanceof Uint8Array) throw new RangeError('Bytes are where a list belongs.');
  return item;
};
const bigOf = (item: RlpItem | undefined): bigint => BigInt(`0x${encodeHex(bytesOf(item)) || '0'}`);

/** Reads a header from the bytes that its hash is of. Throws `RangeError`. */
export function readEvmHeader(raw: string): AccountHeader {
  const bytes = decodeHex(raw);
  const fields = listOf(decodeRlp(bytes));
  if (fields.length < 15) throw new RangeError('This is no header.');
  const hex = (place: number): string => encodeHex(bytesOf(fields[place]));
  return {
    ...{ height: Number(bigOf(fields[NUMBER])), time: Number(bigOf(fields[TIME])) },
    ...{ hash: encodeHex(keccak_256(bytes)), parentHash: hex(PARENT), producer: undefined },
    roots: [hex(TRANSACTIONS), hex(RECEIPTS)],
  };
}

/** The envelope of a transaction or a receipt: its type, and its fields. */
function openEnvelope(bytes: Uint8Array): { readonly type: number; readonly fields: readonly RlpItem[] } {
  const first = bytes[0] ?? 0;
  const type = first < 0x80 ? first : 0;
  return { type, fields: listOf(decodeRlp(type === 0 ? bytes : bytes.subarray(1))) };
}

/** Who signed a transaction (EIP-155, EIP-2718): the key that its signature gives. */
function readSender(type: number, fields: readonly RlpItem[]): string | undefined {
  const [r, s] = [bytesOf(fields.at(-2)), bytesOf(fields.at(-1))];
  const v = bigOf(fields.at(-3));
  const body = fields.slice(0, -3);
  const isProtected = type === 0 && v >= 35n;
  const signed = encodeRlp(isProtected ? [...body, rlpNumber((v - 35n) / 2n), rlpNumber(0), rlpNumber(0)] : body);
  const parity = type > 0 ? v : isProtected ? (v - 35n) % 2n : v - 27n;
  const envelope = new Uint8Array(signed.length + (type === 0 ? 0 : 1));
  envelope[0] = type;
  envelope.set(signed, envelope.length - signed.length);
  const hash = keccak_256(envelope);
  const signature = new Uint8Array(64);
  if (r.length > 32 || s.length > 32 || parity > 1n) return undefined;
  signature.set(r, 32 - r.length);
  signature.set(s, 64 - s.length);
  return recoverAddress(Number(parity), signature, hash);
}

/** The address of the key that made a signature: last 20 bytes of the Keccak of it, hexadecimal; undefined where no key could. */
export function recoverAddress(parity: number, signature: Uint8Array, hash: Uint8Array): string | undefined {
  try {
    const key = secp256k1.recoverPublicKey(Uint8Array.of(parity, ...signature), hash, { prehash: false });
    return encodeHex(keccak_256(secp256k1.Point.fromBytes(key).toBytes(false).subarray(1)).subarray(12));
  } catch {
    // Bytes that are no point of the curve are nobody's signature.
    return undefined;
  }
}

function readTransferLog(log: RlpItem): ProvenMove | undefined {
  const [contract, topicItems, data] = listOf(log);
  const topics = listOf(topicItems).map((topic) => encodeHex(bytesOf(topic)));
  const words = bytesOf(data);
  if (topics[0] !== TRANSFER || topics.length !== 3 || words.length !== 32) return undefined;
  const address = (topic = ''): string => `0x${topic.slice(24)}`;
  return {
    ...{ asset: encodeHex(bytesOf(contract)), from: address(topics[1]), to: address(topics[2]) },
    amount: bigOf(words).toString(),
  };
}

/** Calculated at the first call; undefined where bytes are not what they should be. */
function once(read: () => ProvenMove | undefined): () => ProvenMove | undefined {
  let known: { readonly move: ProvenMove | undefined } | undefined;
  return () => {
    known ??= { move: tryRead(read) };
    return known.move;
  };
}

function tryRead(read: () => ProvenMove | undefined): ProvenMove | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readPayment(type: number, fields: readonly RlpItem[]): ProvenMove | undefined {
  const place = TO[type];
  if (place === undefined) return undefined;
  const to = encodeHex(bytesOf(fields[place]));
  const amount = bigOf(fields[place + 1]).toString();
  const from = to === '' ? undefined : readSender(type, fields);
  return from === undefined ? undefined : { asset: '', from: `0x${from}`, to: `0x${to}`, amount };
}

/** What a transaction did, by the tries of its block; what is wrong with the proof as text. */
export function proveEvm(header: AccountHeader, proof: EvmProof, txid: string, read: ReadNode): ProvenCall | string {
  const [transactions = '', receipts = ''] = header.roots;
  const bytes = readListProof(decodeHex(transactions), proof.index, proof.transaction, read);
  if (!bytes || encodeHex(keccak_256(bytes)) !== txid)
    return `the nodes of transaction ${txid} do not lead to the header of block ${header.height}.`;
  const result = readListProof(decodeHex(receipts), proof.index, proof.receipt, read);
  if (!result) return `the nodes of the receipt of ${txid} do not lead to the header of block ${header.height}.`;
  try {
    const { type, fields } = openEnvelope(bytes);
    const [status, , , logs] = openEnvelope(result).fields;
    const isPaid = encodeHex(bytesOf(status)) === '01';
    return {
      payment: once(() => (isPaid ? readPayment(type, fields) : undefined)),
      logs: listOf(logs).map(readTransferLog),
      how: 'transaction id, receipt and both paths of the tries',
      isLogHashed: true,
    };
  } catch (error) {
    if (error instanceof RangeError) return `the bytes of ${txid} cannot be read.`;
    throw error;
  }
}
