import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BlockSource } from '../source.ts';
import { type BlockFilesSource, openBlockFiles } from './block-files.ts';
import type { IgnoredPart } from './block-files-census.ts';

const MAGIC = 'fabfb5da';
const EASY = 0x207fffff;
const HARD = 0x1f7fffff;

interface TestBlock {
  raw: Buffer;
  key: Buffer;
  hash: string;
}

function makeBlock(parent: TestBlock | undefined, salt: number, { bits = EASY, bodyBytes = 200 } = {}): TestBlock {
  const raw = Buffer.alloc(80 + bodyBytes, salt & 0xff);
  raw.writeUInt32LE(1, 0);
  (parent?.key ?? Buffer.alloc(32)).copy(raw, 4);
  raw.writeUInt32LE(1_600_000_000 + salt, 68);
  raw.writeUInt32LE(bits, 72);
  const once = createHash('sha256').update(raw.subarray(0, 80)).digest();
  const key = createHash('sha256').update(once).digest();
  return { raw, key, hash: Buffer.from(key).reverse().toString('hex') };
}

function makeChain(length: number, parent?: TestBlock, salt = 1, options = {}): TestBlock[] {
  const blocks: TestBlock[] = [];
  for (let i = 0; i < length; i++) blocks.push(makeBlock(blocks.at(-1) ?? parent, salt + i, options));
  return blocks;
}

function frame(block: TestBlock): Buffer {
  const head = Buffer.from(`${MAGIC}00000000`, 'hex');
  head.writeUInt32LE(block.raw.length, 4);
  return Buffer.concat([head, block.raw]);
}

const framed = (...blocks: TestBlock[]): Buffer => Buffer.concat(blocks.map(frame));

function mask(bytes: Buffer, key: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, i) => byte ^ (key[i % 8] as number)));
}

async function readAll(source: BlockSource, from: number, to: number, batchBytes = 1000): Promise<string[]> {
  const hashes: string[] = [];
  let height = from;
  for await (const batch of source.blocks({ from, to, batchBytes })) {
    for (const block of batch) {
      expect(block.height).toBe(height++);
      hashes.push(Buffer.from(block.raw).toString('hex'));
    }
  }
  return hashes;
}

/** The account of a source with its bytes summed. */
function count(source: BlockFilesSource) {
  const census = source.census();
  const sum = (parts: readonly IgnoredPart[]): number => parts.reduce((total, part) => total + part.bytes, 0);
  return { ...census, skippedBytes: sum(census.skipped), tailBytes: sum(census.tails) };
}

const hexOf = (blocks: TestBlock[]): string[] => blocks.map((block) => block.raw.toString('hex'));

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'block-files-'));
});
afterEach(() => rm(directory, { recursive: true }));

const write = (name: string, bytes: Buffer) => writeFile(join(directory, name), bytes);
const open = (genesis: TestBlock, more = {}) =>
  openBlockFiles({
    directory,
    magics: [MAGIC],
    chainName: 'Test chain',
    genesisHash: genesis.hash,
    settleMs: 5,
    ...more,
  });

