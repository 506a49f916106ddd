import { createHash } from 'node:crypto';
import { SCRIPT_CODE, type ScriptType } from '@trailmark/core/script-type';
import fc from 'fast-check';

/** A transaction as plain values, for the slow parser that the kernel is compared with. */
export interface PlainTx {
  readonly version: number;
  readonly inputs: readonly PlainInput[];
  readonly outputs: readonly { readonly value: bigint; readonly script: Buffer }[];
  readonly lockTime: number;
}
export interface PlainInput {
  readonly txid: Buffer;
  readonly vout: number;
  readonly script: Buffer;
  readonly sequence: number;
  readonly witness: readonly Buffer[];
}

const digest = (algorithm: string, data: Uint8Array): Buffer => createHash(algorithm).update(data).digest();
export const sha256 = (data: Uint8Array): Buffer => digest('sha256', data);
export const sha256d = (data: Uint8Array): Buffer => sha256(sha256(data));
export const hash160 = (data: Uint8Array): Buffer => digest('ripemd160', sha256(data));

export function compactSize(value: number): Buffer {
  if (value < 0xfd) return Buffer.of(value);
  const buffer = Buffer.alloc(value <= 0xffff ? 3 : 5);
  buffer[0] = value <= 0xffff ? 0xfd : 0xfe;
  if (value <= 0xffff) buffer.writeUInt16LE(value, 1);
  else buffer.writeUInt32LE(value, 1);
  return buffer;
}

const u32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value >>> 0);
  return buffer;
};
const u64 = (value: bigint): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(value);
  return buffer;
};
const withLength = (data: Buffer): Buffer => Buffer.concat([compactSize(data.length), data]);

/** BIP144 serialization; `flag` 0 gives the witness-free one that txids are hashes of. */
export function serializeTx(tx: PlainTx, flag = tx.inputs.some((input) => input.witness.length > 0) ? 1 : 0): Buffer {
  const inputs = tx.inputs.map(({ txid, vout, script, sequence }) =>
    Buffer.concat([txid, u32(vout), withLength(script), u32(sequence)]),
  );
  const outputs = tx.outputs.map(({ value, script }) => Buffer.concat([u64(value), withLength(script)]));
  const witness = tx.inputs.map((input) =>
    Buffer.concat([compactSize(input.witness.length), ...input.witness.map(withLength)]),
  );
  return Buffer.concat([
    u32(tx.version),
    flag ? Buffer.of(0, flag) : Buffer.alloc(0),
    compactSize(inputs.length),
    ...inputs,
    compactSize(outputs.length),
    ...outputs,
    ...(flag & 1 ? witness : []),
    flag & 8 ? Buffer.of(0) : Buffer.alloc(0),
    u32(tx.lockTime),
  ]);
}

/** Merkle root as the first Bitcoin release computes it. */
export function plainMerkleRoot(txids: readonly Buffer[]): Buffer {
  let level = [...txids];
  while (level.length > 1) {
    if (level.length % 2) level.push(level.at(-1) as Buffer);
    level = level.flatMap((left, i) => (i % 2 ? [] : [sha256d(Buffer.concat([left, level[i + 1] as Buffer]))]));
  }
  return level[0] as Buffer;
}

/** A block with a header that commits to the transactions. `flags` overrides the flag byte of each transaction. */
export function serializeBlock(txs: readonly PlainTx[], flags: readonly (number | undefined)[] = []): Buffer {
  const header = Buffer.alloc(80);
  plainMerkleRoot(txs.map((tx) => sha256d(serializeTx(tx, 0)))).copy(header, 36);
  return Buffer.concat([header, compactSize(txs.length), ...txs.map((tx, i) => serializeTx(tx, flags[i]))]);
}

