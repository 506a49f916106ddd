import { AppError } from '@trailmark/core/errors';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofGethFrames from './geth-frames.ts';
import type { GethTrace } from './rpc-answer.ts';

const recorded = new WatchedResults();
const { readGethTraces } = recorded.watch(ofGethFrames);

const HASHES = ['a1'.repeat(32)];
const ADDRESS = `0x${'ab'.repeat(20)}`;

function frame(more: object = {}): object {
  return { type: 'CALL', from: ADDRESS, to: ADDRESS, value: '0x5', ...more };
}

/** The frames of one transaction: path, kind, depth and value of each. */
function read(result: object | undefined, more: object = {}): string {
  try {
    const items = [{ txHash: `0x${HASHES[0]}`, result, ...more }] as unknown as GethTrace[];
    const [frames] = readGethTraces(items, { height: 9, transactionHashes: HASHES });
    if (frames === undefined) return 'not known';
    return frames
      .map(
        ({ path, kind, depth, value, failure }) =>
          `${path || 'root'} ${kind} ${depth} ${value}${failure ? ` ${failure}` : ''}`,
      )
      .join(', ');
  } catch (error) {
    return AppError.is(error, 'inconsistent') ? error.message : `another failure: ${error}`;
  }
}

test('calls come before those below them, each with its place, its depth and what it moved', () => {
  const below = [frame({ value: '0x1', calls: [frame({ value: '0x2' })] }), frame({ type: 'CREATE2', value: '0x3' })];
  expect(read(frame({ calls: below }))).toBe('root call 0 5, 0 call 1 1, 0.0 call 2 2, 1 create 1 3');
});

test.each([
  ['a call that can move nothing states no value, and moved nothing', 'STATICCALL', 'root other 0 0'],
  ['a delegated call keeps the value of its caller, and moved nothing', 'DELEGATECALL', 'root other 0 0'],
  ['a contract that was destroyed without an amount leaves the whole trace unknown', 'SELFDESTRUCT', 'not known'],
])('%s', (_, type, frames) => {
  expect(read(frame({ type, value: undefined }))).toBe(frames);
});

test('a failure keeps its reason, and a creation that failed has no recipient', () => {
  expect(read(frame({ error: 'execution reverted', revertReason: 'no' }))).toBe('root call 0 5 execution reverted: no');
  expect(read(frame({ error: 'out of gas' }))).toBe('root call 0 5 out of gas');
  expect(read(frame({ type: 'CREATE', to: undefined, error: 'out of gas' }))).toBe('root create 0 5 out of gas');
  expect(read(frame({ to: undefined }))).toContain('has a CALL without a recipient');
});

test('a trace that the node could not make is unknown; one of another transaction, or of an unknown call, is refused', () => {
  expect(read(undefined, { error: 'execution timeout' })).toBe('not known');
  expect(read(frame({ type: 'JUMP' }))).toContain('"JUMP", which is not known');
  expect(read(frame(), { txHash: `0x${'b2'.repeat(32)}` })).toContain('txHash');
  expect(() => readGethTraces([], { height: 9, transactionHashes: HASHES })).toThrow('but traces of 0');
});

test('calls are at most 1,024 deep', () => {
  const nest = (depth: number): object => (depth === 0 ? frame() : frame({ calls: [nest(depth - 1)] }));
  expect(read(nest(1_024)).split(', ')).toHaveLength(1_025);
  expect(read(nest(1_101))).toContain('lies deeper than the 1,024 calls');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/geth-frames.txt');
});
