import { type AccountLedger, type AccountSpan, accountAssetKey, type StoredMove } from '@trailmark/core/account-ledger';
import { toPosition } from '@trailmark/core/position';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { AccountTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { describe, expect, test } from 'vitest';
import * as ofFindAccountPaths from './find-account-paths.ts';
import { type FlowPath, PATH_BUDGET, PATH_ENDS } from './path-search.ts';

const recorded = new WatchedResults();
const { findAccountPaths } = recorded.watch(ofFindAccountPaths);

const ACCOUNTS = 6;

function randomMoves(seed: number): StoredMove[] {
  let state = seed >>> 0;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: 24 }, (_, i) => ({
    kind: random(8) === 0 ? 'fee' : 'native',
    asset: random(6) === 0 ? 'other' : '',
    from: `a${random(ACCOUNTS)}`,
    to: random(10) === 0 ? '' : `a${random(ACCOUNTS)}`,
    amount: BigInt(random(20)),
    tokenId: undefined,
    logIndex: undefined,
    tracePath: undefined,
    flags: 0,
    position: toPosition(Math.floor(i / 4), Math.floor(i / 2) % 2),
    slot: i % 2,
  }));
}

/** Answers from an array what a path search asks. */
function readerOf(moves: readonly StoredMove[], asked: AccountSpan[] = []): AccountLedger {
  const place = ({ position, slot }: { position: number; slot: number }): number => position * 10 + slot;
  const reader = {
    block: (height: number) => ({ time: 1_000 + height }),
    transactions: async (positions: readonly number[]) => positions.map((position) => ({ hash: `hash-${position}` })),
    spans: async (spans: readonly AccountSpan[], page: { order: 'oldest' | 'newest'; limitEach: number }) => {
      asked.push(...spans);
      return new Map(
        spans.map(({ address, asset, from, until }) => {
          const own = moves.filter(
            (move) =>
              move.asset === asset &&
              (move.from === address || move.to === address) &&
              (!from || place(move) >= place(from)) &&
              (!until || place(move) <= place(until)),
          );
          const ordered = page.order === 'oldest' ? own : own.toReversed();
          const given = ordered.slice(0, page.limitEach).sort((a, b) => place(a) - place(b));
          return [accountAssetKey(address, asset), { moves: given, isCut: own.length > page.limitEach }];
        }),
      );
    },
  };
  return reader as unknown as AccountLedger;
}

const party = (key: string): KnownParty => ({
  kind: 'service',
  name: key,
  category: undefined,
  basis: 'claim',
  source: 'list',
  asOf: undefined,
  confidence: 90,
  key,
  via: undefined,
});

const knowledgeOf = (services: readonly string[] = []): AccountTraceKnowledge => ({
  formatAddress: (key) => key,
  parseAddress: (text) => text,
  partiesOf: (addresses) =>
    new Map(addresses.filter((address) => services.includes(address)).map((address) => [address, party(address)])),
});

const QUESTION = {
  from: 'a0',
  to: 'a1' as string | undefined,
  asset: '',
  ends: PATH_ENDS,
  direction: 'forward' as 'forward' | 'backward',
  mode: 'all' as 'all' | 'strongest' | 'shortest',
  maxHops: 5,
  limit: 1_000,
  fromTime: undefined,
  toTime: undefined,
  budget: PATH_BUDGET,
};

interface PlainWay {
  readonly refs: readonly string[];
  readonly amount: bigint;
}

/** Every way that meets no account twice, by trying each later payment of the account it has come to. */
function tryAll(moves: readonly StoredMove[], services: readonly string[], maxHops: number): PlainWay[] {
  const ways: PlainWay[] = [];
  const go = (at: string, after: number, met: readonly string[], refs: readonly string[], amount: bigint): void => {
    if (refs.length === maxHops) return;
    for (const [index, move] of moves.entries()) {
      const { from, to } = move;
      if (index <= after || from !== at || to === '' || met.includes(to) || move.asset !== '') continue;
      if (move.kind === 'fee' || move.amount === 0n) continue;
      const way = {
        refs: [...refs, `hash-${move.position}#${move.slot}`],
        amount: refs.length > 0 && amount < move.amount ? amount : move.amount,
      };
      if (to === 'a1') ways.push(way);
      else if (!services.includes(to)) go(to, index, [...met, to], way.refs, way.amount);
    }
  };
  go('a0', -1, ['a0'], [], 0n);
  return ways;
}

