import { hash } from 'node:crypto';
import { getChain } from '@trailmark/chains/catalogue';
import { checkProofOfWork, decodeHeader, encodeHeader } from '@trailmark/chains/utxo/block';
import { hash160 } from '@trailmark/chains/utxo/hash';
import { merkleRoot } from '@trailmark/chains/utxo/merkle';
import { decodeTransaction, encodeTransaction } from '@trailmark/chains/utxo/transaction';

/** A block of a random regtest chain; all but its signatures are valid. */
export interface RandomBlock {
  readonly height: number;
  /** Display order. */
  readonly hash: string;
  readonly header: Uint8Array;
  readonly raw: Uint8Array;
  readonly transactions: readonly Uint8Array[];
}

export interface RandomChainOptions {
  readonly seed: number;
  /** How many scripts take part; few make many transactions per owner. */
  readonly scripts?: number;
  /** Most transactions in a block, in addition to the coinbase. */
  readonly blockTransactions?: number;
  /** How often, 0 to 1, a coinbase repeats an older one whose outputs are all spent (BIP 30 allows that). */
  readonly duplicates?: number;
}

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly value: bigint;
  readonly script: number;
}

interface Output {
  readonly value: bigint;
  readonly script: Uint8Array;
  /** Index in the pool; undefined for data. */
  readonly pool: number | undefined;
}

const BITS = 0x207fffff;
const FIRST_TIME = 1_600_000_000;
const NULL_TXID = '0'.repeat(64);
const CHAIN = getChain('btc-regtest');

/** Regtest's first block. */
export const REGTEST_GENESIS = new Uint8Array(
  Buffer.from(
    `01000000${'00'.repeat(32)}3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000` +
      '0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054' +
      '696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f' +
      '722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6' +
      'bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
    'hex',
  ),
);

/** Mulberry32: small, seeded, good enough to shuffle tests. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function bytesOf(label: string, length: number): Uint8Array {
  return new Uint8Array(Buffer.from(hash('sha512', label), 'hex').subarray(0, length));
}

function join(...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Scripts of every form; keys come both bare and hashed, so that two scripts share one owner. */
function makeScripts(seed: number, count: number): Uint8Array[] {
  const key = (i: number): Uint8Array => join([2 + (i % 2)], bytesOf(`key ${seed} ${i}`, 32));
  const forms: readonly ((i: number) => Uint8Array)[] = [
    (i) => join([0x76, 0xa9, 20], hash160(key(i)), [0x88, 0xac]),
    (i) => join([33], key(i - 1), [0xac]),
    (i) => join([0xa9, 20], bytesOf(`p2sh ${seed} ${i}`, 20), [0x87]),
    (i) => join([0x00, 20], bytesOf(`p2wpkh ${seed} ${i}`, 20)),
    (i) => join([0x00, 32], bytesOf(`p2wsh ${seed} ${i}`, 32)),
    (i) => join([0x51, 32], bytesOf(`p2tr ${seed} ${i}`, 32)),
    (i) => join([0x51, 33], key(i), [33], key(i + 1), [0x52, 0xae]),
    (i) => join([0x51, 0x51], bytesOf(`odd ${seed} ${i}`, i % 5)),
    (i) => join([0x52, 32], bytesOf(`future ${seed} ${i}`, 32)),
    () => Uint8Array.of(0x51, 2, 0x4e, 0x73),
    // Hash160 of a P2WPKH owner of the pool under another form: same payload, another owner.
    (i) => join([0x76, 0xa9, 20], bytesOf(`p2wpkh ${seed} ${i - 7}`, 20), [0x88, 0xac]),
  ];
  return Array.from({ length: count }, (_, i) => (forms[i % forms.length] as (i: number) => Uint8Array)(i));
}

/** Random payments between few owners, block by block. A fork shares the blocks below it. */
export class RandomChain {
  readonly blocks: RandomBlock[];
  private readonly options: Required<RandomChainOptions>;
  private readonly scripts: readonly Uint8Array[];
  private readonly random: () => number;
  /** Coins after each block, so that a fork can start anywhere. */
  private readonly coinsAt: (readonly Coin[])[];
  private coins: Coin[];