/** The slow parser: reads a valid block by the letter of BIP144, nothing else. */
export function parsePlain(block: Buffer): PlainTx[] {
  let at = 80;
  const take = (length: number): Buffer => {
    at += length;
    return block.subarray(at - length, at);
  };
  const count = (): number => {
    const first = take(1)[0] as number;
    if (first < 0xfd) return first;
    return first === 0xfd
      ? take(2).readUInt16LE()
      : first === 0xfe
        ? take(4).readUInt32LE()
        : Number(take(8).readBigUInt64LE());
  };
  const times = <T>(length: number, read: () => T): T[] => Array.from({ length }, read);
  return times(count(), () => {
    const version = take(4).readInt32LE();
    const extended = block[at] === 0;
    if (extended) take(2);
    const bare = times(count(), () => ({
      txid: take(32),
      vout: take(4).readUInt32LE(),
      script: take(count()),
      sequence: take(4).readUInt32LE(),
    }));
    const outputs = times(count(), () => ({ value: take(8).readBigUInt64LE(), script: take(count()) }));
    const inputs = bare.map((input) => ({ ...input, witness: extended ? times(count(), () => take(count())) : [] }));
    return { version, inputs, outputs, lockTime: take(4).readUInt32LE() };
  });
}

const isKey = (key: Buffer): boolean => {
  const first = key[0] ?? 0;
  return first === 2 || first === 3 ? key.length === 33 : [4, 6, 7].includes(first) && key.length === 65;
};

const LENGTH_BYTES = new Map([
  [0x4c, 1],
  [0x4d, 2],
  [0x4e, 4],
]);

/** Opcodes with their pushed data; undefined where a push runs past the end. */
function operations(script: Buffer): { op: number; data: Buffer }[] | undefined {
  const list: { op: number; data: Buffer }[] = [];
  let rest = script;
  while (rest.length > 0) {
    const op = rest[0] as number;
    const width = LENGTH_BYTES.get(op) ?? 0;
    if (rest.length < 1 + width) return undefined;
    const end = 1 + width + (width > 0 ? rest.readUIntLE(1, width) : op < 0x4c ? op : 0);
    if (rest.length < end) return undefined;
    list.push({ op, data: rest.subarray(1 + width, end) });
    rest = rest.subarray(end);
  }
  return list;
}

function isPlainMultisig(script: Buffer): boolean {
  const list = operations(script);
  if (!list || list.length < 4 || list.at(-1)?.op !== 0xae) return false;
  const number = ({ op, data }: { op: number; data: Buffer }): number =>
    op >= 0x51 && op <= 0x60 ? op - 0x50 : op === 1 && (data[0] as number) > 16 ? (data[0] as number) : 0;
  const [required, ...keys] = list.slice(0, -2);
  const total = number(list.at(-2) as { op: number; data: Buffer });
  const least = required ? number(required) : 0;
  return keys.every(({ data }) => isKey(data)) && total === keys.length && least >= 1 && least <= total && total <= 20;
}

/** Form of a script, written after Bitcoin Core's Solver with patterns over hex text. */
export function plainType(script: Buffer, p2sh32 = false): ScriptType {
  const hex = script.toString('hex');
  if (hex.startsWith('6a')) return 'op-return';
  if (/^76a914.{40}88ac$/.test(hex)) return 'p2pkh';
  if (/^a914.{40}87$/.test(hex)) return 'p2sh';
  if (/^0014.{40}$/.test(hex)) return 'p2wpkh';
  if (/^0020.{64}$/.test(hex)) return 'p2wsh';
  if (/^5120.{64}$/.test(hex)) return 'p2tr';
  if (hex === '51024e73') return 'anchor';
  if (p2sh32 && /^aa20.{64}87$/.test(hex)) return 'p2sh32';
  if (/^(5[1-9a-f]|60)/.test(hex) && script[1] === script.length - 2 && script.length >= 4 && script.length <= 42)
    return 'witness-unknown';
  if (/^(21.{66}|41.{130})ac$/.test(hex) && isKey(script.subarray(1, -1))) return 'p2pk';
  return isPlainMultisig(script) ? 'multisig' : 'nonstandard';
}