const text = (ways: readonly PlainWay[]): string[] =>
  ways.map(({ refs, amount }) => `${refs.join(' ')} ${amount}`).sort();
const plain = (paths: readonly FlowPath[]): PlainWay[] =>
  paths.map(({ steps, amount }) => ({ refs: steps.map(({ ref }) => ref), amount }));
const SEEDS = Array.from({ length: 150 }, (_, i) => i + 1);

describe('paths over accounts', () => {
  test('all ways are those that trying everything finds, and none goes back in time', async () => {
    let found = 0;
    for (const seed of SEEDS) {
      const moves = randomMoves(seed);
      for (const services of [[], ['a4']]) {
        const options = { reader: readerOf(moves), knowledge: knowledgeOf(services) };
        const { paths, searched } = await findAccountPaths(options, QUESTION);
        expect(text(plain(paths))).toEqual(text(tryAll(moves, services, QUESTION.maxHops)));
        expect(searched.isComplete).toBe(true);
        found += paths.length;
      }
    }
    expect(found).toBeGreaterThan(200);
  });

  test('searched back from the other side, the same ways are found', async () => {
    for (const seed of SEEDS) {
      const options = { reader: readerOf(randomMoves(seed)), knowledge: knowledgeOf(['a5']) };
      const forward = await findAccountPaths(options, QUESTION);
      const back = await findAccountPaths(options, { ...QUESTION, from: 'a1', to: 'a0', direction: 'backward' });
      expect(text(plain(back.paths))).toEqual(text(plain(forward.paths)));
    }
  });

  test('the strongest way has the largest smallest payment, the shortest the fewest payments', async () => {
    for (const seed of SEEDS) {
      const moves = randomMoves(seed);
      const ways = tryAll(moves, [], QUESTION.maxHops);
      const options = { reader: readerOf(moves), knowledge: knowledgeOf() };
      const [strong] = (await findAccountPaths(options, { ...QUESTION, mode: 'strongest', limit: 1 })).paths;
      const [short] = (await findAccountPaths(options, { ...QUESTION, mode: 'shortest', limit: 1 })).paths;
      if (ways.length === 0) expect([strong, short]).toEqual([undefined, undefined]);
      const [best] = ways.toSorted((a, b) =>
        a.amount === b.amount ? a.refs.length - b.refs.length : a.amount < b.amount ? 1 : -1,
      );
      expect([strong?.amount, strong?.hops]).toEqual([best?.amount, best?.refs.length]);
      const fewest = ways.map(({ refs }) => refs.length).sort((a, b) => a - b)[0];
      expect(short?.hops).toBe(fewest);
    }
  });

  test('an account with more moves than can be read is not gone through, and that is reported', async () => {
    const many = Array.from({ length: 2_001 }, (_, i) => ({ ...randomMoves(1)[0]!, from: 'a2', to: `x${i}` }));
    const moves = [
      { ...randomMoves(1)[0]!, kind: 'native' as const, asset: '', from: 'a0', to: 'a2', amount: 5n },
      ...many.map((move, i) => ({
        ...move,
        kind: 'native' as const,
        asset: '',
        amount: 1n,
        position: toPosition(1, i),
      })),
      {
        ...randomMoves(1)[0]!,
        kind: 'native' as const,
        asset: '',
        from: 'a2',
        to: 'a1',
        amount: 5n,
        position: toPosition(2, 0),
      },
    ].map((move, i) => ({ ...move, position: toPosition(i, 0), slot: 0 }));
    const options = { reader: readerOf(moves), knowledge: knowledgeOf() };
    const { paths, searched } = await findAccountPaths(options, QUESTION);
    expect(paths).toEqual([]);
    expect([searched.stops.hub, searched.isComplete]).toEqual([1, false]);
  });

  test('a used-up budget leaves the rest and states how much', async () => {
    const [move] = randomMoves(1);
    const way = ['a0', 'a2', 'a1'].map((from, i, all) => ({
      ...move!,
      ...{ kind: 'native' as const, asset: '', amount: 5n, from, to: all[i + 1] ?? '', position: toPosition(i, 0) },
    }));
    const options = { reader: readerOf(way), knowledge: knowledgeOf() };
    const { searched, paths } = await findAccountPaths(options, { ...QUESTION, budget: 1 });
    expect(paths).toEqual([]);
    expect([searched.isComplete, searched.stops.budget]).toEqual([false, 1]);
    expect(searched.ended).toMatch(/used up/);
    expect((await findAccountPaths(options, { ...QUESTION, budget: 2 })).paths).toHaveLength(1);
  });
});

