import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { AddressCoverage } from '@trailmark/core/account-block';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { describe, expect, test } from 'vitest';
import { blockOf, ETHER, KEY, moveOf, SAMPLE_ACCOUNT_BLOCKS, transactionOf } from '../testing/sample-account-ledger.ts';
import { createSampleApp, SAMPLE_NOW } from '../testing/sample-app.ts';

const FETCHED: AddressCoverage = {
  address: KEY.alice,
  source: 'explorer.example',
  fetchedAt: 1_790_000_000,
  fromHeight: 0,
  toHeight: 950,
  holds: 0,
  isComplete: true,
  note: undefined,
};
const pay = transactionOf({
  number: 900,
  from: KEY.bob,
  to: KEY.alice,
  moves: [moveOf({ kind: 'native', from: KEY.bob, to: KEY.alice, amount: ETHER })],
});
/** One transaction that was fetched on its own, far above the whole blocks. */
const FRAGMENT = blockOf(900, [pay], { holds: 0, transactionTotal: undefined });

function open(blocks: Parameters<typeof createArrayAccountReader>[0], coverage: readonly AddressCoverage[] = []) {
  const eth = createArrayAccountReader(blocks, { coverage });
  return createSampleApp({ readers: new Map([['eth', eth]]) }).client;
}

const alice = { params: { chain: 'eth', address: formatAccount(getAccountChain('eth'), KEY.alice) } } as const;

describe('an answer about an address', () => {
  test('is as of the last whole block, however far above it single transactions were fetched', async () => {
    const client = open([...SAMPLE_ACCOUNT_BLOCKS, FRAGMENT]);
    const { asOf } = await client.call('getAddress', alice);
    const whole = SAMPLE_ACCOUNT_BLOCKS.at(-1);
    expect(asOf).toMatchObject({ height: 4, hash: whole?.hash, time: whole?.time, completeTo: 4, fetched: null });
    const { asOf: rows, items } = await client.call('listAddressTransactions', alice);
    expect([rows.height, items[0]?.height]).toEqual([4, 900]);
  });

  test('names what was last fetched of the address, and the clock apart from the time of a block', async () => {
    const client = open([...SAMPLE_ACCOUNT_BLOCKS, FRAGMENT], [FETCHED, { ...FETCHED, fetchedAt: 1, toHeight: 3 }]);
    const { asOf } = await client.call('getAddress', alice);
    expect(asOf.fetched).toEqual({ source: 'explorer.example', at: FETCHED.fetchedAt, toHeight: 950 });
    expect(asOf.answeredAt).toBe(SAMPLE_NOW / 1000);
  });

  test('is not changed by what was fetched of another address', async () => {
    const bob = { params: { chain: 'eth', address: formatAccount(getAccountChain('eth'), KEY.bob) } } as const;
    const before = await open(SAMPLE_ACCOUNT_BLOCKS).call('getAddress', bob);
    const after = await open([...SAMPLE_ACCOUNT_BLOCKS, FRAGMENT], [FETCHED]).call('getAddress', bob);
    expect(after.asOf).toEqual(before.asOf);
    expect(after.asOf.fetched).toBeNull();
  });

  test('is as of no block where none is whole', async () => {
    const { asOf } = await open([FRAGMENT]).call('getAddress', alice);
    expect(asOf).toMatchObject({ height: null, hash: null, time: null, completeTo: null });
  });

  test('is complete to no height where the first block is missing', async () => {
    const { asOf } = await open(SAMPLE_ACCOUNT_BLOCKS.slice(2)).call('getAddress', alice);
    expect(asOf).toMatchObject({ height: 4, completeTo: null });
  });
});
