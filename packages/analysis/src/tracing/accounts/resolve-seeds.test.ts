import { toPosition } from '@trailmark/core/position';
import { MAX_SEEDS } from '@trailmark/core/trace/trace-request';
import { describe, expect, test } from 'vitest';
import { findNothing, isTooManyReceipts } from '../seed-refusals.ts';
import { hashOf, keyOf, type PlainMove, tracePlain, transferAt } from './testing/plain-chain.ts';

function pay(height: number, from: string, to: string, amount: bigint, rest: Partial<PlainMove> = {}): PlainMove {
  return { height, from, to, amount, ...rest };
}

const chain = {
  moves: [
    pay(0, '', 'victim', 10_000n, { kind: 'genesis' as const }),
    pay(1, 'victim', 'a', 100n),
    pay(1, 'victim', '', 3n, { kind: 'fee' as const }),
    pay(2, 'a', 'b', 40n),
    pay(2, 'a', 'b', 7n, { kind: 'token' as const, asset: 'usdc' }),
    pay(2, 'a', 'c', 10n),
    pay(3, 'b', 'b', 5n),
    pay(3, 'b', '', 1n, { kind: 'fee' as const }),
    pay(4, 'b', 'c', 1n, { kind: 'nft' as const, asset: 'ape' }),
    pay(5, 'c', 'd', 0n),
  ],
};
const hashAt = (height: number): string => hashOf(toPosition(height, 0));
const transaction = (height: number) => ({ kind: 'transaction', txid: hashAt(height) }) as const;

async function begun(ask: object): Promise<unknown[]> {
  const { seeds } = await tracePlain(chain, ask as never);
  return seeds.map(({ ref, amount }) => [ref.split('#')[1], amount]);
}

/** A row of the table below: as literals, each row would be a type of its own. */
const refusal = (what: string, ask: object, sentence: RegExp) => [what, ask, sentence] as const;

