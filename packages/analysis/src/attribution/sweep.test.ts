import type { StoredLabel } from '@trailmark/core/label';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import type { SweepContext } from './sweep.ts';
import * as ofSweep from './sweep.ts';

const recorded = new WatchedResults();
const { readSweepFacts } = recorded.watch(ofSweep);

const owner = (number: number): Owner => ({ type: 'p2pkh', payload: new Uint8Array(20).fill(number) });
const [subject, other, hot, second, payer] = [owner(1), owner(2), owner(3), owner(4), owner(5)];

type Side = readonly [owner: Owner | undefined, value: bigint | undefined];

function record(position: number, inputs: readonly Side[], outputs: readonly Side[]): TransactionRecord {
  return {
    position,
    txid: position.toString(16).padStart(64, '0'),
    fee: 0n,
    isCoinbase: inputs.length === 0,
    hasRaw: true,
    inputs: inputs.map(([from, value]) => ({ owner: from, value, source: undefined, vout: 0, isP2pk: false })),
    outputs: outputs.map(([to, value]) => ({ owner: to, value: value ?? 0n, type: 'p2pkh' })),
  };
}

const mark = (key: string) => ({ key, label: { id: key } as StoredLabel, viaCluster: false });
const MARKS = new Map([
  [ownerId(hot), mark('first')],
  [ownerId(second), mark('second')],
]);
const context: SweepContext = { serviceOf: (from) => MARKS.get(ownerId(from)), isCoinJoin: () => false };

const deposit = record(1, [[payer, 101n]], [[subject, 100n]]);
const sweep = record(
  2,
  [
    [subject, 100n],
    [other, 900n],
  ],
  [
    [hot, 970n],
    [other, 20n],
  ],
);

describe('sweeps', () => {
  test('are spends with coins of others that pay nearly everything to one service', () => {
    expect(readSweepFacts(subject, [deposit, sweep], context)).toMatchObject({
      service: { key: 'first' },
      spends: 1,
      sweeps: [2],
      spent: 100n,
      swept: 100n,
      received: 100n,
      receivedFromOthers: 100n,
      deposits: [1],
    });
  });

  test('may pay one service at two addresses, up to 95 % and no less', () => {
    const also = {
      ...context,
      serviceOf: (to: Owner) => MARKS.get(ownerId(ownerId(to) === ownerId(second) ? hot : to)),
    };
    const paying = (rest: bigint) =>
      record(
        2,
        [
          [subject, 100n],
          [other, 901n],
        ],
        [
          [hot, 400n],
          [second, 600n - rest],
          [payer, rest],
        ],
      );
    expect(readSweepFacts(subject, [deposit, paying(50n)], also)?.sweeps).toEqual([2]);
    expect(readSweepFacts(subject, [deposit, paying(51n)], also)).toBeUndefined();
  });

  test('are not what a person pays to a service alone', () => {
    const paid = record(2, [[subject, 100n]], [[hot, 99n]]);
    expect(readSweepFacts(subject, [deposit, paid], context)).toBeUndefined();
  });

  test('are not transactions that pay others too', () => {
    const batch = record(
      2,
      [
        [subject, 100n],
        [other, 100n],
      ],
      [
        [hot, 150n],
        [payer, 50n],
      ],
    );
    expect(readSweepFacts(subject, [deposit, batch], context)).toBeUndefined();
  });

  test('are not CoinJoins', () => {
    expect(readSweepFacts(subject, [deposit, sweep], { ...context, isCoinJoin: () => true })).toBeUndefined();
  });

  test('to two services say nothing', () => {
    const elsewhere = record(
      3,
      [
        [subject, 50n],
        [other, 50n],
      ],
      [[second, 99n]],
    );
    expect(readSweepFacts(subject, [deposit, sweep, elsewhere], context)).toBeUndefined();
  });

  test('of coins whose payer is not known, or is the service, are no deposits', () => {
    const unknown = record(1, [[undefined, undefined]], [[subject, 60n]]);
    const own = record(1, [[hot, 41n]], [[subject, 40n]]);
    expect(readSweepFacts(subject, [unknown, own, sweep], context)).toMatchObject({
      received: 100n,
      receivedFromOthers: 0n,
      deposits: [],
    });
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/sweep.txt');
});
