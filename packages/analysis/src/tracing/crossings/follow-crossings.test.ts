import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { methodOfLeg } from '@trailmark/core/trace/leg-request';
import { expect, test } from 'vitest';
import { requestOf as accountRequest, keyOf, type PlainChain } from '../accounts/testing/plain-chain.ts';
import * as ofCanonicalTrace from '../canonical-trace.ts';
import { requestOf as outputRequest } from '../testing/output-ledger.ts';
import * as ofCanonicalLegs from './canonical-legs.ts';
import type { FollowedCrossings } from './follow-crossings.ts';
import {
  addressOf,
  BRIDGE,
  type Chains,
  depositLog,
  followIn,
  hashAt,
  heightAt,
  payoutLog,
  receiveLogs,
  runIn,
  sendLogs,
  TOKEN,
  txidOf,
  VAULT,
} from './testing/bridge-world.ts';

const recorded = new WatchedResults();
const { canonicalTrace } = recorded.watch(ofCanonicalTrace);
const { canonicalLegs } = recorded.watch(ofCanonicalLegs);

const MESSAGE = 'ab'.repeat(32);
const T = heightAt(4);
const whole = (moves: PlainChain['moves'], more: Partial<PlainChain> = {}): PlainChain => ({
  moves: [
    { height: T - 24 * 60, from: '', to: 'rich', amount: 10_000n, kind: 'genesis' as const },
    ...moves,
    { height: T + 24 * 60, from: 'rich', to: 'rich', amount: 1n },
  ],
  contracts: [BRIDGE, VAULT],
  firstHeight: T - 24 * 60,
  ...more,
});
const token = { kind: 'token', asset: TOKEN } as const;

/** A theft of 60 joins 40 in `a`, who sends all 100 over the bridge; `b` gets 90 there and pays 50 on to `c`. */
const BRIDGED: Chains = {
  eth: whole(
    [
      { height: T - 3, from: '', to: 'a', amount: 40n, ...token },
      { height: T - 2, from: 'victim', to: 'a', amount: 60n, ...token },
      { height: T, from: 'a', to: BRIDGE, amount: 100n, ...token },
    ],
    { logs: { [T]: sendLogs('avalanche', 'b', 100n, MESSAGE, 'a') } },
  ),
  avalanche: whole(
    [
      { height: T + 1, from: BRIDGE, to: 'b', amount: 90n, ...token },
      { height: T + 2, from: 'b', to: 'c', amount: 50n, ...token },
    ],
    { logs: { [T + 1]: receiveLogs('eth', 'b', 90n, MESSAGE) } },
  ),
};
const THEFT = { kind: 'transfer', txid: hashAt(T - 2), slot: 0 } as const;

/** `a` swaps 100 into Bitcoin; number 7 gets 800 there and pays them on. */
const SWAPPED: Chains = {
  eth: whole(
    [
      { height: T - 1, from: 'victim', to: 'a', amount: 100n },
      { height: T, from: 'a', to: VAULT, amount: 100n },
    ],
    {
      logs: { [T]: [depositLog(100n, `=:b:${addressOf(7)}:0`)] },
      senders: { [T]: 'a' },
    },
  ),
  btc: {
    drafts: [
      { spends: [], pays: [{ to: 9, amount: 1_000n }] },
      ...Array.from({ length: 4 }, (_, i) => ({ spends: [], pays: [{ to: 100 + i, amount: 1n }] })),
      {
        spends: [[0, 0]],
        pays: [
          { to: 7, amount: 800n },
          { to: 9, amount: 150n },
          { to: undefined, amount: 0n },
        ],
      },
      { spends: [[5, 0]], pays: [{ to: 8, amount: 790n }] },
      ...Array.from({ length: 160 }, (_, i) => ({ spends: [], pays: [{ to: 200 + i, amount: 1n }] })),
    ],
    memos: { 5: `OUT:${hashAt(T)}` },
  },
};

const canonical = ({ first, legs }: FollowedCrossings & { first: Parameters<typeof canonicalTrace>[0] }): string =>
  canonicalLegs(
    canonicalTrace(first),
    legs.map(({ parent, crossing, trace }) => ({ parent, crossing, hash: canonicalTrace(trace) })),
  );

