import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofTronLookups from './tron-lookups.ts';
import { NO_LOOKUPS } from './tron-lookups.ts';

const recorded = new WatchedResults();
const { listNeededLookups, readTokenText, tokenAsset } = recorded.watch(ofTronLookups);

test('a token is named in hexadecimal bytes or plainly, in at most 64 bytes', () => {
  expect(readTokenText('53454544', 'hex')).toBe('SEED');
  expect(readTokenText('53454544', 'plain')).toBe('53454544');
  expect(readTokenText('SEED', 'hex')).toBe('SEED');
  expect(readTokenText(1_000_124, 'plain')).toBe('1000124');
  for (const nothing of [undefined, null, {}, true, '']) expect(readTokenText(nothing, 'hex')).toBe('');
  expect(readTokenText('41'.repeat(65), 'hex')).toBe('A'.repeat(64));
  expect(readTokenText('A'.repeat(65), 'plain')).toBe('A'.repeat(64));
});

test('an id of seven to nineteen digits is a token, and any other name is not known', () => {
  for (const id of ['1000001', '1'.repeat(19)]) expect(tokenAsset(id, NO_LOOKUPS)).toBe(`trc10:${id}`);
  for (const name of ['', '100000', '1'.repeat(20), 'SEED', ' 1000001'])
    expect(tokenAsset(name, NO_LOOKUPS)).toBeUndefined();
  expect(tokenAsset('_', NO_LOOKUPS)).toBe('');
});

const contract = (type: string, value: unknown) => ({ raw_data: { contract: [{ type, parameter: { value } }] } });
const needed = (...transactions: unknown[]) => listNeededLookups({ transactions }, 'plain');

test('a pair that is being made has no number to search, and its tokens have names', () => {
  const made = { first_token_id: 'SEED', second_token_id: '_', exchange_id: 9 };
  expect(needed(contract('ExchangeCreateContract', made))).toEqual({ assets: ['SEED'], exchanges: [] });
  const used = { token_id: 'SEED', exchange_id: 9 };
  expect(needed(contract('ExchangeTransactionContract', used))).toEqual({ assets: ['SEED'], exchanges: ['9'] });
  const odd = { token_id: '_', exchange_id: 'nine' };
  expect(needed(contract('ExchangeWithdrawContract', odd))).toEqual({ assets: [], exchanges: [] });
});

test('what is no transaction needs nothing, and the others next to it are read', () => {
  const seed = contract('TransferAssetContract', { asset_name: 'SEED' });
  const garbage = [null, 5, {}, { raw_data: 5 }, { raw_data: {} }, { raw_data: { contract: [] } }, contract('A', null)];
  expect(needed(...garbage, { raw_data: { contract: [{ type: 'A' }] } }, seed)).toEqual({
    assets: ['SEED'],
    exchanges: [],
  });
  expect(listNeededLookups({ transactions: 'none' })).toEqual({ assets: [], exchanges: [] });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/tron-lookups.txt');
});
