import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { getChain } from '../../packages/chains/src/catalogue.ts';
import { checkProofOfWork, decodeHeader } from '../../packages/chains/src/utxo/block.ts';
import type { OutputChainId } from '../../packages/core/src/chain.ts';
import { openBlockFiles } from '../../packages/ingest/src/sources/block-files.ts';
import { type Compared, compareBlock, emptyComparison } from '../integration/compare-block.ts';
import { describeWithData } from '../needs.ts';

/** Blocks of the third test network among those of the main one. */
const TESTNET = /bcoin_898352/;

function readBlock(path: string): Uint8Array {
  if (!path.endsWith('.hex.xz')) return new Uint8Array(readFileSync(path));
  const text = execFileSync('xz', ['-dc', path], { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  return new Uint8Array(Buffer.from(text.trim(), 'hex'));
}

/** The blocks of a file in the framing of a node: magic, length, block. */
function readFrames(path: string): Uint8Array[] {
  const bytes = readFileSync(path);
  const blocks: Uint8Array[] = [];
  for (let at = 0; at + 88 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size;
    if (size < 81 || end > bytes.length) break;
    blocks.push(new Uint8Array(bytes.subarray(at + 8, end)));
    at = end;
  }
  return blocks;
}

function expectWork(raw: Uint8Array, chain: OutputChainId): void {
  expect(checkProofOfWork(decodeHeader(raw), getChain(chain))).toBe(true);
}

describeWithData('btc/blocks-every-era', (folder) => {
  const all = emptyComparison();
  const names = readdirSync(folder).filter((name) => /\.(raw|dat|hex\.xz)$/.test(name));

  test.each(names)('%s reads as bitcoinjs-lib reads it', (name) => {
    const path = join(folder, name);
    const chain = TESTNET.test(name) ? 'btc-test' : 'btc';
    const blocks = name.endsWith('.dat') ? readFrames(path) : [readBlock(path)];
    expect(blocks.length).toBeGreaterThan(0);
    for (const raw of blocks) {
      expectWork(raw, chain);
      compareBlock(raw, getChain(chain), all);
    }
  });

  afterAll(() => report('blocks of every era', all));
});

describeWithData('btc/networks', (folder) => {
  const all = emptyComparison();
  const cases: readonly (readonly [string, OutputChainId])[] = [
    ['dspicher_bitcoin_blk00000.dat', 'btc'],
    ['dspicher_testnet3_blk00000.dat', 'btc-test'],
    ['dspicher_signet_blk00000.dat', 'btc-signet'],
    ['rcasatta_blk-testnet3.dat', 'btc-test'],
    ['bitcoinj_first-100k-blocks.dat', 'btc'],
  ];

  test.each(cases)('%s is a chain of %s from its first block', async (name, id) => {
    const chain = getChain(id);
    const directory = join(folder, name);
    const source = await openBlockFiles({
      ...{ directory, magics: [chain.magic] },
      chainName: chain.name,
      genesisHash: chain.genesisHash,
    });
    const { height } = await source.head();
    expect(height).toBeGreaterThan(50);
    let parent = '0'.repeat(64);
    for await (const batch of source.blocks({ from: 0, to: height, batchBytes: 2 ** 20 })) {
      for (const { raw } of batch) {
        const header = decodeHeader(raw);
        expect(header.prevHash).toBe(parent);
        parent = header.hash;
        expectWork(raw, id);
        compareBlock(raw, chain, all);
      }
    }
    expect(parent).toBe((await source.head()).hash);
  });

  test.each(cases)('%s is refused by every network but %s', async (name, id) => {
    for (const other of ['btc', 'btc-test', 'btc-signet', 'ltc'] as const) {
      const chain = getChain(other);
      if (other === id) continue;
      const options = { magics: [chain.magic], chainName: chain.name, genesisHash: chain.genesisHash };
      await expect(openBlockFiles({ ...options, directory: join(folder, name) })).rejects.toThrow(
        `no block of ${chain.name} in them`,
      );
    }
  });

  afterAll(() => report('networks', all));
});

function report(title: string, { blocks, transactions, outputs, types }: Compared): void {
  const forms = [...types].map(([type, count]) => `${type} ${count}`).join(', ');
  console.log(`${title}: ${blocks} blocks, ${transactions} transactions, ${outputs} outputs (${forms})`);
}
