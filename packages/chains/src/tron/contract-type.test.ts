import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofContractType from './contract-type.ts';
import { runsContract, UNKNOWN_CONTRACT_TYPE } from './contract-type.ts';

const recorded = new WatchedResults();
const { contractTypeNumber } = recorded.watch(ofContractType);

// The order of Tron.proto; its numbers are the bits of the operations that java-tron allows an active permission
// (7fff1fc0033efb0f…, lowest bit first), and 46, which only an owner may do.
const OPERATIONS = Buffer.from('7fff1fc0033efb0f', 'hex');
const OWNER_ONLY = 46;
const NAMES = [
  'AccountCreate Transfer TransferAsset VoteAsset VoteWitness WitnessCreate AssetIssue WitnessUpdate ParticipateAssetIssue',
  'AccountUpdate FreezeBalance UnfreezeBalance WithdrawBalance UnfreezeAsset UpdateAsset ProposalCreate ProposalApprove',
  'ProposalDelete SetAccountId Custom CreateSmart TriggerSmart Get UpdateSetting ExchangeCreate ExchangeInject',
  'ExchangeWithdraw ExchangeTransaction UpdateEnergyLimit AccountPermissionUpdate ClearABI UpdateBrokerage',
  'ShieldedTransfer MarketSellAsset MarketCancelOrder FreezeBalanceV2 UnfreezeBalanceV2 WithdrawExpireUnfreeze',
  'DelegateResource UnDelegateResource CancelAllUnfreezeV2',
].flatMap((line) => line.split(' '));

test('every contract type has the number of Tron.proto', () => {
  const bits = [...OPERATIONS].flatMap((byte, i) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (1 << bit)).map((bit) => 8 * i + bit),
  );
  const numbers = [...bits, OWNER_ONLY].sort((a, b) => a - b);
  expect(NAMES.map((name) => contractTypeNumber(`${name}Contract`))).toEqual(numbers);
});

test('a name nobody knows, or that objects inherit, has the number of the unknown', () => {
  for (const name of ['', 'NewContract', 'toString', 'constructor'])
    expect(contractTypeNumber(name)).toBe(UNKNOWN_CONTRACT_TYPE);
  expect(UNKNOWN_CONTRACT_TYPE).toBe(255);
});

test('the virtual machine runs two types', () => {
  const run = NAMES.map((name) => `${name}Contract`).filter(runsContract);
  expect(run).toEqual(['CreateSmartContract', 'TriggerSmartContract']);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/contract-type.txt');
});
