import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { TraceDirection } from '@trailmark/core/trace/trace-request';
import { describe, expect, test } from 'vitest';
import { keyOf, type PlainChain } from '../accounts/testing/plain-chain.ts';
import * as ofFindCrossing from './find-crossing.ts';
import {
  addressOf,
  BRIDGE,
  type Chains,
  depositLog,
  hashAt,
  heightAt,
  ledgersOf,
  type PlainOutputs,
  payoutLog,
  receiveLogs,
  sendLogs,
  TOKEN,
  txidOf,
  VAULT,
} from './testing/bridge-world.ts';

const recorded = new WatchedResults();
const { findCrossing } = recorded.watch(ofFindCrossing);

const MESSAGE = 'ab'.repeat(32);
const T = heightAt(4);
/** Whole from long before to long after what a test looks at. */
const around: PlainChain['moves'] = [
  { height: T - 24 * 60, from: '', to: 'rich', amount: 10_000n, kind: 'genesis' },
  { height: T + 24 * 60, from: 'rich', to: 'rich', amount: 1n },
];
const held = { firstHeight: T - 24 * 60 };

function chain(
  moves: PlainChain['moves'],
  logs: NonNullable<PlainChain['logs']>,
  more: Partial<PlainChain> = {},
): PlainChain {
  return { moves: [...around, ...moves].sort((a, b) => a.height - b.height), logs, ...held, ...more };
}

/** `a` sends 100 over the bridge to `b`, who receives 90 an hour later. */
const SENT = chain([{ height: T, from: 'a', to: BRIDGE, amount: 100n, kind: 'token', asset: TOKEN }], {
  [T]: sendLogs('avalanche', 'b', 100n, MESSAGE, 'a'),
});
const paidOut = (height: number, message = MESSAGE, to = 'b', amount = 90n): PlainChain =>
  chain([{ height, from: BRIDGE, to, amount, kind: 'token', asset: TOKEN }], {
    [height]: receiveLogs('eth', to, amount, message),
  });

const sentLeaf = { ref: `${hashAt(T)}#0`, asset: TOKEN, amount: 50n };
const ask = (
  chains: Chains,
  leaf = sentLeaf,
  direction: TraceDirection = 'forward',
  at: 'eth' | 'avalanche' | 'btc' = 'eth',
) => findCrossing(ledgersOf(chains), { chain: at, leaf, direction });

describe('a bridge whose messages have ids', () => {
  test('is crossed forward to the payment that logs the same id, with the traced part by proportion', async () => {
    const answer = await ask({ eth: SENT, avalanche: paidOut(T + 1) });
    expect(answer).toMatchObject({ outcome: 'found', chain: 'eth', ref: sentLeaf.ref });
    expect(answer.crossings).toMatchObject([
      {
        protocol: 'Nomad bridge',
        certainty: 'proven',
        message: MESSAGE,
        seconds: 3_600,
        from: { chain: 'eth', ref: sentLeaf.ref, address: keyOf('a'), amount: 100n, tainted: 50n },
        to: { chain: 'avalanche', ref: `${hashAt(T + 1)}#0`, address: keyOf('b'), amount: 90n, tainted: 45n },
      },
    ]);
    expect(answer.sentence).toContain('Both sides log the same message id');
  });

  test('is crossed backward to the payment in, where the same account made it', async () => {
    const leaf = { ref: `${hashAt(T + 1)}#0`, asset: TOKEN, amount: 45n };
    const chains = { eth: SENT, avalanche: paidOut(T + 1, MESSAGE, 'a') };
    const sent = chain([{ height: T, from: 'a', to: BRIDGE, amount: 100n, kind: 'token', asset: TOKEN }], {
      [T]: sendLogs('avalanche', 'a', 100n, MESSAGE, 'a'),
    });
    const answer = await ask({ ...chains, eth: sent }, leaf, 'backward', 'avalanche');
    expect(answer).toMatchObject({
      outcome: 'found',
      crossings: [
        { certainty: 'proven', from: { chain: 'eth', tainted: 50n }, to: { chain: 'avalanche', tainted: 45n } },
      ],
    });
  });

  test('is not crossed to a payment with another id, however alike', async () => {
    const answer = await ask({ eth: SENT, avalanche: paidOut(T + 1, 'cd'.repeat(32), 'b', 97n) });
    expect(answer.outcome).toBe('several');
    expect(answer.crossings).toMatchObject([{ certainty: 'likely', to: { amount: 97n } }]);
    expect(answer.sentence).toContain('never followed by itself');
    const unlike = await ask({ eth: SENT, avalanche: paidOut(T + 1, 'cd'.repeat(32), 'b', 40n) });
    expect(unlike).toMatchObject({ outcome: 'not-found', crossings: [] });
  });

  test('with two payments for one id is for people to decide', async () => {
    const [one, two] = [paidOut(T + 1), paidOut(T + 2)];
    const both = chain(
      [...one.moves, ...two.moves].filter(({ asset }) => asset === TOKEN),
      { ...one.logs, ...two.logs },
    );
    const answer = await ask({ eth: SENT, avalanche: both });
    expect(answer.outcome).toBe('several');
    expect(answer.crossings.map(({ certainty }) => certainty)).toEqual(['proven', 'proven']);
  });

  test('is not crossed to a payment that was made before', async () => {
    const answer = await ask({ eth: SENT, avalanche: paidOut(T - 2) });
    expect(answer).toMatchObject({ outcome: 'not-found', crossings: [] });
  });
});