describe('a trail over accounts that was not followed is reported with its reason', () => {
  const [sample] = randomMoves(1);
  const line = ['a0', 'a2', 'a3', 'a1'].slice(0, 3).map((from, i, all) => ({
    ...sample!,
    ...{
      kind: 'native' as const,
      asset: '',
      amount: 5n,
      from,
      to: all[i + 1] ?? 'a1',
      position: toPosition(i, 0),
      slot: 0,
    },
  }));
  const ask = async (over: Partial<typeof QUESTION>, services: readonly string[] = [], moves = line) => {
    const options = { reader: readerOf(moves), knowledge: knowledgeOf(services) };
    const { paths, searched } = await findAccountPaths(options, { ...QUESTION, ...over });
    return [paths.length, searched.stops, searched.isComplete] as const;
  };
  const back = { direction: 'backward' as const, from: 'a1', to: 'a0' };

  test.each([{}, back])('the way itself is found, and no longer one: %o', async (over) => {
    expect(await ask({ ...over, maxHops: 3 })).toEqual([1, {}, true]);
    expect(await ask({ ...over, maxHops: 2 })).toEqual([0, { hops: 1 }, true]);
  });

  test('it leads through a service, when a place was named', async () => {
    expect((await ask({}, ['a3'])).slice(0, 2)).toEqual([0, { party: 1 }]);
  });

  test('a payment is outside the window, whose ends belong to it', async () => {
    const times = { fromTime: 1_000, toTime: 1_002 } as unknown as Partial<typeof QUESTION>;
    expect((await ask(times)).slice(0, 2)).toEqual([1, {}]);
    for (const [over, moved] of [
      [{ fromTime: 1_001 }, {}],
      [{ toTime: 1_001 }, back],
    ] as const) {
      const [count, stops] = await ask({ ...(over as unknown as Partial<typeof QUESTION>), ...moved });
      expect([count, stops]).toEqual([0, { window: 1 }]);
    }
  });

  test('the subject itself is followed as far as it is read, and that is reported', async () => {
    const many = Array.from({ length: 2_001 }, (_, i) => ({
      ...line[0]!,
      to: `x${i}`,
      position: toPosition(i + 10, 0),
    }));
    const [count, stops] = await ask({}, [], [...line, ...many]);
    expect([count, stops.hub]).toEqual([1, 1]);
  });

  test('an account without a name is written the way the chain does, at both ends', async () => {
    const knowledge = {
      ...knowledgeOf(),
      parseAddress: (text: string) => text.toLowerCase(),
      formatAddress: (key: string) => key.toUpperCase(),
    };
    const { paths } = await findAccountPaths(
      { reader: readerOf(line), knowledge },
      { ...QUESTION, from: 'A0', to: 'a1' },
    );
    expect(paths.map(({ steps }) => steps.map(({ from, to }) => [from, to]))).toEqual([
      [
        ['A0', 'A2'],
        ['A2', 'A3'],
        ['A3', 'A1'],
      ],
    ]);
  });

  test('there are more paths than were requested', async () => {
    const twice = [...line, ...line.map((move) => ({ ...move, position: move.position + toPosition(10, 0) }))];
    const options = { reader: readerOf(twice), knowledge: knowledgeOf() };
    const all = await findAccountPaths(options, QUESTION);
    const { paths, searched } = await findAccountPaths(options, { ...QUESTION, limit: all.paths.length - 1 });
    expect([all.searched.isComplete, paths.length, searched.isComplete]).toEqual([true, all.paths.length - 1, false]);
    expect(searched.ended).toContain('There are more ways than the');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/find-account-paths.txt');
});