/** The 40 owner bytes of a script. */
export function plainOwner(script: Buffer, p2sh32 = false): Buffer {
  const type = plainType(script, p2sh32);
  const owner = Buffer.alloc(40);
  if (type === 'op-return') return owner;
  const offset = { p2pkh: 3, p2sh: 2, p2wpkh: 2, p2wsh: 2, p2tr: 2, p2sh32: 2 } as Partial<Record<ScriptType, number>>;
  const from = offset[type];
  const short = ['p2pkh', 'p2sh', 'p2wpkh', 'p2pk'].includes(type);
  const payload =
    type === 'p2pk'
      ? hash160(script.subarray(1, -1))
      : from === undefined
        ? sha256(script)
        : script.subarray(from, from + (short ? 20 : 32));
  owner[0] = SCRIPT_CODE[type === 'p2pk' ? 'p2pkh' : type];
  owner[1] = payload.length;
  payload.copy(owner, 8);
  return owner;
}

const bytes = (minLength: number, maxLength = minLength): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ minLength, maxLength }).map((data) => Buffer.from(data));
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const wrapped = (head: string, length: number, tail = ''): fc.Arbitrary<Buffer> =>
  bytes(length).map((data) => Buffer.concat([hex(head), data, hex(tail)]));
const arbitraryKey = fc
  .tuple(fc.constantFrom(2, 3, 4, 6, 7, 5), bytes(64))
  .map(([first, rest]) => Buffer.concat([Buffer.of(first), rest.subarray(0, first < 4 ? 32 : 64)]));
const small = (value: number): Buffer => (value <= 16 ? Buffer.of(0x50 + value) : Buffer.of(1, value));
const push = (key: Buffer, long: boolean): Buffer =>
  Buffer.concat([long ? Buffer.of(0x4c, key.length) : Buffer.of(key.length), key]);
const multisig = fc
  .tuple(
    fc.integer({ min: 1, max: 21 }),
    fc.array(fc.tuple(arbitraryKey, fc.boolean()), { maxLength: 21 }),
    fc.integer({ min: -1, max: 1 }),
  )
  .map(([m, keys, skew]) =>
    Buffer.concat([
      small(m),
      ...keys.map(([key, long]) => push(key, long)),
      small(Math.max(1, keys.length + skew)),
      Buffer.of(0xae),
    ]),
  );

/** Scripts of every form, near misses of them, and noise. */
export const arbitraryScript: fc.Arbitrary<Buffer> = fc
  .oneof(
    wrapped('76a914', 20, '88ac'),
    wrapped('a914', 20, '87'),
    wrapped('0014', 20),
    wrapped('0020', 32),
    wrapped('5120', 32),
    wrapped('aa20', 32, '87'),
    fc.constant(hex('51024e73')),
    fc
      .tuple(fc.constantFrom(0, 0x4f, 0x51, 0x52, 0x60, 0x61), bytes(1, 42))
      .map(([op, data]) => Buffer.concat([Buffer.of(op, data.length), data])),
    arbitraryKey.map((key) => Buffer.concat([push(key, false), Buffer.of(0xac)])),
    multisig,
    bytes(0, 90).map((data) => Buffer.concat([Buffer.of(0x6a), data])),
    bytes(0, 300),
  )
  .chain((script) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(script) },
      { weight: 1, arbitrary: fc.nat(script.length).map((end) => script.subarray(0, end)) },
    ),
  );

const u32s = fc.integer({ min: 0, max: 0xffffffff });
const arbitraryInput: fc.Arbitrary<PlainInput> = fc.record({
  txid: bytes(32),
  vout: u32s,
  script: bytes(0, 120),
  sequence: u32s,
  witness: fc.array(bytes(0, 80), { maxLength: 3 }),
});
/** Valid transactions, with and without witness. */
export const arbitraryTx: fc.Arbitrary<PlainTx> = fc.record({
  version: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  inputs: fc.array(arbitraryInput, { minLength: 1, maxLength: 4 }),
  outputs: fc.array(fc.record({ value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), script: arbitraryScript }), {
    maxLength: 5,
  }),
  lockTime: u32s,
});