test('a trace continues where a bridge paid out, with the traced part of it and the same method', async () => {
  const { legs, answers, first } = await followIn(BRIDGED, accountRequest({ seeds: [THEFT] }));
  expect(first.leaves).toMatchObject([{ reason: 'bridge', amount: 60n }]);
  expect(answers).toMatchObject([{ outcome: 'found' }]);
  expect(legs).toHaveLength(1);
  const [leg] = legs;
  expect(leg?.crossing).toMatchObject({ from: { tainted: 60n, amount: 100n }, to: { tainted: 54n, amount: 90n } });
  expect(leg?.trace.request).toMatchObject({ chain: 'avalanche', method: 'fifo/1', seeds: [{ amount: 54n }] });
  expect(leg?.trace.leaves.map(({ address, amount }) => [address, amount])).toEqual([
    [keyOf('b'), 4n],
    [keyOf('c'), 50n],
  ]);
});

test('forward from an account chain into Bitcoin, and backward from there to where it began', async () => {
  const forward = await followIn(SWAPPED, accountRequest({ seeds: [{ kind: 'transaction', txid: hashAt(T - 1) }] }));
  expect(forward.legs[0]?.trace.leaves).toMatchObject([{ ref: `${txidOf(6)}:0`, amount: 790n, reason: 'unspent' }]);
  const request = outputRequest({
    seeds: [{ kind: 'output', txid: txidOf(6), vout: 0 }],
    direction: 'backward',
  });
  const backward = await followIn(SWAPPED, request);
  expect(backward.first.leaves).toMatchObject([{ ref: `${txidOf(5)}:0`, reason: 'bridge', amount: 790n }]);
  expect(backward.legs[0]?.crossing).toMatchObject({ from: { amount: 100n, tainted: 98n }, to: { amount: 800n } });
  const origins = backward.legs[0]?.trace.steps.flatMap((step) => (step.family === 'accounts' ? step.transfers : []));
  expect(origins?.map(({ from, tainted }) => [from, tainted])).toContainEqual([keyOf('victim'), 98n]);
});

test('a payment into a vault ends a trail on Bitcoin, unless trails go through contracts', async () => {
  const chains: Chains = {
    btc: {
      drafts: [
        { spends: [], pays: [{ to: 3, amount: 1n }] },
        { spends: [], pays: [{ to: 1, amount: 100n }] },
        {
          spends: [[1, 0]],
          pays: [
            { to: 50, amount: 60n },
            { to: 1, amount: 40n },
            { to: undefined, amount: 0n },
          ],
        },
        { spends: [[2, 0]], pays: [{ to: 51, amount: 60n }] },
      ],
      memos: { 2: `=:ETH.ETH:0x${keyOf('b')}` },
    },
  };
  const seeds = [{ kind: 'output', txid: txidOf(1), vout: 0 }] as const;
  const trace = await runIn(chains, outputRequest({ seeds, stops: {} }));
  expect(trace.leaves.map(({ reason, amount }) => [reason, amount])).toContainEqual(['bridge', 60n]);
  const onward = trace.leaves.find(({ reason }) => reason === 'bridge')?.onward;
  expect(onward).toMatchObject({ network: 'ETH', address: `0x${keyOf('b')}`, certainty: 'stated' });
  const through = await runIn(chains, outputRequest({ seeds, stops: { contracts: false } }));
  expect(through.leaves.map(({ reason }) => reason)).not.toContain('bridge');
});

test('the bytes are the same whatever the batches, and hash otherwise where a leg differs', async () => {
  const request = accountRequest({ seeds: [THEFT] });
  const usual = await followIn(BRIDGED, request);
  const single = await followIn(BRIDGED, request, { batch: 1, concurrency: 1 });
  expect(canonical(single)).toBe(canonical(usual));
  const other = await followIn(BRIDGED, accountRequest({ seeds: [{ ...THEFT, amount: 30n }] }));
  expect(canonical(other)).not.toBe(canonical(usual));
});

