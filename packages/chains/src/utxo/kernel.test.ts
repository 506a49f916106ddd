import { readdirSync, readFileSync } from 'node:fs';
import { AppError } from '@trailmark/core/errors';
import { displayHash } from '@trailmark/core/hex';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arbitraryScript,
  arbitraryTx,
  type PlainTx,
  parsePlain,
  plainMerkleRoot,
  plainOwner,
  plainType,
  serializeBlock,
  serializeTx,
  sha256d,
} from '../testing/kernel-blocks.ts';
import {
  type BlockColumns,
  createBlockKernel,
  type ParseOptions,
  TX_HAS_MWEB,
  TX_HAS_WITNESS,
  TX_IS_COINBASE,
} from './kernel.ts';

const kernel = createBlockKernel();
const VECTORS = new URL('../../vectors/', import.meta.url);
const realBlocks = ['blocks/', 'kernel-blocks/'].flatMap((folder) =>
  readdirSync(new URL(folder, VECTORS))
    .filter((name) => /^btc-.*\.raw$/.test(name))
    .map((name) => ({ name, bytes: readFileSync(new URL(folder + name, VECTORS)) })),
);

const INPUT = { txid: Buffer.alloc(32, 7), vout: 1, script: Buffer.alloc(0), sequence: 0xffffffff, witness: [] };
const TX: PlainTx = { version: 2, inputs: [INPUT], outputs: [{ value: 5n, script: Buffer.of(0x51) }], lockTime: 9 };
const WITNESS_TX: PlainTx = { ...TX, inputs: [{ ...INPUT, witness: [Buffer.of(1, 2, 3)] }] };

/** Compares every column with the slow parser. */
function expectSame(columns: BlockColumns, block: Buffer, txs: readonly PlainTx[], options: ParseOptions = {}): void {
  expect(columns.txCount).toBe(txs.length);
  expect(Buffer.from(columns.bytes).equals(block)).toBe(true);
  expect(Buffer.from(columns.headerHash)).toEqual(sha256d(block.subarray(0, 80)));
  let input = 0;
  let output = 0;
  txs.forEach((tx, i) => {
    const bare = serializeTx(tx, 0);
    expect(Buffer.from(columns.txids.subarray(i * 32, i * 32 + 32))).toEqual(sha256d(bare));
    expect(columns.txStrippedSize[i]).toBe(bare.length);
    expect(columns.txVersion[i]).toBe(tx.version);
    expect(columns.txLockTime[i]).toBe(tx.lockTime);
    expect([columns.txFirstInput[i], columns.txFirstOutput[i]]).toEqual([input, output]);
    expect(Boolean(columns.txFlags[i]! & TX_HAS_WITNESS)).toBe(tx.inputs.some((row) => row.witness.length > 0));
    for (const row of tx.inputs) {
      const at = columns.inOutpoint[input]!;
      expect(block.subarray(at, at + 32).equals(row.txid)).toBe(true);
      expect(block.readUInt32LE(at + 32)).toBe(row.vout);
      expect(slice(block, columns.inScriptOffset, columns.inScriptLength, input).equals(row.script)).toBe(true);
      expect(columns.inSequence[input++]).toBe(row.sequence);
    }
    for (const row of tx.outputs) {
      expect(columns.outValue[output]).toBe(row.value);
      expect(slice(block, columns.outScriptOffset, columns.outScriptLength, output).equals(row.script)).toBe(true);
      expect(columns.outType[output]).toBe(SCRIPT_CODE[plainType(row.script, options.p2sh32)]);
      expect(Buffer.from(columns.outOwner.subarray(output * 40, output * 40 + 40))).toEqual(
        plainOwner(row.script, options.p2sh32),
      );
      output++;
    }
  });
  expect([columns.txFirstInput[txs.length], columns.txFirstOutput[txs.length]]).toEqual([input, output]);
  expect([columns.inputCount, columns.outputCount]).toEqual([input, output]);
}

