import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { expect, test } from 'vitest';
import { blockOf, KEY, moveOf, transactionOf } from '../testing/sample-account-ledger.ts';
import { createSampleApp } from '../testing/sample-app.ts';

const ask = (eth: AccountLedger, key: string) =>
  createSampleApp({ readers: new Map([['eth', eth]]) }).client.call('getAddress', {
    params: { chain: 'eth', address: formatAccount(getAccountChain('eth'), key) },
  });

test('an address is no contract because somebody sent data to it, or because a creation at it failed', async () => {
  const data = { input: 'deadbeef', inputLength: 4, value: 0n };
  const call = (to: string) => [moveOf({ kind: 'native', from: KEY.alice, to, amount: 0n })];
  const reader = createArrayAccountReader([
    blockOf(0, []),
    blockOf(1, [
      transactionOf({ number: 1, from: KEY.alice, to: KEY.carol, ...data, moves: call(KEY.carol) }),
      transactionOf({ number: 2, from: KEY.alice, to: '', created: KEY.bob, status: 'failed', moves: call(KEY.bob) }),
      transactionOf({ number: 3, from: KEY.dave, to: KEY.alice, ...data, moves: call(KEY.alice) }),
    ]),
  ]);
  for (const address of [KEY.carol, KEY.bob]) {
    expect(await ask(reader, address)).toMatchObject({ isContract: null });
  }
  const signer = await ask(reader, KEY.alice);
  expect(signer).toMatchObject({ isContract: false, contractNote: 'It signed transactions, which takes a key.' });
});

test('an address that signed and at which code ran is an account that delegates to code', async () => {
  const moves = [moveOf({ kind: 'internal', from: KEY.alice, to: KEY.bob, amount: 5n, tracePath: '0' })];
  const reader = createArrayAccountReader([
    blockOf(0, [transactionOf({ number: 1, from: KEY.alice, to: KEY.bob, moves })]),
  ]);
  const { isContract, contractNote } = await ask(reader, KEY.alice);
  expect(isContract).toBe(false);
  expect(contractNote).toMatch(/delegates to code \(EIP-7702\)/);
});
