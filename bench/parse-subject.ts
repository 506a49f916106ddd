/**
 * Parses real blocks, computes every txid and checks the Merkle root with one program: `parse-subject.ts kernel|bitcoinjs|bitcore PEERS REPEATS`.
 * Prints one JSON line. A process of its own for each, so that none pays for the memory or the code of another.
 */
import { createHash, hash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { peakRssMiB } from './block-files.ts';
import { median } from './harness.ts';
import { realBlocks } from './real-blocks.ts';

export interface ParseResult {
  readonly subject: string;
  readonly blocks: number;
  readonly bytes: number;
  readonly transactions: number;
  /** Blocks the program could not read, by their place in the list. */
  readonly refused: readonly number[];
  /** SHA-256 over the txids (internal order) of each block, or "" where it was refused. */
  readonly digests: readonly string[];
  readonly seconds: number;
  readonly runs: readonly number[];
  readonly peakRssMiB: number;
}

/** Double SHA-256 with the fastest available hash. */
function hash256(bytes: Uint8Array): Buffer {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');
}

/** Checks the Merkle root as our kernel does, so that all three do the same work. Throws when it does not match. */
function checkMerkleRoot(block: Buffer, txids: readonly Uint8Array[]): void {
  let level = txids;
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      next.push(hash256(Buffer.concat([level[i] as Uint8Array, (level[i + 1] ?? level[i]) as Uint8Array])));
    }
    level = next;
  }
  if (Buffer.compare(block.subarray(36, 68), level[0] ?? Buffer.alloc(0)) !== 0) {
    throw new Error('The Merkle root does not match.');
  }
}

/** Calls `sink` with txids in internal order, 32 bytes each or several together. */
type Subject = (block: Buffer, sink: (txids: Uint8Array) => void) => void;

interface Bitcoinjs {
  readonly Block: { fromBuffer(raw: Buffer): { transactions: readonly { getHash(): Uint8Array }[] } };
}
interface Bitcore {
  readonly Block: { fromBuffer(raw: Buffer): { transactions: readonly { _getHash(): Buffer }[] } };
}

async function createSubject(name: string, peers: string): Promise<Subject> {
  if (name === 'kernel') {
    const { createBlockKernel } = await import('../packages/chains/src/utxo/kernel.ts');
    const kernel = createBlockKernel();
    return (block, sink) => {
      const columns = kernel.parse(block);
      if (!columns.merkleMatches) throw new Error('The Merkle root does not match.');
      sink(columns.txids);
    };
  }
  const load = createRequire(join(peers, 'package.json'));
  if (name === 'bitcoinjs') {
    const { Block } = load('bitcoinjs-lib') as Bitcoinjs;
    return (block, sink) => {
      const txids = Block.fromBuffer(block).transactions.map((transaction) => transaction.getHash());
      checkMerkleRoot(block, txids);
      for (const txid of txids) sink(txid);
    };
  }
  const { Block } = load('bitcore-lib') as Bitcore;
  return (block, sink) => {
    const txids = Block.fromBuffer(block).transactions.map((transaction) => transaction._getHash());
    checkMerkleRoot(block, txids);
    for (const txid of txids) sink(txid);
  };
}

/** One pass that is not timed: what the program reads, and with which txids. */
function inspect(subject: Subject, blocks: readonly Buffer[]): { digests: string[]; transactions: number } {
  let transactions = 0;
  const digests = blocks.map((block) => {
    const digest = createHash('sha256');
    let count = 0;
    try {
      subject(block, (txids) => {
        digest.update(txids);
        count += txids.length / 32;
      });
    } catch {
      return '';
    }
    transactions += count;
    return digest.digest('hex');
  });
  return { digests, transactions };
}

async function main(): Promise<void> {
  const [name = 'kernel', peers = '', repeats = '5'] = process.argv.slice(2);
  const subject = await createSubject(name, peers);
  const all = realBlocks();
  const { digests, transactions } = inspect(subject, all);
  const blocks = all.filter((_, i) => digests[i]);
  let sunk = 0;
  const sink = (txids: Uint8Array): void => {
    sunk += txids.length;
  };
  const runs = Array.from({ length: Number(repeats) }, () => {
    const started = performance.now();
    for (const block of blocks) subject(block, sink);
    return (performance.now() - started) / 1000;
  });
  if (sunk !== transactions * 32 * runs.length) throw new Error('A pass read other transactions than the first.');
  const result: ParseResult = {
    subject: name,
    blocks: blocks.length,
    bytes: blocks.reduce((sum, block) => sum + block.length, 0),
    transactions,
    refused: digests.flatMap((digest, i) => (digest ? [] : [i])),
    digests,
    seconds: median(runs),
    runs,
    peakRssMiB: peakRssMiB(),
  };
  console.log(JSON.stringify(result));
}

await main();