function slice(block: Buffer, offsets: Uint32Array, lengths: Uint32Array, row: number): Buffer {
  return block.subarray(offsets[row]!, offsets[row]! + lengths[row]!);
}

function failure(bytes: Uint8Array, options?: ParseOptions): AppError {
  try {
    kernel.parse(bytes, options);
  } catch (error) {
    if (AppError.is(error, 'invalid')) return error;
    throw error;
  }
  throw new Error('The block was accepted.');
}

describe('real blocks', () => {
  test.each(realBlocks)('$name is read as the slow parser reads it', ({ bytes }) => {
    const columns = kernel.parse(bytes);
    expect(columns.merkleMatches).toBe(true);
    expect(columns.merkleMutated).toBe(false);
    expect(columns.length).toBe(bytes.length);
    expect(columns.txFlags[0]! & TX_IS_COINBASE).toBe(TX_IS_COINBASE);
    expectSame(columns, bytes, parsePlain(bytes));
  });

  test('the first payment of block 170 has its known txid', () => {
    const columns = kernel.parse(realBlocks.find(({ name }) => name === 'btc-170.raw')!.bytes);
    expect(displayHash(columns.headerHash)).toBe('00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee');
    expect(displayHash(columns.txids.subarray(32, 64))).toBe(
      'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
    );
  });
});

describe('valid transactions', () => {
  test('random blocks come back column by column', () => {
    const blocks = fc.tuple(fc.array(arbitraryTx, { minLength: 1, maxLength: 9 }), fc.boolean());
    fc.assert(
      fc.property(blocks, ([txs, p2sh32]) => {
        const block = serializeBlock(txs);
        const columns = kernel.parse(block, { p2sh32 });
        expect(columns.merkleMatches).toBe(true);
        expectSame(columns, block, txs, { p2sh32 });
      }),
      { numRuns: 200 },
    );
  });

  test('every length of message is hashed right', () => {
    for (let length = 0; length < 300; length++) {
      const bytes = Buffer.alloc(length, length);
      expect(Buffer.from(kernel.sha256d(bytes))).toEqual(sha256d(bytes));
    }
  });

  test('merkle roots of 1 to 40 hashes', () => {
    const txids = Array.from({ length: 40 }, (_, i) => sha256d(Buffer.of(i)));
    txids.forEach((_, i) => {
      const some = txids.slice(0, i + 1);
      expect(Buffer.from(kernel.merkleRoot(Buffer.concat(some)))).toEqual(plainMerkleRoot(some));
    });
  });

  test('a script of a million bytes, counts of five bytes and a longer header', () => {
    const tx: PlainTx = { ...TX, outputs: [{ value: 1n, script: Buffer.alloc(1_000_000, 0x51) }] };
    const block = serializeBlock([tx, WITNESS_TX]);
    expectSame(kernel.parse(block), block, [tx, WITNESS_TX]);
    const longer = Buffer.concat([block.subarray(0, 80), Buffer.alloc(500, 1), block.subarray(80)]);
    const columns = kernel.parse(longer, { headerLength: 580 });
    expect(columns.merkleMatches).toBe(true);
    expect(columns.txOffset[0]).toBe(581);
  });

  test('a Litecoin HogEx has the txid of its witness-free bytes', () => {
    for (const flag of [8, 9]) {
      const block = Buffer.concat([serializeBlock([TX, WITNESS_TX], [0, flag]), Buffer.from('mweb')]);
      const columns = kernel.parse(block, { mweb: true, allowExtension: true });
      expect(columns.merkleMatches).toBe(true);
      expect(columns.txFlags[1]).toBe(TX_HAS_MWEB | (flag & 1));
      expect(columns.length).toBe(block.length - 4);
      expect(Buffer.from(columns.bytes).equals(block)).toBe(true);
    }
  });

  test('two equal neighbours in the tree are reported (CVE-2012-2459)', () => {
    const txs = [1, 2, 3].map((lockTime) => ({ ...TX, lockTime }));
    expect(kernel.parse(serializeBlock(txs)).merkleMutated).toBe(false);
    const repeated = kernel.parse(serializeBlock([...txs, txs[2]!]));
    expect([repeated.merkleMatches, repeated.merkleMutated]).toEqual([true, true]);
  });

  test('a wrong root is reported, not thrown', () => {
    const block = serializeBlock([TX]);
    block[40]! ^= 1;
    expect(kernel.parse(block).merkleMatches).toBe(false);
  });
});

