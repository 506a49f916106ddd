import { expect, test } from 'vitest';
import { keyOf, type PlainMove, tracePlain } from '../accounts/testing/plain-chain.ts';
import { toFlowGraph } from '../to-flow-graph.ts';
import type { FlowContext } from './flow-context.ts';

const CONTEXT: FlowContext = {
  chain: 'eth',
  currency: 'USD',
  partiesOf: () => new Map(),
  assetOf: (asset) => ({ id: `eth${asset}`, symbol: null, decimals: null, isVerified: false }),
};

type Ask = Parameters<typeof tracePlain>[1];

async function hopsOf(moves: readonly PlainMove[], ask: Ask): Promise<Record<string, number>> {
  const { nodes } = toFlowGraph(await tracePlain({ moves }, ask), CONTEXT);
  const names = new Map(['thief', 'helper', 'first', 'second', 'third'].map((name) => [keyOf(name), name]));
  return Object.fromEntries(nodes.map(({ text, hop }) => [names.get(text) ?? text, hop ?? -1]));
}

const MOVES: readonly PlainMove[] = [
  { height: 1, from: 'thief', to: 'first', amount: 10n },
  { height: 2, from: 'first', to: 'second', amount: 6n },
  { height: 3, from: 'first', to: 'third', amount: 1n },
  { height: 4, from: 'second', to: 'third', amount: 6n },
];
const PAID = { kind: 'address', address: keyOf('thief'), side: 'paid' } as const;

test('the addresses that a seed pays are one hop from it', async () => {
  expect(await hopsOf(MOVES, { seeds: [PAID] })).toEqual({ thief: 0, first: 1, second: 2, third: 2 });
});

test('so are payments that were not followed', async () => {
  expect(await hopsOf(MOVES, { seeds: [PAID], stops: { maxFanOut: 1 } })).toEqual({
    thief: 0,
    first: 1,
    second: 2,
    third: 3,
    '1 payment not followed': 2,
  });
});

test('an address that the examiner began with is none of another', async () => {
  const seeds = [PAID, { ...PAID, address: keyOf('helper') }];
  const moves = [...MOVES, { height: 5, from: 'thief', to: 'helper', amount: 2n }];
  const later = [...moves, { height: 6, from: 'helper', to: 'second', amount: 2n }];
  expect(await hopsOf(later, { seeds })).toMatchObject({ thief: 0, helper: 0, first: 1, second: 1 });
});

test('back in time the one who paid is one hop from the address', async () => {
  const seeds = [{ kind: 'address', address: keyOf('third'), side: 'received' } as const];
  expect(await hopsOf(MOVES, { seeds, direction: 'backward' })).toMatchObject({
    third: 0,
    second: 1,
    first: 1,
    thief: 2,
  });
});

test('the fewest payments count, not the way that money took first', async () => {
  const moves: readonly PlainMove[] = [
    { height: 1, from: 'thief', to: 'first', amount: 10n },
    { height: 2, from: 'first', to: 'second', amount: 10n },
    { height: 3, from: 'second', to: 'third', amount: 10n },
    { height: 4, from: 'thief', to: 'second', amount: 5n },
    { height: 5, from: 'second', to: 'helper', amount: 5n },
  ];
  expect(await hopsOf(moves, { seeds: [PAID] })).toEqual({ thief: 0, first: 1, second: 1, third: 2, helper: 2 });
});

test('who pays in a transaction that the trace begins with is as far away as payments lead to it', async () => {
  const moves: readonly PlainMove[] = [
    { height: 1, from: 'thief', to: 'first', amount: 10n },
    { height: 1, from: 'first', to: 'second', amount: 10n },
    { height: 2, from: 'second', to: 'third', amount: 10n },
  ];
  expect(await hopsOf(moves, { seeds: [PAID] })).toEqual({ thief: 0, first: 1, second: 2, third: 3 });
});
