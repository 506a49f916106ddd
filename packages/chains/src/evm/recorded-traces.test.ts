import { readFileSync } from 'node:fs';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofGethFrames from './geth-frames.ts';
import * as ofInternalMoves from './internal-moves.ts';
import * as ofParityFrames from './parity-frames.ts';
import type { GethTrace, ParityTrace } from './rpc-answer.ts';

const recorded = new WatchedResults();
const { readGethTraces } = recorded.watch(ofGethFrames);
const { internalMoves } = recorded.watch(ofInternalMoves);
const { readParityTraces } = recorded.watch(ofParityFrames);

function read(height: number) {
  const url = new URL(`../../vectors/evm/traces-${height}.json`, import.meta.url);
  const { parity, geth } = JSON.parse(readFileSync(url, 'utf8')) as {
    parity: (ParityTrace & { blockHash: string; transactionHash: string | null; transactionPosition: number })[];
    geth: GethTrace[];
  };
  const hashes: string[] = [];
  for (const { transactionHash, transactionPosition } of parity) {
    if (transactionHash !== null) hashes[transactionPosition] = transactionHash.slice(2);
  }
  const block = { height, hash: parity[0]!.blockHash.slice(2), transactionHashes: hashes, isEachTraced: true };
  const { frames, rewards } = readParityTraces(parity, block);
  return { frames, rewards, geth: readGethTraces(geth, block) };
}

/** What decides about moves: a failure's word differs between the two, and of CALLCODE one names the code, one the caller. */
const facts = (frames: ReturnType<typeof read>['geth'][0]) =>
  frames?.map(({ failure, to, ...frame }) => ({
    ...frame,
    to: frame.kind === 'other' ? '' : to,
    isFailed: failure !== undefined,
  }));

describe('recorded blocks of Ethereum, traced in both forms', () => {
  test.each([
    [1_000_690, 'creates a contract'],
    [1_000_895, 'has a call that failed'],
    [1_000_000, 'calls by CALLCODE'],
  ])('%i, which %s, reads the same', (height) => {
    const { frames, geth, rewards } = read(height);
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.map(facts)).toEqual(geth.map(facts));
    expect(rewards.filter(({ isBlock }) => isBlock)).toHaveLength(1);
  });

  test('1000895 fails for want of gas', () => {
    const { frames, geth } = read(1_000_895);
    expect(frames.concat(geth).map((list) => list?.[0]?.failure)).toEqual([
      'Out of gas',
      undefined,
      'out of gas',
      undefined,
    ]);
  });

  test('1011973 pays a contract out to its heir, by one form; the other names no amount and is a gap', () => {
    const { frames, geth } = read(1_011_973);
    expect(internalMoves(frames[0]!, false)).toMatchObject([
      { from: '474faa5018639791952fae334e2911700ac7fe9b', amount: 50_000_000_000_000_000n, tracePath: '0' },
    ]);
    expect(geth).toEqual([undefined]);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/recorded-traces.txt');
});
