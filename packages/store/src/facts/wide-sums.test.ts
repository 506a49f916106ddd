import { OWNER_ROW_BYTES, type ResolvedBlock, TX_COINBASE } from '@trailmark/core/resolved-block';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import { EntryColumns } from './entry-columns.ts';
import { ByteWriter } from './native-block.ts';
import * as ofTransactionColumns from './transaction-columns.ts';

const recorded = new WatchedResults();
const { blockFees } = recorded.watch(ofTransactionColumns);

const KNOWN = 7;
/** The lower word of these sums overflows 32 bits, and what it carries must reach the upper one. */
const WORD = 0xffff_ffffn;

/** A block of a coinbase and one transaction; all inputs and outputs are of one owner. */
function makeBlock(inputs: readonly bigint[], outputs: readonly bigint[]): ResolvedBlock {
  const [inCount, outCount] = [inputs.length + 1, outputs.length + 1];
  const owners = (count: number, from: number): Uint8Array => {
    const rows = new Uint8Array(count * OWNER_ROW_BYTES);
    for (let row = from; row < count; row++) rows.set([2, 20], row * OWNER_ROW_BYTES);
    return rows;
  };
  return {
    height: 7,
    hash: new Uint8Array(32),
    header: new Uint8Array(80),
    time: 0,
    timeEstimated: false,
    heightEstimated: false,
    isWhole: true,
    hasRaw: false,
    source: 'test',
    size: 0,
    weight: 0,
    bytes: new Uint8Array(0),
    txCount: 2,
    txIndex: undefined,
    txOffset: new Uint32Array(2),
    txSize: new Uint32Array(2),
    txids: new Uint8Array(64),
    txFirstInput: Uint32Array.of(0, 1, inCount),
    txFirstOutput: Uint32Array.of(0, 1, outCount),
    txFlags: Uint8Array.of(TX_COINBASE, 0),
    inOutpoint: new Uint32Array(inCount),
    inVout: new Uint32Array(inCount),
    inFlags: Uint8Array.from({ length: inCount }, (_, i) => (i === 0 ? 0 : KNOWN)),
    inValue: BigUint64Array.of(0n, ...inputs),
    inPosition: new Float64Array(inCount),
    inOwner: owners(inCount, 1),
    outValue: BigUint64Array.of(0n, ...outputs),
    outType: new Uint8Array(outCount).fill(2),
    outOwner: owners(outCount, 1),
  };
}

function readColumn(columns: EntryColumns, name: string): BigUint64Array {
  const part = columns.finish().find((column) => column.name === name)?.parts[0] ?? new Uint8Array(0);
  return new BigUint64Array(Uint8Array.from(part).buffer);
}

test.each([
  [[WORD, 1n], [WORD]],
  [
    [WORD, WORD, WORD],
    [WORD * 2n, 5n],
  ],
  [
    [2_100_000_000_000_000n, WORD],
    [2_099_999_999_999_999n, 1n, WORD],
  ],
  [[1n << 32n], [WORD]],
  [[(1n << 62n) - 1n, 1n], [1n << 61n]],
])('sums above 32 bits are exact, case %#', (inputs, outputs) => {
  const block = makeBlock(inputs, outputs);
  const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
  const columns = new EntryColumns();
  columns.addBlock(block, (tx) => 7 * 2 ** 20 + tx);
  expect(sum([...readColumn(columns, 'tx_sent')])).toBe(sum(inputs));
  expect(sum([...readColumn(columns, 'tx_received')])).toBe(sum(outputs));
  expect(blockFees(block)).toEqual([0n, sum(inputs) - sum(outputs)]);
});

test('a position above 32 bits keeps all its digits', () => {
  const position = 4_000_000 * 2 ** 20 + 77;
  const columns = new EntryColumns();
  columns.addBlock(makeBlock([5n], [4n]), () => position);
  expect(new Set(readColumn(columns, 'position'))).toEqual(new Set([BigInt(position)]));
});

test.each([
  [0, [0]],
  [127, [127]],
  [128, [128, 1]],
  [16_383, [255, 127]],
  [16_384, [128, 128, 1]],
  [2 ** 31, [128, 128, 128, 128, 8]],
  [2 ** 35, [128, 128, 128, 128, 128, 1]],
])('the length %i is written in its shortest form', (value, bytes) => {
  const writer = new ByteWriter(1);
  writer.writeVarint(value);
  expect([...writer.view()]).toEqual(bytes);
});

test('numbers up to 2^53 are written whole', () => {
  const writer = new ByteWriter(1);
  const values = [0, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1];
  for (const value of values) writer.writeUint64(value);
  expect([...new BigUint64Array(Uint8Array.from(writer.view()).buffer)].map(Number)).toEqual(values);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/wide-sums.txt');
});