describe('block files', () => {
  test('serves blocks that are out of order over several files in chain order', async () => {
    const chain = makeChain(40);
    const order = [...chain.keys()].sort((a, b) => ((a * 17) % 40) - ((b * 17) % 40));
    const shuffled = order.map((i) => chain[i]!);
    await write('blk00000.dat', framed(...shuffled.slice(0, 15)));
    await write('blk00001.dat', framed(...shuffled.slice(15)));
    const source = await open(chain[0]!);
    expect(await source.head()).toEqual({ height: 39, hash: chain[39]!.hash });
    expect(await source.hashAt(7)).toBe(chain[7]!.hash);
    expect(await source.hashAt(40)).toBeUndefined();
    for (const batchBytes of [1, 1000, 1e9]) expect(await readAll(source, 0, 39, batchBytes)).toEqual(hexOf(chain));
    expect(await readAll(source, 5, 9)).toEqual(hexOf(chain.slice(5, 10)));
  });

  test('reads large and small blocks in one file', async () => {
    const small = makeChain(3);
    const large = makeChain(4, small[2], 10, { bodyBytes: 300_001 });
    const chain = [...small, ...large, ...makeChain(5, large[3], 20)];
    await write('blk00000.dat', framed(...chain));
    expect(await readAll(await open(chain[0]!), 0, 11, 500_000)).toEqual(hexOf(chain));
  });

  test('removes the XOR mask at absolute offsets and knows padding under it', async () => {
    const key = Buffer.from('0bf2a7c9137e55fa', 'hex');
    const chain = makeChain(12, undefined, 1, { bodyBytes: 203 });
    await write('xor.dat', key);
    await write('blk00000.dat', Buffer.concat([mask(framed(...chain.slice(0, 5)), key), Buffer.alloc(4099)]));
    await write('blk00001.dat', mask(framed(...chain.slice(5)), key));
    const source = await open(chain[0]!);
    expect(await readAll(source, 0, 11)).toEqual(hexOf(chain));
    expect(count(source)).toMatchObject({ skippedBytes: 0, tailBytes: 0, mainBlocks: 12 });
    await write('xor.dat', Buffer.alloc(7));
    await expect(open(chain[0]!)).rejects.toThrow('must hold 8 bytes; it holds 7');
  });

  test('chooses the branch with most work, not the longest', async () => {
    const trunk = makeChain(5);
    const long = makeChain(6, trunk[4], 50);
    const heavy = makeChain(2, trunk[4], 70, { bits: HARD });
    await write('blk00000.dat', framed(...trunk, ...long, ...heavy));
    const source = await open(trunk[0]!);
    expect(await source.head()).toEqual({ height: 6, hash: heavy[1]!.hash });
    expect(count(source)).toMatchObject({ mainBlocks: 7, staleBlocks: 6, detachedBlocks: 0 });
  });

  test('follows new blocks, new files and reorganisations; of equal work the first seen stays', async () => {
    const trunk = makeChain(4);
    const [a1, a2] = makeChain(2, trunk[3], 50);
    const [b1, b2, b3] = makeChain(3, trunk[3], 70);
    await write('blk00000.dat', Buffer.concat([framed(...trunk, a1!), Buffer.alloc(5000)]));
    const source = await open(trunk[0]!);
    expect((await source.head()).hash).toBe(a1!.hash);
    // Into the padding: the size of the file stays.
    await write('blk00000.dat', Buffer.concat([framed(...trunk, a1!, a2!, b1!, b2!), Buffer.alloc(5000 - 3 * 288)]));
    expect((await source.head()).hash).toBe(a2!.hash);
    await write('blk00001.dat', framed(b3!));
    expect(await source.head()).toEqual({ height: 6, hash: b3!.hash });
    expect(await source.hashAt(4)).toBe(b1!.hash);
    expect(await readAll(source, 0, 6)).toEqual(hexOf([...trunk, b1!, b2!, b3!]));
  });

  test('leaves a block that is still being written for later', async () => {
    const chain = makeChain(3);
    const bytes = framed(...chain);
    for (const cut of [1, 120, 200, 281, 287]) {
      await write('blk00000.dat', bytes.subarray(0, bytes.length - cut));
      const source = await open(chain[0]!);
      expect((await source.head()).height).toBe(1);
      expect(count(source).tailBytes).toBe(288 - cut);
      await appendFile(join(directory, 'blk00000.dat'), bytes.subarray(bytes.length - cut));
      expect(await source.head()).toEqual({ height: 2, hash: chain[2]!.hash });
      expect(count(source).tailBytes).toBe(0);
    }
  });

  test('resynchronises behind garbage and a torn block, and says how much it skipped', async () => {
    const chain = makeChain(4);
    const torn = frame(makeBlock(chain[1], 99)).subarray(0, 100);
    const falseMagic = Buffer.from(`${MAGIC}ffffff7f`, 'hex');
    const garbage = Buffer.concat([Buffer.from('garbage'), falseMagic]);
    const parts = [
      framed(chain[0]!),
      garbage,
      framed(chain[1]!),
      torn,
      framed(chain[2]!),
      Buffer.alloc(9),
      framed(chain[3]!),
    ];
    await write('blk00000.dat', Buffer.concat(parts));
    const source = await open(chain[0]!);
    expect(count(source)).toMatchObject({
      mainBlocks: 4,
      staleBlocks: 0,
      skippedBytes: garbage.length + torn.length,
      tailBytes: 0,
    });
    expect(await readAll(source, 0, 3)).toEqual(hexOf(chain));
  });

  test('starts mid-chain at a given height, at the heaviest start or the one named', async () => {
    const chain = makeChain(12);
    const other = makeChain(3, makeBlock(undefined, 200), 210);
    await write('blk00000.dat', framed(...chain.slice(4), ...other));
    await expect(open(chain[0]!)).rejects.toThrow('do not contain the first block of Test chain');
    const source = await open(chain[0]!, { startHeight: 4 });
    expect(await source.head()).toEqual({ height: 11, hash: chain[11]!.hash });
    expect(count(source).detachedBlocks).toBe(3);
    expect(await readAll(source, 4, 11)).toEqual(hexOf(chain.slice(4)));
    expect(() => source.blocks({ from: 3, to: 5, batchBytes: 1 })).toThrow('hold heights 4 to 11');
    const later = await open(chain[0]!, { startHeight: 6, startHash: chain[6]!.hash });
    expect(await later.hashAt(5)).toBeUndefined();
    expect(await later.hashAt(6)).toBe(chain[6]!.hash);
    await expect(open(chain[0]!, { startHeight: 6, startHash: 'ab'.repeat(32) })).rejects.toThrow(
      'do not hold the block',
    );
  });

  test('refuses another network, an empty folder and a missing path by name', async () => {
    const chain = makeChain(2);
    await expect(open(chain[0]!)).rejects.toThrow('holds no block files');
    await write('blk00000.dat', framed(...chain));
    const wrong = open(chain[0]!, { magics: ['f9beb4d9'] });
    await expect(wrong).rejects.toSatisfy((error) => AppError.is(error, 'inconsistent'));
    await expect(open(chain[0]!, { directory: join(directory, 'absent') })).rejects.toThrow('does not exist');
    await expect(open(chain[0]!, { magics: ['f9be'] })).rejects.toThrow('8 hexadecimal digits');
  });

  test('takes one file or a data folder, and says when a file has gone', async () => {
    const chain = makeChain(3);
    await mkdir(join(directory, 'blocks'));
    const path = join(directory, 'blocks', 'blk00000.dat');
    await writeFile(path, framed(...chain));
    expect(await readAll(await open(chain[0]!, { directory: path }), 0, 2)).toEqual(hexOf(chain));
    const source = await open(chain[0]!);
    await unlink(path);
    await expect(readAll(source, 0, 2)).rejects.toThrow('blk00000.dat is gone');
  });

  test('stops on request', async () => {
    const chain = makeChain(5);
    await write('blk00000.dat', framed(...chain));
    const source = await open(chain[0]!);
    const stop = new AbortController();
    const seen: number[] = [];
    const reading = (async () => {
      for await (const batch of source.blocks({ from: 0, to: 4, batchBytes: 1, signal: stop.signal })) {
        seen.push(...batch.map((block) => block.height));
        stop.abort();
      }
    })();
    await expect(reading).rejects.toThrow('abort');
    expect(seen).toEqual([0]);
  });
});