  constructor(options: RandomChainOptions, below?: { readonly chain: RandomChain; readonly blocks: number }) {
    this.options = { scripts: 22, blockTransactions: 6, duplicates: 0, ...options };
    this.random = createRandom(this.options.seed);
    this.scripts = below?.chain.scripts ?? makeScripts(this.options.seed, this.options.scripts);
    this.blocks = below ? below.chain.blocks.slice(0, below.blocks) : [genesisBlock()];
    this.coinsAt = below ? below.chain.coinsAt.slice(0, below.blocks) : [[]];
    this.coins = [...(this.coinsAt.at(-1) ?? [])];
  }

  /** A chain that shares all blocks up to and including a height. */
  fork(height: number, seed: number): RandomChain {
    return new RandomChain({ ...this.options, seed }, { chain: this, blocks: height + 1 });
  }

  extend(count: number): this {
    for (let i = 0; i < count; i++) this.addBlock();
    return this;
  }

  get tip(): RandomBlock {
    return this.blocks[this.blocks.length - 1] as RandomBlock;
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private addBlock(): void {
    const height = this.blocks.length;
    // Decided before anything of this block is spent: a repeat may not overwrite what was unspent when the block began.
    const repeated = this.repeatedCoinbase();
    const spends: Uint8Array[] = [];
    let fees = 0n;
    for (let n = this.below(this.options.blockTransactions + 1); n > 0 && this.coins.length > 0; n--) {
      const { raw, fee } = this.makeSpend();
      spends.push(raw);
      fees += fee;
    }
    const coinbase = repeated ?? this.makeCoinbase(height, fees);
    const transactions = [coinbase, ...spends];
    const header = mine(this.tip.hash, transactions, FIRST_TIME + height * 600 + this.below(9000) - 4500);
    this.blocks.push(toBlock(height, header, transactions));
    this.coinsAt.push([...this.coins]);
  }

  private addCoins(raw: Uint8Array, outputs: readonly Output[]): void {
    const { txid } = decodeTransaction(raw);
    outputs.forEach(({ value, pool }, vout) => {
      if (pool !== undefined) this.coins.push({ txid, vout, value, script: pool });
    });
  }

  private makeCoinbase(height: number, fees: bigint): Uint8Array {
    // A coinbase that may be repeated later claims the subsidy only; the others take the fees too.
    const claim = CHAIN.subsidy(height).units + (this.random() < 0.5 ? fees : 0n);
    const outputs = this.split(claim, 1 + this.below(3));
    const script = join([3, height & 255, (height >> 8) & 255, 0], bytesOf(`${this.options.seed} ${height}`, 6));
    const input = { prevTxid: NULL_TXID, prevVout: 0xffff_ffff, script, sequence: 0xffff_ffff };
    const witness = this.random() < 0.5 ? [new Uint8Array(32)] : [];
    const raw = encodeTransaction(
      { version: 1, inputs: [{ ...input, witness }], outputs, lockTime: 0 },
      { witness: true },
    );
    this.addCoins(raw, outputs);
    return raw;
  }

  /** An older coinbase again, bytes and all, where nothing of it is unspent and it claims no more than the subsidy. */
  private repeatedCoinbase(): Uint8Array | undefined {
    if (this.random() >= this.options.duplicates) return undefined;
    const open = new Set(this.coins.map(({ txid }) => txid));
    const allowed = CHAIN.subsidy(this.blocks.length).units;
    for (const { transactions } of this.blocks.slice(1)) {
      const raw = transactions[0] as Uint8Array;
      const { txid, outputs } = decodeTransaction(raw);
      const claimed = outputs.reduce((sum, { value }) => sum + value, 0n);
      if (open.has(txid) || claimed > allowed) continue;
      this.addCoins(
        raw,
        outputs.map((output) => ({ ...output, pool: this.poolOf(output.script) })),
      );
      return raw;
    }
    return undefined;
  }

  private poolOf(script: Uint8Array): number | undefined {
    const index = this.scripts.findIndex((known) => Buffer.compare(known, script) === 0);
    return index < 0 ? undefined : index;
  }

  private takeCoins(): Coin[] {
    const first = this.coins.splice(this.below(this.coins.length), 1)[0] as Coin;
    const taken = [first];
    const gathersOwn = this.random() < 0.3;
    const wanted = gathersOwn ? 40 : Math.max(0, this.below(7) - 3);
    for (let i = this.coins.length - 1; i >= 0 && taken.length <= wanted; i--) {
      if (gathersOwn ? this.coins[i]?.script !== first.script : this.random() > 0.2) continue;
      taken.push(...this.coins.splice(i, 1));
    }
    return taken;
  }

  private makeSpend(): { raw: Uint8Array; fee: bigint } {
    const taken = this.takeCoins();
    const total = taken.reduce((sum, { value }) => sum + value, 0n);
    const fee = total > 1000n ? BigInt(this.below(1000)) : 0n;
    const back = this.random() < 0.3 ? taken[0]?.script : undefined;
    const onlyBack = back !== undefined && this.random() < 0.5;
    const outputs = this.split(total - fee, 1 + this.below(4), { back, onlyBack });
    const inputs = taken.map(({ txid, vout, script }) => ({
      prevTxid: txid,
      prevVout: vout,
      script: script % 2 === 0 ? bytesOf(`sig ${txid} ${vout}`, 20) : new Uint8Array(0),
      sequence: 0xffff_fffd,
      witness: script % 2 === 0 ? [] : [bytesOf(`witness ${txid} ${vout}`, 30)],
    }));
    const raw = encodeTransaction({ version: 2, inputs, outputs, lockTime: 0 }, { witness: true });
    this.addCoins(raw, outputs);
    return { raw, fee };
  }

  /** Splits an amount over outputs; some get nothing, and some transactions carry data, seldom with coins in it. */
  private split(total: bigint, count: number, to: { back?: number | undefined; onlyBack?: boolean } = {}): Output[] {
    const outputs: Output[] = [];
    let left = total;
    for (let i = 0; i < count; i++) {
      const share = this.random() < 0.1 ? 0n : (left * BigInt(this.below(1000))) / 1000n;
      const value = i === count - 1 ? left : share;
      left -= value;
      const isBack = to.back !== undefined && (to.onlyBack || i === 0);
      const pool = isBack && to.back !== undefined ? to.back : this.below(this.scripts.length);
      outputs.push({ value, pool, script: this.scripts[pool] as Uint8Array });
    }
    if (this.random() < 0.15) {
      const first = outputs[0] as Output;
      const burnt = this.random() < 0.2 ? first.value / 10n : 0n;
      outputs[0] = { ...first, value: first.value - burnt };
      outputs.push({ value: burnt, pool: undefined, script: Uint8Array.of(0x6a, 3, 1, 2, this.below(256)) });
    }
    return outputs;
  }
}

function genesisBlock(): RandomBlock {
  return toBlock(0, REGTEST_GENESIS.subarray(0, 80), [REGTEST_GENESIS.subarray(81)]);
}

function toBlock(height: number, header: Uint8Array, transactions: readonly Uint8Array[]): RandomBlock {
  const count =
    transactions.length < 253 ? [transactions.length] : [253, transactions.length & 255, transactions.length >> 8];
  const raw = new Uint8Array(Buffer.concat([header, Uint8Array.from(count), ...transactions]));
  return { height, hash: decodeHeader(header).hash, header, raw, transactions };
}

function mine(prevHash: string, transactions: readonly Uint8Array[], time: number): Uint8Array {
  const root = merkleRoot(transactions.map((raw) => decodeTransaction(raw).txid));
  for (let nonce = 0; ; nonce++) {
    const header = encodeHeader({ version: 0x20000000, prevHash, merkleRoot: root, time, bits: BITS, nonce });
    if (checkProofOfWork(decodeHeader(header), CHAIN)) return header;
  }
}