describe('a trace over accounts begins', () => {
  test('with every payment of a transaction, of the requested asset', async () => {
    expect(await begun({ seeds: [transaction(1)] })).toEqual([['0', 100n]]);
    expect(await begun({ seeds: [transaction(2)], asset: '' })).toEqual([
      ['0', 40n],
      ['2', 10n],
    ]);
    expect(await begun({ seeds: [transaction(2)], asset: keyOf('usdc') })).toEqual([['1', 7n]]);
  });

  test('with a hash however it is written', async () => {
    const txid = hashAt(1);
    for (const text of [txid.toUpperCase(), `0x${txid}`])
      expect(await begun({ seeds: [{ kind: 'transfer', txid: text, slot: 0 }] })).toEqual([['0', 100n]]);
  });

  test.each([
    refusal('the fee of a transaction', { seeds: [transferAt(1, 1)] }, /is its fee\. Give the slot of a payment/),
    refusal('a transaction of two assets', { seeds: [transaction(2)] }, /moved more than one asset/),
    refusal(
      'a transaction without the asset',
      { seeds: [transaction(2)], asset: 'dai' },
      /moved nothing of this asset\./,
    ),
    refusal('a transaction without a payment', { seeds: [transaction(5)] }, /moved nothing\./),
    refusal('money to its own sender', { seeds: [transferAt(3)] }, /only move money from an address to itself/),
    refusal('an item', { seeds: [transferAt(4)] }, /of single items, which do not mix/),
    refusal('a choice of outputs', { seeds: [transferAt(1)], choices: [{ txid: 'x' }] }, /Choices name outputs/),
    refusal('another chain', { seeds: [transferAt(1)], chain: 'bsc' }, /about bsc, and this index is of eth/),
    refusal('a hub of nothing', { seeds: [transferAt(1)], stops: { hubTransfers: 0 } }, /at least one transfer/),
    refusal(
      'a hash of 63 digits',
      { seeds: [{ kind: 'transaction', txid: 'a'.repeat(63) }] },
      /is not a transaction hash/,
    ),
    refusal(
      'what was received by who received nothing',
      { seeds: [{ kind: 'address', address: 'd', side: 'received' }] },
      /d received nothing of this asset/,
    ),
    refusal(
      'what was paid by who paid nothing',
      { seeds: [{ kind: 'address', address: 'd', side: 'paid' }] },
      /d paid out nothing of this asset/,
    ),
    refusal(
      'backward with who paid nothing',
      { seeds: [{ kind: 'address', address: 'd' }], direction: 'backward' },
      /d paid out nothing of this asset/,
    ),
  ])('not with %s', async (_, ask, sentence) => {
    await expect(begun(ask)).rejects.toThrow(sentence);
  });

  test('with as many seeds as a trace takes and no more', async () => {
    const seeds = Array.from({ length: MAX_SEEDS }, () => transferAt(1));
    expect(await begun({ seeds })).toEqual([['0', 100n]]);
    await expect(begun({ seeds: [...seeds, transferAt(1)] })).rejects.toThrow(
      `at most ${MAX_SEEDS} seeds; there are ${MAX_SEEDS + 1}`,
    );
  });

  test('of an address with what it received within the window, whose ends belong to it, or with the side that is named', async () => {
    const of = (more: object, ask: object = {}) =>
      begun({ seeds: [{ kind: 'address', address: 'b', ...more }], ...ask });
    expect(await of({})).toEqual([['0', 40n]]);
    expect(await of({ side: 'received' }, { asset: keyOf('usdc') })).toEqual([['1', 7n]]);
    const { steps } = await tracePlain(chain, { seeds: [{ kind: 'address', address: 'a' }] } as never);
    const times = steps.map(({ time }) => time);
    expect(times.length).toBeGreaterThan(0);
    const at = (await tracePlain(chain, { seeds: [transferAt(2)] } as never)).seeds[0]?.time ?? 0;
    expect(await of({}, { stops: { fromTime: at, toTime: at } })).toEqual([['0', 40n]]);
    await expect(of({}, { stops: { fromTime: at + 1 } })).rejects.toThrow(
      'nothing of this asset within the time window',
    );
    await expect(of({}, { stops: { toTime: at - 1 } })).rejects.toThrow('nothing of this asset within the time window');
  });

  test('of an address with its newest transfers alone, where a number is named', async () => {
    const many = { moves: [pay(0, '', 'v', 9n), pay(1, 'v', 'a', 4n), pay(2, 'v', 'a', 3n), pay(3, 'a', 'b', 2n)] };
    const of = (more: object) =>
      tracePlain(many, { seeds: [{ kind: 'address', address: 'a', side: 'received', ...more }] });
    const amounts = async (more: object) => (await of(more)).seeds.map(({ amount }) => amount);
    expect(await amounts({ newest: 2 })).toEqual([3n]);
    expect(await amounts({ newest: 3 })).toEqual([4n, 3n]);
    expect((await of({ newest: 2 })).gaps.filter(({ kind }) => kind === 'unbegun')).toEqual([]);
    await expect(of({ newest: 1 })).rejects.toThrow('received nothing of this asset among its newest 1 transfers.');
  });

  test('not with nothing, which is a computed zero where all of it was read and something else is indexed', async () => {
    const why = (seed: object) =>
      begun({ seeds: [{ kind: 'address', ...seed }] }).then(
        () => undefined,
        (error: unknown) => [findNothing(error), isTooManyReceipts(error)],
      );
    expect(await why({ address: 'd', side: 'paid' })).toEqual(['used', false]);
    expect(await why({ address: 'nobody', side: 'paid' })).toEqual(['unseen', false]);
    expect(await why({ address: 'b', side: 'received', newest: 1 })).toEqual([undefined, false]);
    const many = { moves: Array.from({ length: 5_001 }, (_, at) => pay(at, 'v', 'a', 1n)) };
    const failure = await tracePlain(many, { seeds: [{ kind: 'address', address: 'a' }] }).catch((e: unknown) => e);
    expect([findNothing(failure), isTooManyReceipts(failure)]).toEqual([undefined, true]);
  });
});
