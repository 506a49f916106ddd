import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { BLEND } from '../protocols/blend.ts';
import * as ofItemHolders from './item-holders.ts';

const recorded = new WatchedResults();
const { findHolder, kindOfTransfer } = recorded.watch(ofItemHolders);

const PERSON = '11'.repeat(20);
const OTHER = '22'.repeat(20);
const WRAPPED_PUNKS = 'b7f7f6c52f2e2fdb1963eab30438024864c313f6';
const POLYGON_BRIDGE = '40ec5b33f54e0e8a33a975908c5ba1c14e5bbbdf';

describe('a transfer without a sale', () => {
  test.each([
    ['', PERSON, 'mint'],
    ['', '', 'mint'],
    [PERSON, '', 'burn'],
    [PERSON, `${'0'.repeat(36)}dead`, 'burn'],
    [PERSON, `1${'0'.repeat(35)}dead`, 'transfer'],
    [PERSON, OTHER, 'transfer'],
    [PERSON, WRAPPED_PUNKS, 'wrap'],
    [WRAPPED_PUNKS, PERSON, 'unwrap'],
    [PERSON, POLYGON_BRIDGE, 'bridge'],
    [POLYGON_BRIDGE, PERSON, 'bridge'],
    [PERSON, BLEND, 'loan'],
    [BLEND, PERSON, 'loan-end'],
    [BLEND, WRAPPED_PUNKS, 'wrap'],
  ] as const)('from "%s" to "%s" is %s', (from, to, kind) => {
    expect(kindOfTransfer(from, to)).toBe(kind);
  });

  test('names the contract that keeps a token, and no wallet', () => {
    expect([findHolder(BLEND)?.name, findHolder(PERSON)]).toEqual(['Blend (Blur loans)', undefined]);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/item-holders.txt');
});
