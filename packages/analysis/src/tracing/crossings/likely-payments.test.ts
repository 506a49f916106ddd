import { toPosition } from '@trailmark/core/position';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import type { BridgeEvent } from './bridge-event.ts';
import type { AssetWords, CrossingLedger } from './crossing-ledger.ts';
import * as ofLikelyPayments from './likely-payments.ts';

const recorded = new WatchedResults();
const { findLikely } = recorded.watch(ofLikelyPayments);

type Words = Pick<AssetWords, 'symbol' | 'decimals'>;
interface Paid {
  readonly amount: bigint;
  readonly kind?: string;
  readonly from?: string;
}

/** Amounts of the payments that may be the other side of so much sent, and the request. */
async function find(sent: bigint, words: { sent?: Words; got?: Words }, paid: readonly Paid[], hasRecords = true) {
  const asked: unknown[] = [];
  const moves = paid.map(({ amount, kind = 'token', from = 'sender' }, slot) => ({
    ...{ amount, kind, from, to: 'receiver', asset: 'aa', slot, position: toPosition(7, slot) },
  }));
  const far = {
    ...{ family: 'accounts', chain: 'eth', parseAddress: (text: string) => text, formatAddress: (key: string) => key },
    wordsOf: async () => words.got,
    reader: {
      block: () => ({ time: 99 }),
      moves: async (...given: unknown[]) => {
        asked.push(...given.slice(0, 2));
        return moves;
      },
      transactions: async (positions: readonly number[]) =>
        positions.map((_, i) => (hasRecords ? { hash: `hash${i}` } : undefined)),
    },
  };
  const near = { wordsOf: async () => words.sent };
  const out = { amount: sent, asset: 'bb', rule: 'r/1', protocol: 'P' } as unknown as BridgeEvent;
  const ledgers = { near, far } as unknown as { near: CrossingLedger; far: CrossingLedger };
  const found = await findLikely(ledgers, out, 'receiver', { from: 5, to: 6 }, {} as never);
  return { found, amounts: found.map(({ event }) => event.amount), asked };
}

const usdc = (decimals = 6): Words => ({ symbol: 'USDC', decimals });
const both = { sent: usdc(), got: usdc() };
const amountsOf = async (...given: Parameters<typeof find>) => (await find(...given)).amounts;

describe('a payment is likely the other side', () => {
  test('where it is what was sent, or up to five hundredths less', async () => {
    const paid = [1_000n, 950n, 949n, 1_001n, 0n].map((amount) => ({ amount }));
    expect(await amountsOf(1_000n, both, paid)).toEqual([1_000n, 950n]);
    expect(await amountsOf(0n, both, [{ amount: 0n }])).toEqual([]);
  });

  test('where both are written in other decimals, in either direction', async () => {
    expect(
      await amountsOf(1_000n, { sent: usdc(6), got: usdc(8) }, [{ amount: 100_000n }, { amount: 1_000n }]),
    ).toEqual([100_000n]);
    expect(
      await amountsOf(100_000n, { sent: usdc(8), got: usdc(6) }, [{ amount: 1_000n }, { amount: 100_000n }]),
    ).toEqual([1_000n]);
  });

  test('where both are one kind of money', async () => {
    const named = (a: string, b: string) =>
      amountsOf(100n, { sent: { symbol: a, decimals: 6 }, got: { symbol: b, decimals: 6 } }, [{ amount: 100n }]);
    for (const [a, b] of [
      ['WETH', 'ETH'],
      ['usdc.e', 'USDC'],
      ['WBTC', 'btc'],
      ['POL', 'WPOL'],
    ] as const)
      expect(await named(a, b)).toEqual([100n]);
    for (const [a, b] of [
      ['USDC', 'USDT'],
      ['WIF', 'IF'],
      ['WETHX', 'ETHX'],
      ['EUSDC', 'USDC'],
    ] as const)
      expect(await named(a, b)).toEqual([]);
  });

  test('never where decimals are absurd, or words of either side are not known', async () => {
    expect(await amountsOf(1_000n, { sent: usdc(60), got: usdc(60) }, [{ amount: 1_000n }])).toEqual([1_000n]);
    expect(await amountsOf(1_000n, { sent: usdc(61), got: usdc(61) }, [{ amount: 1_000n }])).toEqual([]);
    expect(await amountsOf(10n ** 55n, { sent: usdc(61), got: usdc(6) }, [{ amount: 1n }])).toEqual([]);
    expect(await amountsOf(1_000n, { got: usdc() }, [{ amount: 1_000n }])).toEqual([]);
    expect(await amountsOf(1_000n, { sent: usdc() }, [{ amount: 1_000n }])).toEqual([]);
  });

  test('never where it is a fee, an item, or from the receiver itself', async () => {
    const kinds = ['fee', 'tip', 'stated', 'nft', 'multi-token'].map((kind) => ({ amount: 100n, kind }));
    expect(await amountsOf(100n, both, [...kinds, { amount: 100n, from: 'receiver' }, { amount: 99n }])).toEqual([99n]);
  });
});

test('it is said with its place, as likely and no more, and ten at most', async () => {
  const { found, asked } = await find(100n, both, new Array<Paid>(12).fill({ amount: 100n }));
  expect(found).toHaveLength(10);
  expect(found[3]).toMatchObject({
    ref: 'hash3#3',
    event: {
      ...{ kind: 'bridge-in', chain: 'eth', rule: 'r/1', height: 7, time: 99, txid: 'hash3', paid: 100n },
      counterpart: { network: undefined, message: undefined, certainty: 'likely' },
    },
  });
  expect(asked).toEqual(['receiver', { direction: 'in', fromTime: 5, toTime: 6, order: 'oldest' }]);
  expect(await amountsOf(100n, both, [{ amount: 100n }], false)).toEqual([]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/likely-payments.txt');
});
