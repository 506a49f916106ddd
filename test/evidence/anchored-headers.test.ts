import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { getChain } from '@trailmark/chains/catalogue';
import { decodeHeader } from '@trailmark/chains/utxo/block';
import { collectLedger } from '@trailmark/evidence/bundle/collect-ledger';
import { type HeaderChain, readHeaderChain } from '@trailmark/evidence/bundle/header-chain';
import { describe, expect, test } from 'vitest';
import { readFirstBlocks } from './first-blocks.ts';
import { FIRST_PAYMENT } from './sample-bundle.ts';

// What shows a header to be that of its chain, over real headers of Bitcoin.

const chain = getChain('btc');

/** Consecutive headers of the blocks that are bundled as raw blocks, as a bundle has them. */
function readHeaders(from: number, count: number, blocks: readonly string[] = []): HeaderChain {
  const path = (height: number) => `data/btc/blocks-every-era/blocks/${height}.raw.gz`;
  const headers = Array.from({ length: count }, (_, i) => gunzipSync(readFileSync(path(from + i))).subarray(0, 80));
  return readHeaderChain(new Map([[`ledger/btc/headers-${from}.bin`, Buffer.concat(headers)]]), chain, blocks);
}

describe('a header is one of its chain', () => {
  test('where its own work is that of a block of 2024, and not with a little less', () => {
    expect([832_918, 818_677].map((height) => readHeaders(height, 1).isAnchored(height))).toEqual([true, false]);
  });

  test('where it, or one after it, is known from elsewhere, and none after that', () => {
    const [first, second] = [227_835, 227_836];
    const hashes = [first, second].map((height) => readHeaders(height, 1).at(height)?.hash ?? '');
    const anchored = (known: readonly string[]) => {
      const headers = readHeaders(first, 2, known);
      return [
        ...[first, second].map((height) => headers.isAnchored(height)),
        ...hashes.map((hash) => headers.hasAnchored(hash)),
      ];
    };
    expect(anchored([])).toEqual([false, false, false, false]);
    expect(anchored(hashes.slice(0, 1))).toEqual([true, false, true, false]);
    expect(anchored(hashes.slice(1))).toEqual([true, true, true, true]);
  });
});

describe('a bundle has the headers', () => {
  /** Heights of the runs of headers for some transactions of the first month. */
  async function rangesFor(txids: readonly string[]): Promise<readonly (readonly [number, number])[]> {
    const { files } = await collectLedger({ reader: await readFirstBlocks(), chain, txids }, {});
    const runs = [...files].filter(([path]) => path.startsWith('ledger/btc/headers-'));
    return runs.map(([path, bytes]) => {
      const from = Number(/(\d+)\.bin$/.exec(path)?.[1]);
      expect(decodeHeader(bytes.subarray(0, 80)).hash).not.toBe('');
      return [from, from + bytes.length / 80 - 1];
    });
  }

  test('from the first block that it uses to the next one that verifiers know', async () => {
    expect(await rangesFor([FIRST_PAYMENT])).toEqual([[170, 2_015]]);
  });

  test('once where several blocks are used, and up to the last where none is known after it', async () => {
    const reader = await readFirstBlocks();
    const coinbase = async (height: number) => (await reader.blockTxids(height, {}))[0] ?? '';
    const txids = [FIRST_PAYMENT, await coinbase(1_000), await coinbase(2_016), await coinbase(4_100)];
    const ranges = await rangesFor(txids);
    expect(ranges.toSorted(([a], [b]) => a - b)).toEqual([
      [170, 2_015],
      [2_016, 4_100],
    ]);
  });
});