test('nothing is followed that is only likely, partial, or beyond the budget, and it says so', async () => {
  const unnamed: Chains = { ...BRIDGED, avalanche: { ...(BRIDGED.avalanche as PlainChain), logs: {} } };
  const likely: Chains = {
    ...unnamed,
    avalanche: whole([{ height: T + 1, from: BRIDGE, to: 'b', amount: 98n, ...token }]),
  };
  const alike = await followIn(likely, accountRequest({ seeds: [THEFT] }));
  expect(alike.legs).toEqual([]);
  expect(alike.answers).toMatchObject([{ outcome: 'several', crossings: [{ certainty: 'likely' }] }]);
  const read = (await runIn(BRIDGED, accountRequest({ seeds: [THEFT] }))).counts.transactionsRead;
  const spent = await followIn(BRIDGED, accountRequest({ seeds: [THEFT], budget: read }));
  expect(spent.legs).toEqual([]);
  expect(spent.answers[0]?.sentence).toContain('Not followed: the budget of the trace is used up.');
  const partial = await followIn(BRIDGED, accountRequest({ seeds: [THEFT], budget: 1 }));
  expect([partial.first.state, partial.legs.length]).toEqual(['partial', 0]);
});

test('money that goes to and fro over bridges ends after three of them', async () => {
  const hops = [0, 1, 2, 3, 4];
  const id = (hop: number): string => String(hop).repeat(64);
  const name = (hop: number): string => `p${hop}`;
  const at = (hop: number): number => T + 10 * hop;
  const sides = (chain: 'eth' | 'avalanche'): PlainChain => {
    const other = chain === 'eth' ? 'avalanche' : 'eth';
    const isHere = (hop: number): boolean => (hop % 2 === 0) === (chain === 'eth');
    const out = hops.filter(isHere);
    const into = hops.filter((hop) => !isHere(hop));
    const events = [
      ...out.map((hop) => ({ height: at(hop), from: name(hop), to: BRIDGE, amount: 10n, ...token })),
      ...into.map((hop) => ({ height: at(hop) + 1, from: BRIDGE, to: name(hop + 1), amount: 10n, ...token })),
    ].sort((a, b) => a.height - b.height);
    const first = chain === 'eth' ? [{ height: T - 1, from: 'victim', to: name(0), amount: 10n, ...token }] : [];
    const logs = Object.fromEntries([
      ...out.map((hop) => [at(hop), sendLogs(other, name(hop + 1), 10n, id(hop), name(hop))]),
      ...into.map((hop) => [at(hop) + 1, receiveLogs(other, name(hop + 1), 10n, id(hop))]),
    ]) as NonNullable<PlainChain['logs']>;
    return whole([...first, ...events], { logs });
  };
  const chains = { eth: sides('eth'), avalanche: sides('avalanche') };
  const followed = await followIn(
    chains,
    accountRequest({ seeds: [{ kind: 'transfer', txid: hashAt(T - 1), slot: 0 }] }),
  );
  expect(followed.legs.map(({ parent, trace }) => [parent, trace.request.chain])).toEqual([
    [0, 'avalanche'],
    [1, 'eth'],
    [2, 'avalanche'],
  ]);
  expect(followed.answers.at(-1)?.sentence).toContain('3 bridges lie one after the other');
});

test('a method that one family alone knows has an equivalent in the other', () => {
  expect(methodOfLeg('exact/1', 'btc', 'eth')).toBe('poison/1');
  expect(methodOfLeg('libr/1', 'eth', 'btc')).toBe('haircut/1');
  expect(methodOfLeg('libr/1', 'eth', 'base')).toBe('libr/1');
  expect(methodOfLeg('lifo/1', 'eth', 'btc')).toBe('lifo/1');
});

