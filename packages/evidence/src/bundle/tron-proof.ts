import type { TronProof } from '@trailmark/chains/account/block-proof';
import { lastField, readProto } from '@trailmark/chains/tron/proto-bytes';
import { encodeBase58Check } from '@trailmark/chains/utxo/base58-address';
import { sha256 } from '@trailmark/chains/utxo/hash';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import type { AccountHeader, ProvenCall, ProvenMove } from './account-proof.ts';
import { recoverAddress } from './evm-proof.ts';

/** Selector of `transfer(address,uint256)`. */
const TRANSFER_CALL = 'a9059cbb';
const SUCCESS = 1n;
/** What a node of the Merkle tree is made of. */
const NODE_BYTES = 64;
const HASH_BYTES = 32;

type Fields = ReturnType<typeof readProto>;
const bytesIn = (fields: Fields, number: number): Uint8Array => {
  const value = lastField(fields, number);
  return value instanceof Uint8Array ? value : new Uint8Array(0);
};
const numberIn = (fields: Fields, number: number): bigint => {
  const value = lastField(fields, number);
  return typeof value === 'bigint' ? value : 0n;
};
/** Addresses have 21 bytes; base 58 of anything longer would take long, and is none. */
const writeAddress = (bytes: Uint8Array): string => (bytes.length === 21 ? encodeBase58Check(bytes) : '');

/** Reads a header from the bytes that its producer signs. Throws `RangeError`. */
export function readTronHeader(raw: string): AccountHeader {
  const bytes = decodeHex(raw);
  const fields = readProto(bytes);
  if (!fields) throw new RangeError('This is no header.');
  const height = numberIn(fields, 7);
  return {
    ...{ height: Number(height), time: Number(numberIn(fields, 1) / 1000n) },
    hash: height.toString(16).padStart(16, '0') + encodeHex(sha256(bytes)).slice(16),
    ...{ parentHash: encodeHex(bytesIn(fields, 3)), producer: writeAddress(bytesIn(fields, 9)) },
    roots: [encodeHex(bytesIn(fields, 2))],
  };
}

/** Who signed a header; undefined for what is no signature. */
export function readTronSigner(raw: string, signature: string): string | undefined {
  const bytes = decodeHex(signature);
  if (bytes.length !== 65) return undefined;
  const address = recoverAddress((bytes[64] ?? 0) % 27, bytes.subarray(0, 64), sha256(decodeHex(raw)));
  return address === undefined ? undefined : writeAddress(decodeHex(`41${address}`));
}

/** Root that a path leads to; empty where it is none. A sibling of another length could pass a leaf off as a node. */
function climb(leaf: Uint8Array, { branch, index }: TronProof): string {
  let [node, at] = [leaf, index];
  for (const other of branch) {
    const sibling = decodeHex(other);
    if (sibling.length !== 0 && sibling.length !== HASH_BYTES) return '';
    if (sibling.length > 0) {
      const pair = new Uint8Array(NODE_BYTES);
      pair.set(sibling, at % 2 === 1 ? 0 : HASH_BYTES);
      pair.set(node, at % 2 === 1 ? HASH_BYTES : 0);
      node = sha256(pair);
    }
    at = Math.floor(at / 2);
  }
  return at === 0 ? encodeHex(node) : '';
}

/** What the signed call pays: coins by its type, tokens by its call data. */
function readCall(raw: Uint8Array): { readonly payment?: ProvenMove; readonly call?: ProvenMove } {
  const contract = readProto(bytesIn(readProto(raw), 11));
  const any = readProto(bytesIn(contract, 2));
  const type = new TextDecoder().decode(bytesIn(any, 1)).replace(/^.*\./, '');
  const value = readProto(bytesIn(any, 2));
  const from = writeAddress(bytesIn(value, 1));
  const to = bytesIn(value, 2);
  if (type === 'TransferContract')
    return { payment: { asset: '', from, to: writeAddress(to), amount: numberIn(value, 3).toString() } };
  const data = encodeHex(bytesIn(value, 4));
  if (type !== 'TriggerSmartContract' || data.length !== 136 || !data.startsWith(TRANSFER_CALL)) return {};
  const receiver = writeAddress(decodeHex(`41${data.slice(32, 72)}`));
  return {
    call: { asset: encodeHex(to.subarray(1)), from, to: receiver, amount: BigInt(`0x${data.slice(72)}`).toString() },
  };
}

/** What a transaction did, as far as its Merkle leaf has it: call and result, and no event. What is wrong with the proof as text. */
export function proveTron(header: AccountHeader, proof: TronProof, txid: string): ProvenCall | string {
  const bytes = decodeHex(proof.transaction);
  const fields = readProto(bytes);
  const raw = bytesIn(fields, 1);
  if (bytes.length === NODE_BYTES) return `transaction ${txid} has 64 bytes and could be a node of a Merkle tree.`;
  if (encodeHex(sha256(raw)) !== txid) return `the bytes of transaction ${txid} hash to another id.`;
  if (climb(sha256(bytes), proof) !== header.roots[0])
    return `the path of transaction ${txid} does not lead to the header of block ${header.height}.`;
  const result = readProto(bytesIn(fields, 5));
  const isOk = numberIn(result, 2) === 0n && (numberIn(result, 3) === SUCCESS || lastField(fields, 5) === undefined);
  const { payment, call } = isOk ? readCall(raw) : {};
  return {
    ...{ payment: () => payment, logs: call ? [call] : [], how: 'transaction id, signed call, result and Merkle path' },
    isLogHashed: false,
  };
}