describe('what is not known', () => {
  test('a chain that is not indexed and days that are not indexed are distinguished from nothing found', async () => {
    expect(await ask({ eth: SENT })).toMatchObject({ outcome: 'not-held', crossings: [] });
    const short: PlainChain = { moves: [{ height: T + 2, from: 'x', to: 'y', amount: 1n }], firstHeight: T - 5 };
    const answer = await ask({ eth: SENT, avalanche: short });
    expect(answer.outcome).toBe('not-held');
    expect(answer.sentence).toContain('is not held whole here');
    const none = await ask({ eth: SENT, avalanche: chain([], {}) });
    expect(none.outcome).toBe('not-found');
  });

  test('a transaction that no protocol speaks of cannot be read', async () => {
    const silent = { ...SENT, logs: {} };
    expect(await ask({ eth: silent, avalanche: paidOut(T + 1) })).toMatchObject({ outcome: 'unreadable' });
    const unknown = { ref: `${'ee'.repeat(32)}#0`, asset: TOKEN, amount: 1n };
    expect(await ask({ eth: SENT }, unknown)).toMatchObject({ outcome: 'unreadable' });
  });
});

/** 1 is paid out of a vault into Bitcoin, or into it. */
const btc = (memo: string, number: number, pays: readonly (readonly [number, bigint])[]): PlainOutputs => ({
  drafts: Array.from({ length: 160 }, (_, i) => ({
    spends: i === number ? [[0, 0] as const] : [],
    pays:
      i === number
        ? [...pays.map(([to, amount]) => ({ to, amount })), { to: undefined, amount: 0n }]
        : [{ to: i === 0 ? 9 : 1_000 + i, amount: 1_000n }],
  })),
  memos: { [number]: memo },
});

describe('a bridge whose memos name transactions', () => {
  const eth = chain(
    [{ height: T, from: 'a', to: VAULT, amount: 100n }],
    { [T]: [depositLog(100n, `=:b:${addressOf(7)}:0`)] },
    {
      senders: { [T]: 'a' },
    },
  );
  const leaf = { ref: `${hashAt(T)}#0`, asset: '', amount: 100n };

  test('is crossed from an account chain to the payment whose memo names the deposit', async () => {
    const answer = await ask({ eth, btc: btc(`OUT:${hashAt(T).toUpperCase()}`, 5, [[7, 800n]]) }, leaf);
    expect(answer).toMatchObject({
      outcome: 'found',
      crossings: [
        { certainty: 'stated', to: { chain: 'btc', ref: `${txidOf(5)}:0`, address: addressOf(7), tainted: 800n } },
      ],
    });
  });

  test('and from there backward to the deposit, but not where the deposit named another receiver', async () => {
    const back = { ref: `${txidOf(5)}:0`, asset: '', amount: 400n };
    const memo = `OUT:${hashAt(T)}`;
    const answer = await ask({ eth, btc: btc(memo, 5, [[7, 800n]]) }, back, 'backward', 'btc');
    expect(answer).toMatchObject({
      outcome: 'found',
      crossings: [{ certainty: 'stated', from: { chain: 'eth', address: keyOf('a'), amount: 100n, tainted: 50n } }],
    });
    const forged = await ask({ eth, btc: btc(memo, 5, [[8, 800n]]) }, back, 'backward', 'btc');
    expect(forged).toMatchObject({ outcome: 'not-held', crossings: [] });
  });

  test('is crossed from Bitcoin to an account chain', async () => {
    const payout = chain([{ height: heightAt(5) + 1, from: VAULT, to: 'b', amount: 90n }], {
      [heightAt(5) + 1]: [payoutLog('b', 90n, `OUT:${txidOf(5)}`)],
    });
    const chains = { eth: payout, btc: btc(`=:ETH.ETH:0x${keyOf('b')}`, 5, [[50, 600n]]) };
    const answer = await ask(chains, { ref: `${txidOf(5)}:0`, asset: '', amount: 300n }, 'forward', 'btc');
    expect(answer).toMatchObject({
      outcome: 'found',
      crossings: [
        {
          protocol: 'THORChain',
          from: { chain: 'btc', amount: 600n, tainted: 300n, address: addressOf(9) },
          to: { chain: 'eth', amount: 90n, tainted: 45n, address: keyOf('b') },
        },
      ],
    });
  });

  test.each([
    ['=:ETH.ETH:‮<script>alert(1)</script>aaaaaaaaaaaaaaaaaaaaaaaa'],
    [`=:${'E'.repeat(300)}:0x${'1'.repeat(40)}`],
    ['OUT:not-a-hash'],
    ['\u0000\u0000'],
    [`SWAP:NOWHERE.COIN:${'z'.repeat(42)}`],
  ])('does not follow the hostile memo %j', async (memo) => {
    const chains = { eth: chain([], {}), btc: btc(memo, 5, [[50, 600n]]) };
    const answer = await ask(chains, { ref: `${txidOf(5)}:0`, asset: '', amount: 300n }, 'forward', 'btc');
    expect(['unreadable', 'not-held']).toContain(answer.outcome);
    expect(answer.crossings).toEqual([]);
    expect(answer.sentence).toMatch(/^[\x20-\x7e]{1,300}$/);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/find-crossing.txt');
});
