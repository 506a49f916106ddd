import type { ActionCounterpart, ProtocolAction } from '@trailmark/core/protocol-action';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofChooseBridge from './choose-bridge.ts';
import * as ofProtocol from './protocol.ts';
import { key } from './testing/sample-transaction.ts';

const recorded = new WatchedResults();
const { chooseBridge } = recorded.watch(ofChooseBridge);
const { createAction } = recorded.watch(ofProtocol);

const ME = key('me');
const ROUTER = key('router');
const USDC = key('usdc');
const amount = (asset: string) => [{ asset, amount: 5n, tokenId: undefined }];
const to = (certainty: ActionCounterpart['certainty']): ActionCounterpart => ({
  ...{ network: 'base', address: undefined, message: undefined, certainty },
});

function action(id: string, more: Partial<ProtocolAction>): ProtocolAction {
  return createAction({ id, version: 1, name: id }, { kind: 'bridge-out', note: '', ...more });
}
const choose = (actions: readonly ProtocolAction[], more: Partial<Parameters<typeof chooseBridge>[1]> = {}) =>
  chooseBridge(actions, { kind: 'bridge-out', near: ME, far: ROUTER, asset: USDC, ...more })?.rule;

const named = action('router', { account: ME, about: amount(USDC), counterpart: to('stated') });
const own = action('own', { account: ME, given: amount(USDC), counterpart: to('proven') });
const handed = action('handed', { account: ROUTER, given: amount(USDC), counterpart: to('proven') });
const deeper = action('deeper', { account: key('vault'), given: amount(USDC), counterpart: to('proven') });

test('what a bridge states about the account itself comes first, the most certain before others', () => {
  expect(choose([named, handed, own])).toBe('own/1');
  expect(choose([action('stated', { ...own, rule: 'stated/1', counterpart: to('stated') }), own])).toBe('own/1');
});

test('what the contract it paid handed on to a bridge in the same asset comes before what a router names', () => {
  expect(choose([named, handed])).toBe('handed/1');
  expect(choose([handed])).toBe('handed/1');
});

test('a router gives way to the one message a bridge logged of the asset, whoever handed it over', () => {
  expect(choose([named, deeper])).toBe('deeper/1');
  expect(choose([named])).toBe('router/1');
});

test('of several messages none is chosen for the account that only a router names', () => {
  expect(choose([named, deeper, action('other', { ...deeper, rule: 'other/1' })])).toBe('router/1');
  expect(choose([handed, action('second', { ...handed, rule: 'second/1' })])).toBeUndefined();
});

test('another asset, another account, another direction and nobody are not matched', () => {
  expect(choose([own, handed, named], { asset: key('other') })).toBeUndefined();
  expect(choose([deeper])).toBeUndefined();
  expect(choose([own, handed, named], { kind: 'bridge-in' })).toBeUndefined();
  expect(choose([action('x', { account: '', given: amount(USDC) })], { far: '' })).toBeUndefined();
});

test('a payment out is matched by what was got', () => {
  const paid = action('in', { kind: 'bridge-in', account: ME, got: amount(USDC), counterpart: to('proven') });
  expect(choose([paid], { kind: 'bridge-in', far: '' })).toBe('in/1');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/choose-bridge.txt');
});
