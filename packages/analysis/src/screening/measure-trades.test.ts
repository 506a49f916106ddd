import type { AccountLog } from '@trailmark/core/account-block';
import type { AssetKey } from '@trailmark/core/asset';
import type { AssetExposure, ExposureWay } from '@trailmark/core/screening/exposure';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { expect, test } from 'vitest';
import { EVENTS } from '../protocols/event-signatures.ts';
import { openAccountTrace } from '../tracing/accounts/open-account-trace.ts';
import {
  keyOf,
  openPlainChain,
  type PlainChain,
  type PlainMove,
  plainKnowledge,
} from '../tracing/accounts/testing/plain-chain.ts';
import { toExposureTrace } from './exposure-request.ts';
import { listTradedAssets, measureExposure } from './measure-exposure.ts';

const TOKEN = keyOf('x');
const word = (text: string): string => text.padStart(64, '0');
const pay = (height: number, from: string, to: string, amount: bigint, asset = ''): PlainMove => {
  return { height, from, to, amount, asset, kind: asset === '' ? 'native' : 'token' };
};
const swap: AccountLog = {
  ...{ logIndex: 0, address: keyOf('pool'), data: word('').repeat(4) },
  topics: [EVENTS.UNISWAP_V2_SWAP.topic, word('1'), word('2')],
};

/** An exchange pays a 100 coins; a trades them for 500 x, pays 300 x to a mixer and 200 x to b. */
const CHAIN: PlainChain = {
  moves: [
    { ...pay(0, '', 'exchange', 100n), kind: 'genesis' },
    pay(1, 'exchange', 'a', 100n),
    pay(2, 'a', 'pool', 100n),
    pay(2, 'pool', 'a', 500n, 'x'),
    pay(3, 'a', 'mixer', 300n, 'x'),
    pay(4, 'a', 'b', 200n, 'x'),
  ],
  contracts: ['pool', 'x'],
  logs: { 2: [swap] },
  senders: { 2: 'a' },
  parties: { exchange: 'service', mixer: 'mixer' },
};

async function measure(subject: string, asset: AssetKey, way: ExposureWay, followSwaps: boolean) {
  const request: ScreeningRequest = {
    ...{ chain: 'eth', subject: { kind: 'address', text: keyOf(subject) }, ways: [way], asset, method: 'haircut/1' },
    ...{ maxHops: 10, minSharePpm: 0, minAmount: 0n, fromTime: null, toTime: null, budget: 10_000, followSwaps },
    ...{ withCluster: false, withoutLabels: [], withoutRules: [] },
  };
  const asked = toExposureTrace(request, { way, asset, hasOutputs: false, spent: [] });
  const context = { chain: 'eth', reader: openPlainChain(CHAIN), knowledge: plainKnowledge(CHAIN.parties) } as const;
  const traces = [await (await openAccountTrace(context, asked)).run(asked.budget)];
  const exposureIn = (key: AssetKey, tradedFrom?: AssetKey): AssetExposure =>
    measureExposure(traces, {
      ...{ asset: key, tradedFrom, symbol: 'X', decimals: 0, firstHop: 0, fiat: () => undefined },
      ...{ isOwn: (address) => address === keyOf(subject), listingsOf: () => [], claimsOf: () => [] },
    });
  return [exposureIn(asset), ...listTradedAssets(traces, asset).map((key) => exposureIn(key, asset))];
}

function rowsOf({ parties, remainders }: AssetExposure): unknown[] {
  return [
    ...parties.map(({ ring, category, amount, sharePpm, minHops }) => [ring, category, amount, sharePpm, minHops]),
    ...remainders.map(({ remainder, amount, sharePpm }) => [remainder, amount, sharePpm]),
  ];
}

function assertAddsUp(exposures: readonly AssetExposure[]): void {
  for (const { sides, parties, remainders } of exposures) {
    const sum = [...parties, ...remainders].reduce((all, { amount }) => all + amount, 0n);
    expect(sum).toBe(sides[0]?.total);
  }
}

test('what was sent into a trade is stated in what it became, each table with its own total', async () => {
  const [coin, token, ...others] = await measure('a', '', 'out', true);
  expect(others).toEqual([]);
  expect([coin?.sides[0]?.total, coin && rowsOf(coin)]).toEqual([100n, [['traded', 100n, 1_000_000]]]);
  expect(token).toMatchObject({ asset: TOKEN, tradedFrom: '' });
  expect([token?.sides[0]?.total, token && rowsOf(token)]).toEqual([
    500n,
    [
      // The trade is a hop of its own.
      ['indirect', 'mixer', 300n, 600_000, 2],
      ['held', 200n, 400_000],
    ],
  ]);
  assertAddsUp([coin, token] as AssetExposure[]);
});

test('what was received out of a trade is stated in what was given for it', async () => {
  const [token, coin] = await measure('b', TOKEN, 'in', true);
  expect(token && rowsOf(token)).toEqual([['traded', 200n, 1_000_000]]);
  expect(coin).toMatchObject({ asset: '', tradedFrom: TOKEN });
  expect(coin && rowsOf(coin)).toEqual([['indirect', 'other', 40n, 1_000_000, 3]]);
  assertAddsUp([token, coin] as AssetExposure[]);
});

test('where trades are not followed they end the trail, and nothing is stated in another asset', async () => {
  const exposures = await measure('a', '', 'out', false);
  expect(exposures.map(rowsOf)).toEqual([[['undecoded', 100n, 1_000_000]]]);
});
