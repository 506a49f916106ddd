import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofInternalMoves from './internal-moves.ts';
import { NO_LOOKUPS } from './tron-lookups.ts';

const recorded = new WatchedResults();
const { readInternalMoves } = recorded.watch(ofInternalMoves);

const PLACE = { height: 1, item: 'transaction', index: 0 };
const [CALLER, OTHER] = ['c'.repeat(40), '3'.repeat(40)];
const ascii = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

/** kind, asset and amount of what one internal transaction moves. */
function read(note: unknown, callValueInfo: unknown) {
  const row = { caller_address: `41${CALLER}`, transferTo_address: `41${OTHER}`, note, callValueInfo };
  return readInternalMoves([row], PLACE, NO_LOOKUPS).map(({ kind, asset, amount }) => [kind, asset, amount]);
}

describe('the note', () => {
  const one = [{ callValue: 1 }];
  const paid = [['internal', '', 1n]];
  test('is read as bytes or as text, and absent it is a call', () => {
    for (const note of [ascii('call'), 'call', 'suicide', 'create', '', undefined, 5])
      expect(read(note, one)).toEqual(paid);
  });
  test('of another instruction moves nothing, and one of over 200 characters is not read', () => {
    for (const note of ['voteWitness', 'abc', ascii('delegateResourceOfEnergy')]) expect(read(note, one)).toEqual([]);
    expect(read(ascii('x'.repeat(100)), one)).toEqual([]);
    expect(read(ascii('x'.repeat(101)), one)).toEqual(paid);
  });
  test('of a stake or its end moves coins of the caller, both spellings', () => {
    for (const note of [
      'freezeForEnergy',
      'freezeBalanceV2ForBandwidth',
      'unfreezeForEnergy',
      'withdrawExpireUnfreeze',
    ])
      expect(read(note, one)).toEqual([['native', '', 1n]]);
  });
});

describe('amounts', () => {
  test('of nothing move nothing, and only a creation is still reported', () => {
    expect(read('call', [{ callValue: 0 }])).toEqual([]);
    expect(read('create', [{ callValue: 0 }])).toEqual([['internal', '', 0n]]);
    expect(read('create', [{ callValue: 5 }])).toEqual([['internal', '', 5n]]);
    expect(read('withdrawReward', [{ callValue: 0 }])).toEqual([]);
    expect(read('withdrawReward', undefined)).toEqual([]);
  });
  test('of a token without a number are left out, and so are tokens of a reward', () => {
    expect(read('call', [{ callValue: 5, tokenId: 'NAME' }])).toEqual([]);
    expect(read('withdrawReward', [{ callValue: 5, tokenId: '1000124' }, { callValue: 2 }, { callValue: 4 }])).toEqual([
      ['reward', '', 6n],
    ]);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/internal-moves.txt');
});
