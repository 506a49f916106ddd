import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { getChain } from '@trailmark/chains/catalogue';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BlockFilesSource, openFrameFiles } from './block-files.ts';
import { openMemoryFile } from './byte-file.ts';
import { createFrameCheck } from './frame-check.ts';

const BITCOIN = getChain('btc');
const FRAME_BYTES = 8;
const COUNT = 24;

/** The first blocks of Bitcoin, each with its frame. */
const frames = readFrames();

function readFrames(): readonly Buffer[] {
  const file = new URL('../../../../data/btc/mainnet-0-4312/blk00000.dat.gz', import.meta.url);
  const bytes = gunzipSync(readFileSync(file));
  const found: Buffer[] = [];
  for (let at = 0; found.length < COUNT; at += (found.at(-1) as Buffer).length) {
    found.push(bytes.subarray(at, at + FRAME_BYTES + bytes.readUInt32LE(at + 4)));
  }
  return found;
}

function open(...files: readonly Buffer[]): Promise<BlockFilesSource> {
  const named = files.map((bytes, i) => openMemoryFile(`blk0000${i}.dat`, bytes));
  const { magic, name, genesisHash } = BITCOIN;
  const check = createFrameCheck(BITCOIN);
  return openFrameFiles(async () => named, { magics: [magic], chainName: name, genesisHash, check, description: '' });
}

async function readAll(source: BlockFilesSource): Promise<Buffer[]> {
  const { height: to } = await source.head();
  const raws: Buffer[] = [];
  for await (const batch of source.blocks({ from: 0, to, batchBytes: 1000 })) {
    raws.push(...batch.map(({ raw }) => Buffer.from(raw)));
  }
  return raws;
}

const blocks = frames.map((frame) => frame.subarray(FRAME_BYTES));
const at = (index: number): number => frames.slice(0, index).reduce((sum, frame) => sum + frame.length, 0);
const flip = (bytes: Buffer, position: number, bit: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[position] = (copy[position] as number) ^ (1 << bit);
  return copy;
};

