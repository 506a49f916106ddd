import { readFileSync } from 'node:fs';
import { toPosition } from '@trailmark/core/position';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arbitraryScript,
  type PlainInput,
  type PlainTx,
  plainOwner,
  plainType,
  serializeBlock,
  serializeTx,
  sha256d,
} from '../testing/kernel-blocks.ts';
import { createBlockKernel, type ParseOptions } from './kernel.ts';
import { type ApplyOptions, createOutpointTable, type OutpointEntry, type OutpointTable } from './outpoint-table.ts';

const CAPACITY = 1024;
const kernel = createBlockKernel();
const keyOf = (txid: Uint8Array, vout: number): string => `${Buffer.from(txid).toString('hex')}:${vout}`;
const txidOf = (tx: PlainTx): Buffer => sha256d(serializeTx(tx, 0));
const spend = (txid: Buffer, vout: number): PlainInput => ({
  txid,
  vout,
  script: Buffer.alloc(0),
  sequence: 0,
  witness: [],
});
const COINBASE = spend(Buffer.alloc(32), 0xffffffff);
const isCoinbase = (tx: PlainTx): boolean => tx.inputs.length === 1 && tx.inputs[0]!.vout === 0xffffffff;
const P2PKH = Buffer.from(`76a914${'11'.repeat(20)}88ac`, 'hex');

/** The table as a Map, with the same bounds: at 80 % of the slots everything before a position goes, to 60 %. */
class Model {
  readonly live = new Map<string, OutpointEntry>();
  evicted = 0;
  duplicates = 0;

  insert(key: string, entry: OutpointEntry): void {
    if (this.live.has(key)) this.duplicates++;
    else if (this.live.size >= Math.floor(CAPACITY * 0.8)) this.evict();
    this.live.set(key, entry);
  }

  evict(): void {
    const positions = [...this.live.values()].map(({ position }) => position).sort((a, b) => a - b);
    const threshold = positions[positions.length - Math.floor(CAPACITY * 0.6)]!;
    const first = positions[0] === threshold ? threshold + 1 : threshold;
    for (const [key, { position }] of this.live) {
      if (position >= first) continue;
      this.live.delete(key);
      this.evicted++;
    }
  }

  resolve(tx: PlainTx): (OutpointEntry | undefined)[] {
    return tx.inputs.map(({ txid, vout }) => {
      const entry = this.live.get(keyOf(txid, vout));
      this.live.delete(keyOf(txid, vout));
      return entry;
    });
  }

  create(tx: PlainTx, position: number): void {
    tx.outputs.forEach(({ value, script }, vout) => {
      const type = SCRIPT_CODE[plainType(script)];
      if (type !== SCRIPT_CODE['op-return'])
        this.insert(keyOf(txidOf(tx), vout), { position, value, type, owner: plainOwner(script) });
    });
  }
}

/** Applies a block to both and compares what the inputs resolve to and the counters. */
function applyBoth(table: OutpointTable, model: Model, txs: readonly PlainTx[], height: number): void {
  const result = table.applyBlock(kernel.parse(serializeBlock(txs)), height);
  const expected = txs.flatMap((tx, i) => {
    const entries = model.resolve(tx);
    model.create(tx, toPosition(height, i));
    return entries;
  });
  const coinbases = txs.filter(isCoinbase).length;
  expect(result.missing).toBe(expected.filter((entry) => !entry).length - coinbases);
  expected.forEach((entry, i) => {
    expect(result.inFound[i]).toBe(entry ? 1 : 0);
    expect(result.inValue[i]).toBe(entry?.value ?? 0n);
    expect(result.inPosition[i]).toBe(entry?.position ?? -1);
    expect(result.inType[i]).toBe(entry?.type ?? 0);
    expect(Buffer.from(result.inOwner.subarray(i * 40, i * 40 + 40)).equals(entry?.owner ?? Buffer.alloc(40))).toBe(
      true,
    );
  });
  expect([table.size, table.evicted, table.duplicates]).toEqual([model.live.size, model.evicted, model.duplicates]);
}

