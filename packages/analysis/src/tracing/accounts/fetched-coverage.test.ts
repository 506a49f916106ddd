import { HAS_CALL, HAS_INTERNALS, HAS_LOGS } from '@trailmark/core/account-block';
import { expect, test } from 'vitest';
import { keyOf, type PlainChain, tracePlain, transferAt } from './testing/plain-chain.ts';

const LISTS = HAS_CALL | HAS_INTERNALS;
const token = { kind: 'token', asset: 'usdc' } as const;

function chainWith(fetched: PlainChain['fetched']): PlainChain {
  const moves = [
    { height: 10, from: 'victim', to: 'a', amount: 100n },
    { height: 11, from: 'a', to: 'b', amount: 60n },
    { height: 12, from: 'victim', to: 'c', amount: 9n, ...token },
    { height: 40, from: 'other', to: 'another', amount: 1n },
  ];
  return { moves, firstHeight: 30, ...(fetched && { fetched }) };
}

async function endsOf(fetched: PlainChain['fetched'], height = 10): Promise<unknown[]> {
  const { leaves } = await tracePlain(chainWith(fetched), { seeds: [transferAt(height)] });
  return leaves.map(({ address, reason, detail }) => [
    address,
    reason,
    /at block (\d+), up to which/.exec(detail)?.[1],
  ]);
}

test('money is unspent as of the height an account was fetched to, and its neighbours where the data end', async () => {
  expect(await endsOf({ a: { toHeight: 35, holds: LISTS } })).toEqual([
    [keyOf('a'), 'held', '35'],
    [keyOf('b'), 'data-end', undefined],
  ]);
});

test('a list that is missing, or a fetch from before the money came, shows nothing', async () => {
  const none = [
    [keyOf('a'), 'data-end', undefined],
    [keyOf('b'), 'data-end', undefined],
  ];
  expect(await endsOf({ a: { toHeight: 35, holds: HAS_CALL } })).toEqual(none);
  expect(await endsOf({ a: { toHeight: 9, holds: LISTS } })).toEqual(none);
  expect(await endsOf({})).toEqual(none);
});

test('a token needs the list of tokens', async () => {
  expect(await endsOf({ c: { toHeight: 35, holds: LISTS } }, 12)).toEqual([[keyOf('c'), 'data-end', undefined]]);
  expect(await endsOf({ c: { toHeight: 35, holds: HAS_LOGS } }, 12)).toEqual([[keyOf('c'), 'held', '35']]);
});