describe('the account of damaged block files', () => {
  test('whole files are complete, and the account says so', async () => {
    const source = await open(Buffer.concat(frames));
    expect(source.report?.()).toEqual({
      isComplete: true,
      lines: [
        `Block files: ${COUNT} blocks found in 1 file, ${COUNT} on the main chain (heights 0 to ${COUNT - 1}), 0 not used.`,
      ],
    });
  });

  test('a missing block is named with the blocks above it that cannot be used', async () => {
    const source = await open(Buffer.concat(frames.toSpliced(10, 1)));
    expect((await source.head()).height).toBe(9);
    expect(source.census()).toMatchObject({ mainBlocks: 10, detachedBlocks: COUNT - 11, foundBlocks: COUNT - 1 });
    const { lines, isComplete } = source.report?.() ?? {};
    expect(isComplete).toBe(false);
    // Block 10 of Bitcoin.
    const missing = '000000002c05cc2e78923c34df87fd108b22221ac6076c18f3ade378a4d915e9';
    const place = `blk00000.dat, byte ${(at(10) + FRAME_BYTES).toLocaleString('en')}`;
    expect(lines?.join('\n')).toContain(
      `${COUNT - 11} blocks not used because block ${missing} below them is missing or damaged; the first is at ${place}.`,
    );
  });

  test('a flipped bit in a header leaves its block out, with file and byte', async () => {
    const source = await open(flip(Buffer.concat(frames), at(10) + FRAME_BYTES + 40, 3));
    expect((await source.head()).height).toBe(9);
    expect(source.report?.().lines.join('\n')).toMatch(
      /blk00000\.dat, byte 2,\d{3}: \d+ bytes not used, its hash does not meet its proof-of-work target\./,
    );
  });

  test('a flipped bit in any header, length or magic: every block is read, or the account is not complete', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(COUNT - 1),
        fc.nat(FRAME_BYTES + 79),
        fc.nat(7),
        fc.constantFrom(0, 3, 8, 5000),
        async (index, byte, bit, padding) => {
          const bytes = Buffer.concat([flip(Buffer.concat(frames), at(index) + byte, bit), Buffer.alloc(padding)]);
          const opened = await open(bytes).catch(() => undefined);
          // Without its first block nothing of a chain is read, and that is reported by an error.
          if (!opened) {
            expect(index).toBe(0);
            return;
          }
          const raws = await readAll(opened);
          const isComplete = opened.report?.().isComplete;
          expect(raws).toEqual(isComplete ? blocks : blocks.slice(0, raws.length));
        },
      ),
      { numRuns: 400 },
    );
  });

  test.each([
    [4, 3, 5000],
    [4, 3, 8],
    [5, 2, 5000],
    [5, 2, 1024],
    [5, 3, 5000],
  ])(
    'the last block ends with its data although byte %i, bit %i of its frame makes it reach into %i bytes of padding',
    async (byte, bit, padding) => {
      const bytes = Buffer.concat([flip(Buffer.concat(frames), at(COUNT - 1) + byte, bit), Buffer.alloc(padding)]);
      expect(await readAll(await open(bytes))).toEqual(blocks);
    },
  );

  test.each([0, 3, 4, 8, 5000])(
    'the last block is read to its end although its length ends before %i bytes of padding',
    async (padding) => {
      const size = (blocks.at(-1) as Buffer).length;
      for (const [byte, bit] of [4, 5].flatMap((byte) => [0, 1, 2, 3, 4, 5, 6, 7].map((bit) => [byte, bit] as const))) {
        const shorter = size ^ (1 << ((byte - 4) * 8 + bit));
        if (shorter > size || shorter <= 80) continue;
        const bytes = Buffer.concat([flip(Buffer.concat(frames), at(COUNT - 1) + byte, bit), Buffer.alloc(padding)]);
        const source = await open(bytes);
        expect(await readAll(source)).toEqual(blocks);
        expect(source.census().mendedBlocks).toBe(1);
        expect(source.report?.().isComplete).toBe(true);
      }
    },
  );

  test('a block is read to its end although its length ends before it, and padding is after it', async () => {
    const padded = frames.flatMap((frame, index) => (index === 12 ? [frame, Buffer.alloc(600)] : [frame]));
    const source = await open(flip(Buffer.concat(padded), at(12) + 4, 6));
    expect(await readAll(source)).toEqual(blocks);
    expect(source.report?.().isComplete).toBe(true);
  });

  test.each([0, 4, 5, 6, 7])('a block is read although byte %i before it is damaged', async (byte) => {
    for (const index of [1, 12, COUNT - 1]) {
      for (const bit of [0, 4, 7]) {
        const source = await open(flip(Buffer.concat(frames), at(index) + byte, bit));
        expect(await readAll(source)).toEqual(blocks);
        expect(source.census().mendedBlocks).toBe(1);
        expect(source.report?.().isComplete).toBe(true);
      }
    }
  });

  test('a cut-off copy of a block does not replace the good copy after it', async () => {
    const frame = frames[10] as Buffer;
    const half = Buffer.concat([frame.subarray(0, 150), Buffer.alloc(frame.length - 150)]);
    for (const copy of [half, frame.subarray(0, 150)]) {
      const before = Buffer.concat([...frames.slice(0, 10), copy]);
      const after = Buffer.concat(frames.slice(10));
      for (const files of [[Buffer.concat([before, Buffer.alloc(500), after])], [before, after]]) {
        const source = await open(...files);
        expect(await readAll(source)).toEqual(blocks);
        expect(source.report?.()).toMatchObject({ isComplete: true });
        expect(source.report?.().lines.join('\n')).toContain('the block was read from another copy');
      }
    }
  });

  test('blocks of another network are not taken for damaged ones of this', async () => {
    const litecoin = getChain('ltc');
    const { magic, name, genesisHash } = litecoin;
    const file = openMemoryFile('blk00000.dat', Buffer.concat(frames));
    const check = createFrameCheck(litecoin);
    const opening = openFrameFiles(async () => [file], {
      magics: [magic],
      chainName: name,
      genesisHash,
      check,
      description: '',
    });
    await expect(opening).rejects.toThrow(/no block of Litecoin in them/);
  });

  test('a second copy after a good one is counted and changes nothing', async () => {
    const source = await open(Buffer.concat([...frames, frames[3] as Buffer]));
    expect(await readAll(source)).toEqual(blocks);
    expect(source.census()).toMatchObject({ copies: 1, foundBlocks: COUNT + 1 });
    expect(source.report?.().isComplete).toBe(true);
  });
});
