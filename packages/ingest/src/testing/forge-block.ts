import { checkProofOfWork, decodeHeader, encodeHeader } from '@trailmark/chains/utxo/block';
import { ByteWriter } from '@trailmark/chains/utxo/byte-reader';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { merkleRoot } from '@trailmark/chains/utxo/merkle';
import { ownerScript } from '@trailmark/chains/utxo/script';
import { decodeTransaction, encodeTransaction, type TransactionParts } from '@trailmark/chains/utxo/transaction';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import type { BlockSource, SourceBlock } from '../source.ts';

/** Where a forged block differs from one that follows the rules. */
export interface BlockParts {
  readonly chain: UtxoChain;
  readonly prevHash: string;
  readonly transactions: readonly TransactionParts[];
  readonly time: number;
  /** Default: the root of the transactions. */
  readonly merkleRoot?: string;
  /** Default: the easiest target of the chain. */
  readonly bits?: number;
  /** False looks for a nonce that misses the target. */
  readonly meetsTarget?: boolean;
}

export const ANY_TXID = '11'.repeat(32);

/** A P2PKH script of an owner made of one repeated byte. */
export function scriptOf(byte: number): Uint8Array {
  return ownerScript({ type: 'p2pkh', payload: new Uint8Array(20).fill(byte) }) as Uint8Array;
}

export function coinbase(height: number, value: bigint, script: Uint8Array = scriptOf(1)): TransactionParts {
  // The height keeps coinbases apart; four bytes hold any of them.
  const text = Uint8Array.of(4, height & 0xff, (height >> 8) & 0xff, (height >> 16) & 0xff, 0);
  const input = { prevTxid: '0'.repeat(64), prevVout: 0xffff_ffff, script: text, sequence: 0xffff_ffff, witness: [] };
  return { version: 1, inputs: [input], outputs: [{ value, script }], lockTime: 0 };
}

/** A transaction with empty input scripts: signatures are not what ingest checks. */
export function payment(
  inputs: readonly (readonly [txid: string, vout: number])[],
  outputs: readonly (readonly [value: bigint, script: Uint8Array])[],
  witness: readonly Uint8Array[] = [],
): TransactionParts {
  return {
    version: 2,
    inputs: inputs.map(([prevTxid, prevVout]) => {
      return { prevTxid, prevVout, script: new Uint8Array(0), sequence: 0xffff_fffe, witness };
    }),
    outputs: outputs.map(([value, script]) => ({ value, script })),
    lockTime: 0,
  };
}

export function txidOf(parts: TransactionParts): string {
  return decodeTransaction(encodeTransaction(parts, { witness: true }), { mweb: true }).txid;
}

/** Raw bytes of a block whose header fits the parts; the nonce is searched. */
export function forgeBlock(parts: BlockParts): Uint8Array {
  const { chain, transactions, time, prevHash } = parts;
  const root = parts.merkleRoot ?? merkleRoot(transactions.map(txidOf));
  const common = { version: 4, prevHash, merkleRoot: root, time, bits: parts.bits ?? chain.powLimitBits };
  for (let nonce = 0; nonce < 100_000; nonce++) {
    const header = encodeHeader({ ...common, nonce });
    if (checkProofOfWork(decodeHeader(header), chain) !== (parts.meetsTarget ?? true)) continue;
    const writer = new ByteWriter().bytes(header).compactSize(transactions.length);
    for (const transaction of transactions) writer.bytes(encodeTransaction(transaction, { witness: true }));
    return writer.finish();
  }
  throw new AppError('internal', 'No nonce was found: the target of the forged block is too hard.');
}

/** The first block of Bitcoin's regression test network: the main network's with another header. */
export function regtestGenesis(mainGenesis: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(mainGenesis);
  bytes.set(encodeHeader({ ...decodeHeader(bytes), time: 1_296_688_602, bits: 0x207fffff, nonce: 2 }));
  return bytes;
}

export function hashOf(raw: Uint8Array): string {
  return decodeHeader(raw).hash;
}

/** A chain that grows by forged blocks, each paying its whole subsidy to one owner. */
export class ForgedChain {
  readonly chain: UtxoChain;
  readonly blocks: Uint8Array[];

  constructor(chain: UtxoChain, genesis: Uint8Array) {
    this.chain = chain;
    this.blocks = [genesis];
  }

  get height(): number {
    return this.blocks.length - 1;
  }

  get tipHash(): string {
    return hashOf(this.blocks[this.height] as Uint8Array);
  }

  /** The coinbase that a rule-abiding block at the next height has. */
  nextCoinbase(fees = 0n): TransactionParts {
    const height = this.height + 1;
    return coinbase(height, this.chain.subsidy(height).units + fees);
  }

  /** A block on the tip, not added yet. */
  forge(transactions: readonly TransactionParts[] = [], changes: Partial<BlockParts> = {}): Uint8Array {
    const all = changes.transactions ?? [this.nextCoinbase(), ...transactions];
    const time = 1_600_000_000 + this.blocks.length * 600;
    return forgeBlock({ chain: this.chain, prevHash: this.tipHash, time, ...changes, transactions: all });
  }

  /** Adds a rule-abiding block and answers the txid of its coinbase. */
  extend(transactions: readonly TransactionParts[] = []): string {
    const first = this.nextCoinbase();
    this.blocks.push(this.forge([], { transactions: [first, ...transactions] }));
    return txidOf(first);
  }
}

/** A source of the given blocks, from height 0; what it says can be changed to a lie. */
export function listSource(blocks: readonly Uint8Array[], lies: Partial<BlockSource> = {}): BlockSource {
  const hashAt = (height: number): string | undefined => {
    const raw = blocks[height];
    return raw && raw.length >= 80 ? hashOf(raw) : raw && encodeHex(new Uint8Array(32));
  };
  return {
    description: 'forged blocks',
    head: async () => ({ height: blocks.length - 1, hash: hashAt(blocks.length - 1) ?? '' }),
    hashAt: async (height) => hashAt(height),
    async *blocks({ from, to }) {
      for (let height = from; height <= to; height++) yield [{ height, raw: blocks[height] } as SourceBlock];
    },
    close: async () => undefined,
    ...lies,
  };
}
