import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofReadIdentifier from './read-identifier.ts';

const recorded = new WatchedResults();
const { readIdentifier } = recorded.watch(ofReadIdentifier);

const EVM = '0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB';

test.each([
  ['bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=20.3&label=Luke-Jr', '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W', 'btc'],
  ['litecoin:LQ3B5Hd8XgP4PYDPPvhRMQLTwgaCjLF6yD', 'LQ3B5Hd8XgP4PYDPPvhRMQLTwgaCjLF6yD', 'ltc'],
  [`ethereum:${EVM}@8453/transfer?address=0x1&uint256=1`, EVM, 'base'],
  [`ethereum:pay-${EVM}`, EVM, 'eth'],
  [`ethereum:${EVM}@99999999`, EVM, undefined],
  [`eth:${EVM}`, EVM, 'eth'],
  [`arb1:${EVM}`, EVM, 'arbitrum'],
  [`eip155:137:${EVM}`, EVM, 'polygon'],
  [
    'bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
    '128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
    'btc',
  ],
  [`https://explorer.example/address/${EVM}?tab=tokens#code`, EVM, undefined],
  [`https://explorer.example/tx/0x${'ab'.repeat(32)}`, `0x${'ab'.repeat(32)}`, undefined],
  ['https://explorer.example/en/about', 'https://explorer.example/en/about', undefined],
  [EVM.slice(2), EVM, undefined],
  [`  ${EVM} `, EVM, undefined],
  [
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=1',
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    undefined,
  ],
  ['832918', '832918', undefined],
  ['a name of somebody', 'a name of somebody', undefined],
])('%s is read as its identifier and chain', (pasted, text, chain) => {
  expect(readIdentifier(pasted)).toEqual(chain === undefined ? { text } : { text, chain });
});

test('a prefix that names no chain stays part of the text', () => {
  expect(readIdentifier(`constructor:${EVM}`)).toEqual({ text: `constructor:${EVM}` });
  expect(readIdentifier('__proto__:x')).toEqual({ text: '__proto__:x' });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/read-identifier.txt');
});
