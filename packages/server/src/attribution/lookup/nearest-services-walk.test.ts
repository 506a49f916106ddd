import type { OutputLedger, TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { describe, expect, test } from 'vitest';
import { DOWNSTREAM } from './nearest-services-directions.ts';
import { MOST_TRANSACTIONS, Walk, type WalkOptions } from './nearest-services-walk.ts';

const FAN = 8;

function owner(number: number): Owner {
  const payload = new Uint8Array(20);
  new DataView(payload.buffer).setUint32(0, number);
  return { type: 'p2pkh', payload };
}

/** Transaction n pays eight owners, and output i of it is spent by transaction 8 n + i + 1: a tree without an end. */
function record(position: number): TransactionRecord {
  const value = 1_000_000n - BigInt(position);
  return {
    position,
    txid: position.toString(16).padStart(64, '0'),
    fee: 0n,
    isCoinbase: false,
    hasRaw: false,
    inputs: [{ owner: owner(position), value: 10_000_000n, source: undefined, vout: 0, isP2pk: false }],
    outputs: Array.from({ length: FAN }, (_, i) => ({ owner: owner(position * FAN + i + 1), value, type: 'p2pkh' })),
  };
}

let queries = 0;
const reader: Pick<OutputLedger, 'records' | 'totals' | 'spenders'> = {
  async records(positions) {
    queries++;
    return positions.map(record);
  },
  async totals() {
    queries++;
    return new Map();
  },
  async spenders(outputs) {
    queries++;
    return new Map(
      outputs.map(({ position, vout }) => [`${position}:${vout}`, { position: position * FAN + vout + 1, input: 0 }]),
    );
  },
};

function walk(more: Partial<WalkOptions> = {}): ReturnType<Walk['run']> {
  const options: WalkOptions = {
    reader: reader as OutputLedger,
    serviceOf: () => undefined,
    isCoinJoin: () => false,
    hotTransactionCount: 10,
    maxHops: 10,
    now: () => 0,
    read: {},
    ...more,
  };
  const start = { next: 0, vout: undefined, owner: owner(0), path: undefined };
  return new Walk(owner(0), DOWNSTREAM, options).run([start]);
}

describe('a walk', () => {
  test('ends at its limit of transactions, counts what it left out, and asks in batches', async () => {
    queries = 0;
    const { transactionsVisited, stops } = await walk();
    expect(transactionsVisited).toBe(MOST_TRANSACTIONS);
    expect(stops.get('limit')).toBeGreaterThan(0);
    expect(queries).toBeLessThan(100);
  });

  test('ends when its time is over', async () => {
    let time = 0;
    const { transactionsVisited, stops } = await walk({
      now: () => {
        time += 900;
        return time;
      },
    });
    expect(transactionsVisited).toBe(1 + FAN + FAN ** 2);
    expect([...stops]).toEqual([['time', FAN ** 3]]);
  });

  test('ends at its limit of hops', async () => {
    const { transactionsVisited, stops } = await walk({ maxHops: 2 });
    expect(transactionsVisited).toBe(1 + FAN);
    expect([...stops]).toEqual([['limit', FAN ** 2]]);
  });
});