describe('malformed blocks', () => {
  const block = serializeBlock([TX, WITNESS_TX]);
  const edited = (at: number, ...values: number[]): Buffer => {
    const copy = Buffer.from(block);
    copy.set(values, at);
    return copy;
  };

  test('a cut at any byte says where the block ends', () => {
    for (let length = 0; length < block.length; length++) {
      const { message } = failure(block.subarray(0, length));
      expect(message).toMatch(/truncated|bytes left allow/);
    }
  });

  test('names what is wrong', () => {
    const cases: [Uint8Array, RegExp, ParseOptions?][] = [
      [edited(80, 0), /no transactions/],
      [edited(80, 0xfd, 2, 0), /count 2 at byte 80 .*not in its shortest form/],
      [edited(80, 0xff, 1, 2, 3, 4, 5, 6, 7, 8), /count 578437695752307201 at byte 80 .*bytes left allow/],
      [edited(85, 0xfc), /count 252 at byte 85 in the inputs of transaction 0/],
      [edited(85, 0), /no inputs|Unknown flag/],
      [edited(85, 0, 0), /no inputs at byte 85/],
      [serializeBlock([TX], [1]), /superfluous witness/],
      [serializeBlock([TX], [2]), /flag bits 0x02/],
      [serializeBlock([WITNESS_TX], [9]), /flag bits 0x09/],
      [Buffer.concat([block, Buffer.of(1, 2)]), /2 trailing bytes/],
      [block.subarray(0, 79), /truncated: it ends at byte 79, within the header/],
    ];
    for (const [bytes, message, options] of cases) expect(failure(bytes, options).message).toMatch(message);
    const hogEx = serializeBlock([TX], [8]);
    hogEx[hogEx.length - 5] = 1;
    expect(failure(hogEx, { mweb: true }).message).toMatch(/carries an MWEB body/);
    expect(() => kernel.parse(block, { headerLength: 20 })).toThrow(/at least 80 bytes/);
  });

  test('flipped bits never crash and never change the bytes', () => {
    const source = realBlocks.find(({ name }) => name === 'btc-482683.raw')!.bytes;
    const flips = fc.array(fc.nat(source.length * 8 - 1), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(flips, fc.boolean(), (bits, tolerant) => {
        const copy = Buffer.from(source);
        for (const bit of bits) copy[bit >> 3]! ^= 1 << (bit & 7);
        try {
          expect(Buffer.from(kernel.parse(copy, { allowExtension: tolerant, mweb: tolerant }).bytes).equals(copy)).toBe(
            true,
          );
        } catch (error) {
          if (!AppError.is(error, 'invalid')) throw error;
        }
      }),
      { numRuns: 2000 },
    );
    expect(kernel.parse(source).merkleMatches).toBe(true);
  });

  test('noise of any length never crashes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), arbitraryScript, (noise, script) => {
        for (const bytes of [noise, Buffer.concat([block.subarray(0, 81), script, noise])]) {
          try {
            kernel.parse(bytes);
          } catch (error) {
            if (!AppError.is(error, 'invalid')) throw error;
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

test('kernel.wasm is what its sources compile to', async () => {
  const path = new URL('../../kernel/build.mjs', import.meta.url).href;
  const { buildKernel } = (await import(path)) as { buildKernel: () => Promise<Uint8Array> };
  const committed = readFileSync(new URL('../../kernel/kernel.wasm', import.meta.url));
  expect(Buffer.from(await buildKernel()).equals(committed)).toBe(true);
});
