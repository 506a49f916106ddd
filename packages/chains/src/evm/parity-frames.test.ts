import { AppError } from '@trailmark/core/errors';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofParityFrames from './parity-frames.ts';
import type { ParityTrace } from './rpc-answer.ts';

const recorded = new WatchedResults();
const { readParityTraces } = recorded.watch(ofParityFrames);

const HASHES = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(32));
const ADDRESS = `0x${'ab'.repeat(20)}`;
const BLOCK = { height: 9, hash: 'ee'.repeat(32), transactionHashes: HASHES, isEachTraced: true };

/** A call of a transaction at a path, with so many calls below it. */
function call(position: number, path: readonly number[], subtraces: number, more: object = {}): ParityTrace {
  return {
    type: 'call',
    action: { callType: 'call', from: ADDRESS, to: ADDRESS, value: '0x5' },
    blockHash: `0x${BLOCK.hash}`,
    transactionHash: `0x${HASHES[position] ?? 'd4'.repeat(32)}`,
    transactionPosition: position,
    traceAddress: path,
    subtraces,
    ...more,
  } as unknown as ParityTrace;
}

const rest = [call(1, [], 0), call(2, [], 0)];

function read(items: readonly unknown[], block: Partial<typeof BLOCK> = {}): string {
  try {
    const { frames } = readParityTraces(items as ParityTrace[], { ...BLOCK, ...block });
    return frames.map((list) => list?.map(({ path }) => path || 'root').join(' ') ?? '-').join(' | ');
  } catch (error) {
    return AppError.is(error, 'inconsistent') ? error.message : `another failure: ${error}`;
  }
}

describe('items of traces', () => {
  test('are the frames of each transaction, depth first', () => {
    const deep = [call(0, [], 2), call(0, [0], 1), call(0, [0, 0], 0), call(0, [1], 0)];
    expect(read([...deep, ...rest])).toBe('root 0 0.0 1 | root | root');
  });

  test('may be missing of the protocol’s own transactions, where not each is traced', () => {
    expect(read([call(0, [], 0), call(2, [], 0)], { isEachTraced: false })).toBe('root | - | root');
  });

  test.each<[string, unknown[], string]>([
    [
      'of a transaction that the block does not have',
      [call(0, [], 0), ...rest, call(3, [], 0)],
      'belongs to transaction 3, which the block does not have',
    ],
    [
      'that leave a transaction out',
      [call(0, [], 0), call(2, [], 0)],
      'belongs to transaction 2, and none was answered of transaction 1',
    ],
    ['that end before the last transaction', [call(0, [], 0), call(1, [], 0)], 'has 3 transactions, but traces of 2'],
    [
      'that go back',
      [call(0, [], 0), call(1, [], 0), call(0, [], 0)],
      'belongs to transaction "0", and the one before to 1',
    ],
    ['without a whole position', [call(0, [], 0, { transactionPosition: 0.5 })], 'and the one before to -1'],
    ['of another transaction', [call(0, [], 0, { transactionHash: `0x${HASHES[1]}` })], 'transactionHash'],
    ['of another block', [call(0, [], 0, { blockHash: `0x${HASHES[0]}` })], 'blockHash'],
    [
      'with fewer calls than were made, at the end of a transaction',
      [call(0, [], 1), ...rest],
      'made 1 calls, of which 0 were reported',
    ],
    [
      'with fewer calls than were made, at the end of the block',
      [call(0, [], 0), rest[0], call(2, [], 1)],
      'made 1 calls, of which 0 were reported',
    ],
    [
      'with fewer calls than were made, below',
      [call(0, [], 2), call(0, [0], 1), call(0, [1], 0), ...rest],
      'made 1 calls, of which 0 were reported',
    ],
    [
      'with more calls than were made',
      [call(0, [], 0), call(0, [0], 0), ...rest],
      'made 0 calls, of which 1 were reported',
    ],
    ['that begin below', [call(0, [0], 0), ...rest], 'has the traceAddress 0, which does not follow'],
    ['with two roots', [call(0, [], 0), call(0, [], 0), ...rest], 'has the traceAddress (root), which does not follow'],
    [
      'that leave a call out',
      [call(0, [], 2), call(0, [1], 0), ...rest],
      'has the traceAddress 1, which does not follow',
    ],
    [
      'that go below another call',
      [call(0, [], 2), call(0, [0], 0), call(0, [1], 1), call(0, [0, 0], 0), ...rest],
      'has the traceAddress 0.0, which does not follow',
    ],
    ['without a count of calls', [call(0, [], 0, { subtraces: '0' }), ...rest], 'has no count of subtraces'],
    ['deeper than calls can go', [call(0, new Array(1_101).fill(0), 0)], 'lies 1101 calls deep'],
    ['with a step that is no number', [call(0, [-1], 0)], 'has the traceAddress step'],
    [
      'of a type that is not known',
      [call(0, [], 0, { type: 'other' })],
      'which is none of call, create, suicide, reward',
    ],
    [
      'of a call that is not known',
      [call(0, [], 0, { action: { callType: 'other', from: ADDRESS, to: ADDRESS } })],
      'callType "other", which is not known',
    ],
  ])('%s are refused', (_, items, sentence) => {
    expect(read(items)).toContain(sentence);
  });

  test('a path of 1,100 steps is no deeper than calls can go', () => {
    expect(read([call(0, new Array(1_100).fill(0), 0)])).toContain('which does not follow the one before');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/parity-frames.txt');
});
