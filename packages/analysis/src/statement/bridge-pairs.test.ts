import type { ChainId } from '@trailmark/core/chain';
import { coinOf } from '@trailmark/core/ledger';
import { toPosition } from '@trailmark/core/position';
import type { SetTransaction } from '@trailmark/core/statement/set-transaction';
import { expect, test } from 'vitest';
import { CrossingFinder } from './bridge-pairs.ts';
import { type BookAsk, book } from './testing/book-of.ts';

const MESSAGE = 'layer:7';

interface Plan {
  readonly chain: ChainId;
  readonly time: number;
  readonly got?: bigint;
  readonly gave?: bigint;
  readonly fee?: bigint;
  readonly way?: 'bridge-out' | 'bridge-in';
  readonly message?: string;
}

function toTransaction({ chain, time, got = 0n, gave = 0n, fee = 0n, way, message = MESSAGE }: Plan): SetTransaction {
  const asset = coinOf(chain);
  const payment = (amount: bigint) => ({
    asset,
    amount,
    kind: 'native' as const,
    tokenId: undefined,
    others: ['x'],
    own: 'a',
  });
  const action = { protocol: 'Bridge', rule: 'bridge', message, network: undefined };
  return {
    ...{ chain, time, position: toPosition(time, 0), txid: `${chain}${time}`, isJoint: false, mix: undefined },
    ins: got > 0n ? [payment(got)] : [],
    outs: gave > 0n ? [payment(gave)] : [],
    within: [],
    fee: { asset, amount: fee },
    net: new Map([[asset, got - gave - fee]]),
    isOwnCall: fee > 0n,
    isFailed: false,
    actions: way ? [{ ...action, kind: way }] : [],
    ...{ spent: [], made: [], outputs: [], receiverCount: 1 },
    ...{ isCut: false, hasUnknownPayer: false, hasUnknownInput: false },
  };
}

const STORY: readonly Plan[] = [
  { chain: 'eth', time: 1, got: 100n },
  { chain: 'eth', time: 2, gave: 60n, fee: 1n, way: 'bridge-out' },
  { chain: 'eth', time: 3, gave: 9n, fee: 1n },
  { chain: 'arbitrum', time: 4, got: 58n, fee: 2n, way: 'bridge-in' },
  { chain: 'arbitrum', time: 5, gave: 10n },
];

function run(plans: readonly Plan[], ask: BookAsk = {}) {
  const transactions = plans.map(toTransaction);
  const finder = new CrossingFinder({ from: null, to: null, ...ask });
  for (const transaction of transactions) finder.add(transaction);
  return book(transactions, ask, { crossings: finder.close() });
}

test('what left over a bridge and what arrived is one line with both amounts, an inference that names the arrival', () => {
  const { lines, result } = run(STORY);
  expect(
    lines.map(({ no, type, legs, fee }) => [no, type, legs.map(({ asset, amount }) => [asset, amount]), fee?.amount]),
  ).toEqual([
    [1, 'deposit', [['eth', 100n]], undefined],
    [
      2,
      'bridge',
      [
        ['eth', -60n],
        ['arbitrum', 58n],
      ],
      -1n,
    ],
    [3, 'withdrawal', [['eth', -9n]], -1n],
    [4, 'bridge', [], -2n],
    [5, 'withdrawal', [['arbitrum', -10n]], undefined],
  ]);
  expect(lines[1]).toMatchObject({
    basis: 'inference',
    arrival: { chain: 'arbitrum', time: 4, txid: 'arbitrum4' },
    balances: [
      { asset: 'eth', amount: 39n },
      { asset: 'arbitrum', amount: 58n },
    ],
  });
  expect(result.bridges).toEqual([{ message: MESSAGE, line: 2, from: 'eth', to: 'arbitrum' }]);
  for (const { opening = -1n, in: got, out, fees, closing } of result.balances)
    expect(opening + got - out - fees).toBe(closing);
  expect(result.balances.map(({ asset, closing }) => [asset.id, closing])).toEqual([
    ['btc', 0n],
    ['eth', 29n],
    ['arbitrum', 46n],
  ]);
  expect(result.lots.find(({ asset }) => asset === 'arbitrum')?.lots).toMatchObject([{ line: 2 }]);
});

test('a side outside the period is a line of its own, and balances still close', () => {
  const { lines, result } = run(STORY, { from: 3 });
  expect(lines.map(({ type, legs }) => [type, legs.length])).toEqual([
    ['withdrawal', 1],
    ['bridge', 1],
    ['withdrawal', 1],
  ]);
  expect(result.bridges).toEqual([]);
  expect(result.balances.find(({ asset }) => asset.id === 'arbitrum')).toMatchObject({
    opening: 0n,
    in: 58n,
    closing: 46n,
  });
  const late = run(
    STORY.map((plan) => (plan.way === 'bridge-in' ? { ...plan, time: 1 } : plan)).toSorted((a, b) => a.time - b.time),
  );
  expect(late.result.bridges).toEqual([]);
});

test('an id that two transactions of one side carry joins nothing', () => {
  const twice: Plan = { chain: 'eth', time: 2.5, gave: 5n, way: 'bridge-out' };
  expect(run([...STORY.slice(0, 2), { ...twice, time: 3 }, ...STORY.slice(3)]).result.bridges).toEqual([]);
  expect(
    run(STORY.map((plan) => (plan.way === 'bridge-in' ? { ...plan, message: 'other' } : plan))).result.bridges,
  ).toEqual([]);
});
