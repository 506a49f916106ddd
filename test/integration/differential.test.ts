import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getChain } from '../../packages/chains/src/catalogue.ts';
import { blocksOfEveryEra } from '../../packages/ingest/src/bundled/blocks-every-era.ts';
import { mainnetFirstBlocks } from '../../packages/ingest/src/bundled/mainnet-0-4312.ts';
import { compareBlock, emptyComparison } from './compare-block.ts';

const BTC = getChain('btc');
const VECTORS = new URL('../../packages/chains/vectors/', import.meta.url);

test('bitcoinjs-lib reads the first month of Bitcoin as we do', async () => {
  const source = await mainnetFirstBlocks.open();
  const compared = emptyComparison();
  for await (const batch of source.blocks({ from: 0, to: 4_312, batchBytes: 2 ** 20 })) {
    for (const { raw } of batch) compareBlock(raw, BTC, compared);
  }
  expect([compared.blocks, compared.transactions]).toEqual([4_313, 4_371]);
});

test('bitcoinjs-lib reads blocks of every era as we do', async () => {
  const source = await blocksOfEveryEra.open();
  const compared = emptyComparison();
  for await (const batch of source.blocks()) for (const { raw } of batch) compareBlock(raw, BTC, compared);
  expect(compared.blocks).toBe(13);
  expect(compared.outputs).toBeGreaterThan(20_000);
  const forms = ['p2pk', 'p2pkh', 'p2sh', 'p2wpkh', 'p2wsh', 'p2tr', 'multisig', 'op-return'];
  expect([...compared.types.keys()]).toEqual(expect.arrayContaining(forms));
});

test('bitcoinjs-lib reads the blocks of our vectors as we do', () => {
  const compared = emptyComparison();
  for (const folder of ['blocks/', 'kernel-blocks/']) {
    for (const name of readdirSync(new URL(folder, VECTORS)).filter((file) => file.endsWith('.raw'))) {
      compareBlock(new Uint8Array(readFileSync(new URL(folder + name, VECTORS))), BTC, compared);
    }
  }
  expect(compared.blocks).toBe(12);
});
