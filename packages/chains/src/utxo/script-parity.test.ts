import { decodeHex } from '@trailmark/core/hex';
import { encodeOwner } from '@trailmark/core/owner';
import { SCRIPT_TYPES } from '@trailmark/core/script-type';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteWriter } from './byte-reader.ts';
import { createBlockKernel, OWNER_BYTES } from './kernel.ts';
import { describeScript } from './script.ts';
import { encodeTransaction } from './transaction.ts';

/** The rules that name an output's form are written twice, in the kernel for speed and here for single scripts. */
const kernel = createBlockKernel();

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((all) => [...all]);
const key = fc
  .constantFrom([2, 32], [3, 32], [4, 64], [6, 64], [7, 64], [5, 64], [2, 64])
  .chain(([head = 0, rest = 0]) => bytes(rest).map((all) => [head, ...all]));
const push = (data: readonly number[]) => [data.length, ...data];
const count = fc.oneof(
  fc.integer({ min: 0, max: 16 }).map((n) => [n === 0 ? 0 : 0x50 + n]),
  fc.integer({ min: 1, max: 22 }).map((n) => [1, n]),
);
const multisig = fc
  .array(key, { minLength: 1, maxLength: 4 })
  .chain((keys) =>
    fc
      .oneof(fc.constant([0x50 + keys.length]), count)
      .chain((total) => count.map((required) => [...required, ...keys.flatMap(push), ...total, 0xae])),
  );
const witness = fc
  .tuple(fc.constantFrom(0, 0x4f, 0x50, 0x51, 0x52, 0x60, 0x61), fc.constantFrom(1, 2, 19, 20, 21, 31, 32, 33, 40, 41))
  .chain(([version, length]) => bytes(length).map((program) => [version, ...push(program)]));
const template = fc.oneof(
  bytes(20).map((hash) => [0x76, 0xa9, ...push(hash), 0x88, 0xac]),
  bytes(20).map((hash) => [0xa9, ...push(hash), 0x87]),
  bytes(32).map((hash) => [0xaa, ...push(hash), 0x87]),
  key.map((point) => [...push(point), 0xac]),
  fc.constant([...decodeHex('51024e73')]),
  fc.array(fc.constantFrom(0, 1, 0x4c, 0x4d, 0x4e, 0x51, 0x6a, 0x76, 0x87, 0xac, 0xae, 0xff), { maxLength: 12 }),
  multisig,
  witness,
);
/** Left alone, or with one byte changed or taken out. */
const scripts = fc.tuple(template, fc.nat(), fc.nat(255), fc.nat(5)).map(([script, at, value, kind]) => {
  const place = at % Math.max(1, script.length);
  if (kind === 0) return Uint8Array.from(script.toSpliced(place, 1, value));
  return Uint8Array.from(kind === 1 ? script.toSpliced(place, 1) : script);
});

test('the kernel and describeScript agree on form and owner', () => {
  const input = {
    prevTxid: '0'.repeat(64),
    prevVout: 0xffff_ffff,
    script: Uint8Array.of(1, 1),
    sequence: 0,
    witness: [],
  };
  fc.assert(
    fc.property(fc.array(scripts, { minLength: 1, maxLength: 60 }), fc.boolean(), (all, p2sh32) => {
      const outputs = all.map((script) => ({ value: 0n, script }));
      const raw = encodeTransaction({ version: 1, inputs: [input], outputs, lockTime: 0 }, { witness: false });
      const block = new ByteWriter().bytes(new Uint8Array(80)).compactSize(1).bytes(raw).finish();
      const { outType, outOwner } = kernel.parse(block, { p2sh32 });
      for (const [i, script] of all.entries()) {
        const { type, owner } = describeScript(script, { p2sh32 });
        const [code = 0, ...payload] = encodeOwner(owner);
        const row = new Uint8Array(OWNER_BYTES);
        row.set(owner ? [code, payload.length, 0, 0, 0, 0, 0, 0, ...payload] : []);
        expect([SCRIPT_TYPES[outType[i]!], outOwner.slice(i * OWNER_BYTES, (i + 1) * OWNER_BYTES)]).toEqual([
          type,
          row,
        ]);
      }
    }),
    { numRuns: 300 },
  );
});
