import { MOVE_UNPLACED, type ValueMove } from '@trailmark/core/account-block';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofMergeMoves from './merge-moves.ts';
import { moveKey } from './merge-moves.ts';

const recorded = new WatchedResults();
const { mergeMoves } = recorded.watch(ofMergeMoves);

function move(kind: ValueMove['kind'], more: Partial<ValueMove> = {}): ValueMove {
  return {
    ...{
      kind,
      asset: '',
      from: 'a',
      to: 'b',
      amount: 1n,
      tokenId: undefined,
      logIndex: undefined,
      tracePath: undefined,
    },
    ...{ flags: 0, ...more },
  } as ValueMove;
}
const kinds = (moves: readonly ValueMove[]) => moves.map(({ kind }) => kind);
const log = (logIndex: number, more: Partial<ValueMove> = {}) => move('token', { asset: 'T', logIndex, ...more });
const trace = (tracePath: string, more: Partial<ValueMove> = {}) => move('internal', { tracePath, ...more });

test('moves have the order that is declared, whichever source had them', () => {
  const told = [
    ...[move('stated'), move('genesis', { to: 'c' }), move('withdrawal'), move('tip'), trace('0')],
    ...[
      move('multi-token', { logIndex: 1, amount: 3n }),
      move('nft', { logIndex: 2 }),
      log(3),
      move('native'),
      move('fee'),
    ],
  ];
  expect(kinds(mergeMoves([move('reward', { to: 'd' })], told))).toEqual([
    ...['fee', 'native', 'internal', 'multi-token', 'nft', 'token', 'tip', 'genesis', 'reward', 'withdrawal', 'stated'],
  ]);
});

test('a TRC-10 transfer is the call itself, or made by a contract', () => {
  const told = [
    ...[log(4), move('trc10', { logIndex: 5, amount: 2n }), move('trc10', { tracePath: '0', amount: 3n })],
    ...[move('trc10', { amount: 4n }), move('native', { amount: 9n })],
  ];
  expect(mergeMoves([move('fee')], told).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    ...['fee 1', 'native 9', 'trc10 4', 'trc10 3', 'token 1', 'trc10 2'],
  ]);
});

test('calls are in the order of their paths by number, outer ones first, and those without one last', () => {
  const told = [trace('2'), trace('10'), trace('1.10'), trace('1.2'), trace('1'), move('internal', { to: 'c' })];
  expect(mergeMoves([move('fee')], told).map(({ tracePath }) => tracePath)).toEqual([
    ...[undefined, '1', '1.2', '1.10', '2', '10', undefined],
  ]);
});

test('one move from two sources is one, and two of a kind stay two', () => {
  expect(mergeMoves([log(1)], [log(1)])).toHaveLength(1);
  expect(mergeMoves([log(1)], [log(2)])).toHaveLength(2);
  const unplaced = log(1, { logIndex: undefined, flags: MOVE_UNPLACED });
  expect(mergeMoves([log(1)], [unplaced])).toEqual([log(1)]);
  expect(mergeMoves([log(1)], [unplaced, unplaced])).toHaveLength(2);
  // What agrees on its place is taken first, so that the one without a place is the other.
  expect(mergeMoves([log(1), log(2)], [unplaced, log(1)])).toEqual([log(1), log(2)]);
});

test('a move gains the place that another telling knows, and is then placed', () => {
  const unplaced = log(1, { logIndex: undefined, flags: MOVE_UNPLACED });
  expect(mergeMoves([unplaced], [log(3)])).toEqual([log(3)]);
  expect(mergeMoves([unplaced], [unplaced])).toEqual([unplaced]);
});

test('of fees and of the call itself the fuller telling counts, and the held one where both are equal', () => {
  const [fee, tip] = [move('fee', { amount: 5n }), move('tip')];
  expect(mergeMoves([fee], [move('fee', { amount: 7n })])).toEqual([fee]);
  expect(mergeMoves([fee], [move('fee', { amount: 7n }), tip]).map(({ amount }) => amount)).toEqual([7n, 1n]);
  expect(mergeMoves([move('native')], [move('native', { amount: 2n })])).toEqual([move('native')]);
});

test('what may not be added is left out, and the order stays as it was where nothing is new', () => {
  expect(mergeMoves([], [log(1), log(2)], ({ logIndex }) => logIndex === 2)).toEqual([log(2)]);
  expect(mergeMoves([log(1)], [log(2)], () => false)).toEqual([log(1)]);
  const odd = [log(2), log(1)];
  expect(mergeMoves(odd, [log(1)])).toEqual(odd);
});

test('moves that differ in anything have other keys', () => {
  const other = [{ kind: 'nft' }, { asset: 'T' }, { from: 'x' }, { to: 'x' }, { amount: 2n }, { tokenId: 1n }] as const;
  const keys = [move('token'), ...other.map((more) => ({ ...move('token'), ...more }) as ValueMove)].map(moveKey);
  expect(new Set(keys).size).toBe(keys.length);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/merge-moves.txt');
});
