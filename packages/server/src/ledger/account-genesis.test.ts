import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { DAO_FORK_HEIGHT } from '@trailmark/chains/evm/dao-fork';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import { readGenesisAllocation } from '@trailmark/ingest/account/genesis-allocation';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { expect, test } from 'vitest';
import { blockOf, KEY, moveOf, SAMPLE_ACCOUNT_BLOCKS } from '../testing/sample-account-ledger.ts';
import { createSampleApp } from '../testing/sample-app.ts';

const ask = (eth: AccountLedger, key: string) =>
  createSampleApp({ readers: new Map([['eth', eth]]) }).client.call('getAddress', {
    params: { chain: 'eth', address: formatAccount(getAccountChain('eth'), key) },
  });

test('an account that Ethereum’s first block gave coins has them as its balance, where every block up to the tip is indexed', async () => {
  const gifts = readGenesisAllocation('eth') ?? [];
  const [first] = gifts;
  const moves = gifts.map(({ address, amount }) => moveOf({ kind: 'genesis', from: '', to: address, amount }));
  const reader = createArrayAccountReader([blockOf(0, [], { moves }), blockOf(1, [])]);
  const { coin, totals } = await ask(reader, first?.address ?? '');
  expect(coin?.balance).toBe(first?.amount);
  expect(totals).toMatchObject({ blockPaymentCount: 1, transactionCount: 0 });
});

test('an account whose coins the DAO fork moved has no balance above that block', async () => {
  const dao = 'bb9bc244d798123fde783fcc1c72d3bb8c189413';
  const [first, ...rest] = SAMPLE_ACCOUNT_BLOCKS;
  const moves = [...(first?.moves ?? []), moveOf({ kind: 'genesis', from: '', to: dao, amount: 5n })];
  const reader = createArrayAccountReader([{ ...first!, moves }, ...rest]);
  expect((await ask(reader, dao)).coin?.balance).toBe(5n);
  const [range] = reader.heightRanges();
  const long = { ...range!, toHeight: DAO_FORK_HEIGHT, blocks: DAO_FORK_HEIGHT + 1 };
  const later: AccountLedger = { ...reader, heightRanges: () => [long] };
  expect((await ask(later, dao)).coin).toMatchObject({ balance: null, balanceNote: expect.stringMatching(/DAO fork/) });
  expect((await ask(later, KEY.bob)).coin?.balance).not.toBeNull();
});
