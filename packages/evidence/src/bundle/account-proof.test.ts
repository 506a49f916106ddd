import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofAccountProof from './account-proof.ts';

const recorded = new WatchedResults();
const { isHeaderRow, isProof } = recorded.watch(ofAccountProof);

const PLACE = { height: 5, index: 0 };
const evm = (more: object = {}) => ({ ...PLACE, receipt: ['ab'], transaction: ['cd', ''], ...more });
const tron = (more: object = {}) => ({ branch: ['ab', ''], ...PLACE, transaction: 'cd', ...more });

describe('a proof of a transaction', () => {
  test('has the members of its family, in their order, and no other', () => {
    expect([isProof(evm(), 'evm'), isProof(tron(), 'tron')]).toEqual([true, true]);
    expect([isProof(tron(), 'evm'), isProof(evm(), 'tron')]).toEqual([false, false]);
    for (const wrong of [null, [], 'text', {}, evm({ more: 1 }), { transaction: ['cd'], receipt: ['ab'], ...PLACE }])
      expect(isProof(wrong, 'evm')).toBe(false);
    expect(isProof(tron({ more: 1 }), 'tron')).toBe(false);
  });

  test('has up to 64 nodes of whole bytes', () => {
    const nodes = (count: number) => new Array<string>(count).fill('ab');
    for (const name of ['receipt', 'transaction']) {
      expect([isProof(evm({ [name]: nodes(64) }), 'evm'), isProof(evm({ [name]: nodes(65) }), 'evm')]).toEqual([
        true,
        false,
      ]);
      for (const wrong of ['ab', [5], ['a'], ['AB'], ['zz'], null])
        expect(isProof(evm({ [name]: wrong }), 'evm')).toBe(false);
    }
    expect([isProof(tron({ branch: nodes(64) }), 'tron'), isProof(tron({ branch: nodes(65) }), 'tron')]).toEqual([
      true,
      false,
    ]);
    for (const wrong of [['ab'], 'abc', 5]) expect(isProof(tron({ transaction: wrong }), 'tron')).toBe(false);
  });

  test('has a height and a place from zero on', () => {
    for (const name of ['height', 'index']) {
      expect(isProof(evm({ [name]: 0 }), 'evm')).toBe(true);
      for (const wrong of [-1, 0.5, 2 ** 53, '5', null, undefined])
        expect(isProof(evm({ [name]: wrong }), 'evm')).toBe(false);
    }
  });
});

test('a header is its bytes, on TRON with the signature of its producer', () => {
  expect([isHeaderRow({ raw: 'ab' }, 'evm'), isHeaderRow({ raw: 'ab', signature: '' }, 'tron')]).toEqual([true, true]);
  for (const wrong of [null, {}, { raw: 'abc' }, { raw: 5 }, { raw: 'ab', signature: 'cd' }])
    expect(isHeaderRow(wrong, 'evm')).toBe(false);
  for (const wrong of [
    { raw: 'ab' },
    { raw: 'ab', signature: 5 },
    { signature: 'cd', raw: 'ab' },
    { raw: 'ab', signature: 'c' },
  ])
    expect(isHeaderRow(wrong, 'tron')).toBe(false);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/account-proof.txt');
});
