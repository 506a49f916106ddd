import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofAccountCatalogue from '../account-catalogue.ts';
import * as ofIsCancun from './is-cancun.ts';

const recorded = new WatchedResults();
const { getAccountChain } = recorded.watch(ofAccountCatalogue);
const { isCancun } = recorded.watch(ofIsCancun);

function onChain(id: 'eth' | 'polygon', place: { readonly height: number; readonly time: number }): boolean {
  const chain = getAccountChain(id);
  return chain.family === 'evm' && isCancun(chain, place);
}

test('Ethereum reached Cancun at a time, whatever the height', () => {
  expect(onChain('eth', { height: 1, time: 1_710_338_135 })).toBe(true);
  expect(onChain('eth', { height: 99_999_999, time: 1_710_338_134 })).toBe(false);
});

test('Polygon reached Cancun at a height, whatever the time', () => {
  expect(onChain('polygon', { height: 54_876_000, time: 0 })).toBe(true);
  expect(onChain('polygon', { height: 54_875_999, time: 2_000_000_000 })).toBe(false);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/is-cancun.txt');
});