test('a payment out of a vault on an account chain leads back to Bitcoin', async () => {
  const chains: Chains = {
    btc: {
      drafts: [
        { spends: [], pays: [{ to: 5, amount: 3n }] },
        { spends: [], pays: [{ to: 1, amount: 100n }] },
        {
          spends: [[1, 0]],
          pays: [
            { to: 50, amount: 60n },
            { to: 1, amount: 40n },
            { to: undefined, amount: 0n },
          ],
        },
        ...Array.from({ length: 160 }, (_, i) => ({ spends: [], pays: [{ to: 200 + i, amount: 1n }] })),
      ],
      memos: { 2: `=:ETH.ETH:0x${keyOf('b')}` },
    },
    eth: whole([{ height: T, from: VAULT, to: 'b', amount: 90n }], {
      logs: { [T]: [payoutLog('b', 90n, `OUT:${txidOf(2)}`)] },
    }),
  };
  const seeds = [{ kind: 'transfer', txid: hashAt(T), slot: 0, amount: 45n }] as const;
  const back = await followIn(chains, accountRequest({ seeds, direction: 'backward' }));
  expect(back.answers[0]?.sentence).toContain('12 h 53 min before: stated.');
  expect(back.legs).toMatchObject([
    { crossing: { from: { tainted: 30n } }, trace: { request: { chain: 'btc', direction: 'backward' } } },
  ]);
  const from = await followIn(chains, outputRequest({ seeds: [{ kind: 'output', txid: txidOf(1), vout: 0 }] }));
  expect(from.legs).toMatchObject([
    { crossing: { to: { amount: 90n, tainted: 90n } }, trace: { request: { chain: 'eth' } } },
  ]);
});

const FROM_VICTIM = { height: T - 3, from: 'victim', to: 'a', amount: 100n, ...token };
const STOLEN = { kind: 'transfer', txid: hashAt(T - 3), slot: 0 } as const;
const ARRIVED: PlainChain = whole([{ height: T + 1, from: BRIDGE, to: 'b', amount: 90n, ...token }], {
  logs: { [T + 1]: receiveLogs('eth', 'b', 90n, MESSAGE) },
});

test('one message that was paid for in two transfers is one bridge transfer, with the sum of both', async () => {
  const eth = whole(
    [
      FROM_VICTIM,
      { height: T, from: 'a', to: BRIDGE, amount: 60n, ...token },
      { height: T, from: 'a', to: BRIDGE, amount: 40n, ...token },
    ],
    { logs: { [T]: sendLogs('avalanche', 'b', 100n, MESSAGE, 'a') } },
  );
  const { legs } = await followIn({ eth, avalanche: ARRIVED }, accountRequest({ seeds: [STOLEN] }));
  expect(legs).toMatchObject([{ crossing: { from: { tainted: 100n, amount: 100n }, to: { tainted: 90n } } }]);
});

test('two payments that claim one payment out are both left, because one of them is wrong', async () => {
  const eth = whole(
    [
      FROM_VICTIM,
      { height: T - 1, from: 'a', to: BRIDGE, amount: 60n, ...token },
      { height: T, from: 'a', to: BRIDGE, amount: 40n, ...token },
    ],
    {
      logs: {
        [T - 1]: sendLogs('avalanche', 'b', 60n, MESSAGE, 'a'),
        [T]: sendLogs('avalanche', 'b', 40n, MESSAGE, 'a'),
      },
    },
  );
  const { legs, answers } = await followIn({ eth, avalanche: ARRIVED }, accountRequest({ seeds: [STOLEN] }));
  expect(legs).toEqual([]);
  expect(answers.map(({ sentence }) => sentence.includes('more than one payment of this trace'))).toEqual([true, true]);
});

