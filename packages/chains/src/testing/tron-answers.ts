import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { contractTypeNumber } from '../tron/contract-type.ts';
import { ProtoWriter } from '../tron/proto-bytes.ts';
import { sha256 } from '../utxo/hash.ts';

/** An invented contract of a transaction: its type, and its fields with their numbers in the protocol. */
export interface SampleContract {
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** Field numbers of what is to be signed; what is not named is only in the JSON. */
  readonly fields?: Readonly<Record<string, number>>;
  readonly result?: string | undefined;
  readonly data?: string;
}

/** Fields of the types that tests sign in full. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  TransferContract: { owner_address: 1, to_address: 2, amount: 3 },
  TransferAssetContract: { asset_name: 1, owner_address: 2, to_address: 3, amount: 4 },
  TriggerSmartContract: {
    owner_address: 1,
    contract_address: 2,
    call_value: 3,
    data: 4,
    call_token_value: 5,
    token_id: 6,
  },
};

function encodeValue(contract: SampleContract): Uint8Array {
  const out = new ProtoWriter();
  const fields = contract.fields ?? FIELDS[contract.type] ?? { owner_address: 1 };
  for (const [name, number] of Object.entries(fields).sort((a, b) => a[1] - b[1])) {
    const value = contract.value[name];
    if (typeof value === 'string') out.bytes(number, decodeHex(value));
    else if (typeof value === 'number' || typeof value === 'bigint') out.number(number, BigInt(value));
  }
  return out.finish();
}

/** A transaction as a node answers it, its id the hash of its bytes. `nonce` keeps equal contracts apart. */
export function sampleTransaction(contract: SampleContract, nonce: number) {
  const typeUrl = `type.googleapis.com/protocol.${contract.type}`;
  const any = new ProtoWriter();
  any.bytes(1, new TextEncoder().encode(typeUrl));
  any.bytes(2, encodeValue(contract));
  const signed = new ProtoWriter();
  signed.number(1, BigInt(contractTypeNumber(contract.type)));
  signed.bytes(2, any.finish());
  const raw = new ProtoWriter();
  raw.bytes(11, signed.finish());
  raw.number(14, 1_700_000_000_000n + BigInt(nonce));
  const bytes = raw.finish();
  const result = 'result' in contract ? contract.result : 'SUCCESS';
  return {
    ret: [result === undefined ? {} : { contractRet: result }],
    signature: ['11'.repeat(65)],
    txID: encodeHex(sha256(bytes)),
    raw_data: {
      contract: [{ parameter: { value: contract.value, type_url: typeUrl }, type: contract.type }],
      ...(contract.data !== undefined && { data: contract.data }),
      timestamp: 1_700_000_000_000 + nonce,
    },
    raw_data_hex: encodeHex(bytes),
  };
}

export type SampleTransaction = ReturnType<typeof sampleTransaction>;

const RESULT_NUMBERS: Readonly<Record<string, bigint>> = { SUCCESS: 1n, REVERT: 2n, OUT_OF_ENERGY: 10n };

function leafOf(transaction: SampleTransaction): Uint8Array {
  const out = new ProtoWriter();
  out.bytes(1, decodeHex(transaction.raw_data_hex));
  for (const signature of transaction.signature) out.bytes(2, decodeHex(signature), true);
  for (const result of transaction.ret) {
    const encoded = new ProtoWriter();
    encoded.number(3, RESULT_NUMBERS[result.contractRet ?? ''] ?? 0n);
    out.bytes(5, encoded.finish(), true);
  }
  return sha256(out.finish());
}

function rootOf(leaves: readonly Uint8Array[]): string {
  if (leaves.length === 0) return '0'.repeat(64);
  if (leaves.length === 1) return encodeHex(leaves[0] as Uint8Array);
  const pairs: Uint8Array[] = [];
  for (let i = 0; i < leaves.length; i += 2) {
    const pair = leaves.slice(i, i + 2);
    pairs.push(
      pair.length === 2 ? sha256(Uint8Array.from(pair.flatMap((leaf) => [...leaf]))) : (pair[0] as Uint8Array),
    );
  }
  return rootOf(pairs);
}

/** An invented block as a node answers it: ids, root and hash are what they must be. */
export function sampleBlock(block: {
  readonly height: number;
  readonly parentHash: string;
  /** Seconds. */
  readonly time: number;
  readonly transactions?: readonly SampleTransaction[];
}) {
  const transactions = block.transactions ?? [];
  const rawData = {
    number: block.height,
    txTrieRoot: rootOf(transactions.map(leafOf)),
    witness_address: `41${'a5'.repeat(20)}`,
    parentHash: block.parentHash,
    version: 30,
    timestamp: block.time * 1000,
  };
  const out = new ProtoWriter();
  out.number(1, BigInt(rawData.timestamp));
  out.bytes(2, decodeHex(rawData.txTrieRoot));
  out.bytes(3, decodeHex(rawData.parentHash));
  out.number(7, BigInt(rawData.number));
  out.bytes(9, decodeHex(rawData.witness_address));
  out.number(10, BigInt(rawData.version));
  const digest = encodeHex(sha256(out.finish())).slice(16);
  return {
    blockID: block.height.toString(16).padStart(16, '0') + digest,
    block_header: { raw_data: rawData, witness_signature: '22'.repeat(65) },
    // A node leaves the list out of a block without transactions.
    ...(transactions.length > 0 && { transactions }),
  };
}

export type SampleBlock = ReturnType<typeof sampleBlock>;