const arbitraryPlan = fc.array(
  fc.array(
    fc.record({
      outputs: fc.integer({ min: 0, max: 60 }),
      spends: fc.array(fc.nat(), { maxLength: 20 }),
      script: arbitraryScript,
      repeat: fc.integer({ min: 0, max: 15 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  { minLength: 1, maxLength: 12 },
);

describe('against a Map', () => {
  test('random chains with spends of old, new, spent and unknown outputs, repeats and evictions', () => {
    let evictions = 0;
    let repeats = 0;
    const run = (plan: ReturnType<typeof arbitraryPlan.generate>['value']): void => {
      const table = createOutpointTable(CAPACITY);
      const model = new Model();
      const known: [Buffer, number][] = [[Buffer.alloc(32, 9), 0]];
      let lastCoinbase: PlainTx | undefined;
      plan.forEach((block, height) => {
        const txs = block.map(({ outputs, spends, script, repeat }, i): PlainTx => {
          if (i === 0 && repeat === 0 && lastCoinbase) return lastCoinbase;
          const inputs = i === 0 ? [COINBASE] : spends.map((pick) => spend(...known[pick % known.length]!));
          const tx: PlainTx = {
            version: height,
            inputs: inputs.length > 0 ? inputs : [spend(Buffer.alloc(32, 3), 1)],
            outputs: Array.from({ length: outputs }, (_, n) => ({ value: BigInt(n), script: n % 2 ? script : P2PKH })),
            lockTime: i,
          };
          if (i === 0) lastCoinbase = tx;
          const txid = txidOf(tx);
          for (let vout = 0; vout < outputs; vout++) known.push([txid, vout]);
          return tx;
        });
        applyBoth(table, model, txs, height);
      });
      for (const [key, entry] of model.live) {
        const [hex = '', vout] = key.split(':');
        expect(table.get(Buffer.from(hex, 'hex'), Number(vout))?.position).toBe(entry.position);
      }
      evictions += table.evicted;
      repeats += table.duplicates;
    };
    fc.assert(fc.property(arbitraryPlan, run), { numRuns: 150 });
    expect(evictions).toBeGreaterThan(0);
    expect(repeats).toBeGreaterThan(0);
  });

  test('growth by bulk inserts, removal of half, and a full table of one position', () => {
    const count = 12_000;
    const table = createOutpointTable(2 ** 14);
    const txids = Buffer.concat(Array.from({ length: count }, (_, i) => sha256d(Buffer.from(String(i >> 2)))));
    const vouts = Uint32Array.from({ length: count }, (_, i) => (i & 3) * 0x3fffffff);
    const positions = Float64Array.from({ length: count }, (_, i) => i + 2 ** 52);
    const values = BigUint64Array.from({ length: count }, (_, i) => 2n ** 64n - 1n - BigInt(i));
    const owners = Buffer.concat(Array.from({ length: count }, () => plainOwner(P2PKH)));
    const types = new Uint8Array(count).fill(SCRIPT_CODE.p2pkh);
    const before = table.memoryBytes;
    table.insertRows({ txids, vouts, positions, values, types, owners });
    expect([table.size, table.evicted, table.duplicates]).toEqual([count, 0, 0]);
    expect(table.memoryBytes).toBeLessThan(before + 4 * 2 ** 20);
    const txid = (i: number): Buffer => txids.subarray(i * 32, i * 32 + 32);
    for (let i = 0; i < count; i += 2) expect(table.remove(txid(i), vouts[i]!)).toBe(true);
    for (let i = 0; i < count; i++) {
      const entry = i % 2 ? { position: positions[i], value: values[i], type: types[i] } : undefined;
      const got = table.get(txid(i), vouts[i]!);
      expect(got && { position: got.position, value: got.value, type: got.type }).toEqual(entry);
    }
    expect(table.size).toBe(count / 2);
    table.clear();
    expect([table.size, table.get(txid(1), vouts[1]!)]).toEqual([0, undefined]);
    table.insertRows({ txids, vouts, positions: new Float64Array(count).fill(1), values, types, owners });
    table.insertRows({
      txids: txids.map((byte) => byte ^ 1),
      vouts,
      positions: new Float64Array(count).fill(1),
      values,
      types,
      owners,
    });
    expect(table.size + table.evicted).toBe(count * 2);
  });
});

describe('particular cases', () => {
  const apply = (table: OutpointTable, txs: PlainTx[], height: number, options?: ApplyOptions & ParseOptions) =>
    table.applyBlock(kernel.parse(serializeBlock(txs), options), height, options);
  const parent: PlainTx = { version: 1, inputs: [COINBASE], outputs: [{ value: 50n, script: P2PKH }], lockTime: 0 };
  const child: PlainTx = { ...parent, inputs: [spend(txidOf(parent), 0)] };

  test('block 170 spends the P2PK output of block 9 and remembers its form', () => {
    const table = createOutpointTable(CAPACITY);
    const key = Buffer.from(
      '410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac',
      'hex',
    );
    const txid = Buffer.from('0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9', 'hex').reverse();
    const funding = {
      position: toPosition(9, 0),
      value: 5_000_000_000n,
      type: SCRIPT_CODE.p2pk,
      owner: plainOwner(key),
    };
    table.insert(txid, 0, funding);
    const block = readFileSync(new URL('../../vectors/blocks/btc-170.raw', import.meta.url));
    const result = table.applyBlock(kernel.parse(block), 170);
    expect([...result.inFound]).toEqual([0, 1]);
    expect([result.inValue[1], result.inPosition[1], result.inType[1]]).toEqual([
      5_000_000_000n,
      toPosition(9, 0),
      SCRIPT_CODE.p2pk,
    ]);
    expect(result.inOwner[40]).toBe(SCRIPT_CODE.p2pkh);
    expect(Buffer.from(result.inOwner.subarray(48, 68)).toString('hex')).toBe(
      '11b366edfc0a8b66feebae5c2e25a7b6a5d1cf31',
    );
    expect([result.missing, table.size]).toEqual([0, 3]);
  });

  test('canonical order spends outputs of later transactions of the block', () => {
    const inOrder = apply(createOutpointTable(CAPACITY), [child, parent], 1);
    expect([inOrder.missing, inOrder.inFound[0]]).toEqual([1, 0]);
    const table = createOutpointTable(CAPACITY);
    const createFirst = apply(table, [child, parent], 1, { createFirst: true });
    expect([createFirst.missing, createFirst.inFound[0], createFirst.inPosition[0]]).toEqual([0, 1, toPosition(1, 1)]);
    expect(table.size).toBe(1);
  });

  test('outputs that differ only far into the txid or in the index are distinguished', () => {
    const table = createOutpointTable(CAPACITY);
    const txid = Buffer.alloc(32, 5);
    const entry = { position: 1, value: 1n, type: SCRIPT_CODE.p2pkh, owner: plainOwner(P2PKH) };
    table.insert(txid, 0, entry);
    for (let byte = 0; byte < 16; byte++) {
      for (let bit = 0; bit < 8; bit++) {
        const other = Buffer.from(txid);
        other[byte]! ^= 1 << bit;
        expect(table.get(other, 0)).toBeUndefined();
      }
    }
    for (let bit = 0; bit < 32; bit++) expect(table.get(txid, 2 ** bit)).toBeUndefined();
    expect(table.get(txid, 0)).toEqual({ ...entry, owner: new Uint8Array(entry.owner) });
  });

  test('capacities that are no power of two in bounds are refused', () => {
    for (const capacity of [0, 1000, 512, 2 ** 26, Number.NaN])
      expect(() => createOutpointTable(capacity)).toThrow(/power of two/);
  });
});
