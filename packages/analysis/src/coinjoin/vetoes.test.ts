import type { CoinJoinFinding, CoinJoinKind } from '@trailmark/core/cluster';
import { ownerId } from '@trailmark/core/owner';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { sampleJoinMarket, sampleWhirlpoolMix } from './testing/sample-mixes.ts';
import {
  DATA_OUTPUT,
  sampleInputs,
  sampleOutput,
  sampleOutputs,
  sampleOwner,
  sampleRecord,
} from './testing/sample-records.ts';
import * as ofVetoes from './vetoes.ts';

const recorded = new WatchedResults();
const { confirmTx0, isStonewall, judgeTx0Data, listVetoes } = recorded.watch(ofVetoes);

function findingOf(kind: CoinJoinKind): CoinJoinFinding {
  return {
    detector: kind,
    version: 1,
    kind,
    confidence: 60,
    isCoinJoin: kind !== 'whirlpool-tx0',
    participants: 3,
    denominations: [1n],
    notes: ['First.'],
  };
}
const shape = (inputs: number, ...values: bigint[]) =>
  sampleRecord(sampleInputs(Array.from({ length: inputs }, () => 9_000_000n)), sampleOutputs(values));
const nobody = () => false;

describe('a Stonewall', () => {
  test('has three or four outputs of which exactly two are equal', () => {
    expect(isStonewall(shape(2, 5000n, 5000n, 700n))).toBe(true);
    expect(isStonewall(shape(3, 5000n, 5000n, 700n, 800n))).toBe(true);
    const withData = shape(2, 5000n, 5000n, 700n);
    expect(isStonewall({ ...withData, outputs: [...withData.outputs, DATA_OUTPUT] })).toBe(true);
  });

  test('is not seen where one condition is broken', () => {
    expect(isStonewall(shape(1, 5000n, 5000n, 700n))).toBe(false);
    expect(isStonewall(shape(2, 5000n, 5000n))).toBe(false);
    expect(isStonewall(shape(2, 5000n, 5000n, 700n, 800n, 900n))).toBe(false);
    expect(isStonewall(shape(2, 4999n, 4999n, 700n))).toBe(false);
    expect(isStonewall(shape(2, 5000n, 5000n, 5000n))).toBe(false);
    expect(isStonewall(shape(2, 5000n, 5000n, 700_000n, 700_000n))).toBe(false);
    expect(isStonewall(shape(2, 5000n, 5001n, 700n))).toBe(false);
    const reused = shape(2, 5000n, 5000n, 700n);
    expect(isStonewall({ ...reused, outputs: [...reused.outputs.slice(0, 2), sampleOutput(1001, 700n)] })).toBe(false);
  });

  test('speaks against every kind of finding', () => {
    for (const kind of ['joinmarket', 'wasabi-2', 'whirlpool-mix'] as const) {
      expect(listVetoes(findingOf(kind), shape(2, 5000n, 5000n, 700n), nobody).map(({ id }) => id)).toEqual([
        'stonewall',
      ]);
    }
  });
});

describe('an exchange among the inputs', () => {
  const exchange = ownerId(sampleOwner(2));
  const isExchange = (owner: ReturnType<typeof sampleOwner>) => ownerId(owner) === exchange;

  test('speaks against JoinMarket and Wasabi 1 and says how many inputs it has', () => {
    for (const kind of ['joinmarket', 'wasabi-1'] as const) {
      expect(listVetoes(findingOf(kind), sampleJoinMarket(), isExchange)).toEqual([
        { id: 'exchange', sentence: expect.stringContaining('the owner of 1 of 5 inputs an exchange') },
      ]);
    }
  });

  test('does not speak against Wasabi 2 and Whirlpool, nor does any other owner', () => {
    for (const kind of ['wasabi-2', 'whirlpool-mix', 'whirlpool-tx0'] as const) {
      expect(listVetoes(findingOf(kind), sampleWhirlpoolMix(), isExchange)).toEqual([]);
    }
    expect(listVetoes(findingOf('joinmarket'), sampleJoinMarket(), nobody)).toEqual([]);
  });
});

describe('a Tx0', () => {
  test('is confirmed by a premix output that was spent in a mix', () => {
    expect(confirmTx0(findingOf('whirlpool-tx0'), [undefined, 'whirlpool-mix'])).toMatchObject({
      confidence: 90,
      notes: ['First.', 'One of its premix outputs was spent in a Whirlpool mix.'],
    });
  });

  test('is confirmed by the first and by the twentieth of them', () => {
    const [first, twentieth] = [0, 19].map((place) =>
      Array.from({ length: 20 }, (_, i) => (i === place ? 'whirlpool-mix' : undefined)),
    );
    expect(confirmTx0(findingOf('whirlpool-tx0'), first ?? []).confidence).toBe(90);
    expect(confirmTx0(findingOf('whirlpool-tx0'), twentieth ?? []).confidence).toBe(90);
  });

  test('stays as it is otherwise, and so does any other finding', () => {
    expect(confirmTx0(findingOf('whirlpool-tx0'), [undefined, 'wasabi-2']).confidence).toBe(60);
    expect(confirmTx0(findingOf('wasabi-2'), ['whirlpool-mix']).confidence).toBe(60);
    const late = [...Array.from({ length: 20 }, () => undefined), 'whirlpool-mix'];
    expect(confirmTx0(findingOf('whirlpool-tx0'), late).confidence).toBe(60);
  });
});

describe('the data output of a Tx0', () => {
  const push = (length: number, ...head: number[]) => Uint8Array.from([...head, ...new Array<number>(length).fill(7)]);

  test('has 64 or 80 bytes', () => {
    expect(judgeTx0Data(push(64, 0x6a, 64))).toBeUndefined();
    expect(judgeTx0Data(push(80, 0x6a, 0x4c, 80))).toBeUndefined();
    expect(judgeTx0Data(push(63, 0x6a, 63))).toMatchObject({
      id: 'data',
      sentence: expect.stringContaining('neither'),
    });
  });

  test('is no Runestone', () => {
    expect(judgeTx0Data(Uint8Array.of(0x6a, 0x5d, 6, 0x14, 0xc0))?.sentence).toContain('Runestone');
    expect(judgeTx0Data(push(64, 0x6a, 0x5d))?.sentence).toContain('Runestone');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/vetoes.txt');
});