test('one payment in two messages is split by what each carried, and left to people', async () => {
  const other = 'cd'.repeat(32);
  const second = sendLogs('avalanche', 'c', 40n, other, 'a').map((log) => ({ ...log, logIndex: log.logIndex + 10 }));
  const eth = whole([FROM_VICTIM, { height: T, from: 'a', to: BRIDGE, amount: 100n, ...token }], {
    logs: { [T]: [...sendLogs('avalanche', 'b', 60n, MESSAGE, 'a'), ...second] },
  });
  const avalanche = whole(
    [
      { height: T + 1, from: BRIDGE, to: 'b', amount: 59n, ...token },
      { height: T + 2, from: BRIDGE, to: 'c', amount: 39n, ...token },
    ],
    { logs: { [T + 1]: receiveLogs('eth', 'b', 59n, MESSAGE), [T + 2]: receiveLogs('eth', 'c', 39n, other) } },
  );
  const { legs, answers } = await followIn({ eth, avalanche }, accountRequest({ seeds: [{ ...STOLEN, amount: 50n }] }));
  expect(legs).toEqual([]);
  expect(answers).toMatchObject([{ outcome: 'several' }]);
  expect(answers[0]?.crossings.map(({ from, to }) => [from.amount, from.tainted, to.amount, to.tainted])).toEqual([
    [60n, 30n, 59n, 29n],
    [40n, 20n, 39n, 19n],
  ]);
});

test('a payment back on the same chain counts only after the payment in', async () => {
  const drafts = [
    { spends: [], pays: [{ to: 3, amount: 1n }] },
    {
      spends: [],
      pays: [
        { to: 1, amount: 100n },
        { to: 60, amount: 55n },
      ],
    },
    {
      spends: [[1, 1] as const],
      pays: [
        { to: 1, amount: 50n },
        { to: undefined, amount: 0n },
      ],
    },
    {
      spends: [[1, 0] as const],
      pays: [
        { to: 50, amount: 60n },
        { to: 1, amount: 40n },
        { to: undefined, amount: 0n },
      ],
    },
    ...Array.from({ length: 160 }, (_, i) => ({ spends: [], pays: [{ to: 200 + i, amount: 1n }] })),
  ];
  const memos = { 3: `=:b:${addressOf(1)}`, 2: `REFUND:${txidOf(3)}` };
  const seeds = [{ kind: 'output', txid: txidOf(1), vout: 0 }] as const;
  const { legs, answers } = await followIn({ btc: { drafts, memos } }, outputRequest({ seeds }));
  expect([legs, answers[0]?.crossings]).toEqual([[], []]);
});

test('a leg that is partial is not followed further, whatever is left of the budget', async () => {
  const [there, back] = [MESSAGE, 'cd'.repeat(32)];
  const onward = Array.from({ length: 20 }, (_, i) => ({
    ...{ height: T + 10 + i, from: 'z', to: `d${i}`, amount: 1n },
    ...token,
  }));
  const chains: Chains = {
    eth: whole(
      [
        { height: T - 2, from: 'victim', to: 'a', amount: 100n, ...token },
        { height: T, from: 'a', to: BRIDGE, amount: 100n, ...token },
        { height: T + 4, from: BRIDGE, to: 'e', amount: 50n, ...token },
      ],
      {
        logs: {
          [T]: sendLogs('avalanche', 'b', 100n, there, 'a'),
          [T + 4]: receiveLogs('avalanche', 'e', 50n, back),
        },
      },
    ),
    avalanche: whole(
      [
        { height: T + 1, from: BRIDGE, to: 'b', amount: 100n, ...token },
        { height: T + 2, from: 'b', to: BRIDGE, amount: 50n, ...token },
        { height: T + 3, from: 'b', to: 'c', amount: 50n, ...token },
        { height: T + 4, from: 'c', to: 'y', amount: 50n, ...token },
        { height: T + 5, from: 'y', to: 'z', amount: 50n, ...token },
        ...onward,
      ],
      {
        logs: {
          [T + 1]: receiveLogs('eth', 'b', 100n, there),
          [T + 2]: sendLogs('eth', 'e', 50n, back, 'b'),
        },
      },
    ),
  };
  const seeds = [{ kind: 'transfer', txid: hashAt(T - 2), slot: 0 }] as const;
  const states = new Set<string>();
  for (let budget = 1; budget < 60; budget++) {
    const { legs } = await followIn(chains, accountRequest({ seeds, budget }));
    const [first] = legs;
    if (!first) continue;
    states.add(`${first.trace.state} ${legs.length}`);
  }
  expect([...states].sort()).toEqual(['complete 1', 'complete 2', 'partial 1']);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/follow-crossings.txt');
});
