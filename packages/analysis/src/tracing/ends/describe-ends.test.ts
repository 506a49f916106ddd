import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { Trace } from '@trailmark/core/trace/trace';
import type { EndsPass, TraceEnd } from '@trailmark/core/trace/trace-ends';
import { describe, expect, test } from 'vitest';
import * as ofDescribeEnds from './describe-ends.ts';

const recorded = new WatchedResults();
const { describeEnds } = recorded.watch(ofDescribeEnds);

const PASS: EndsPass = {
  maxHops: 10,
  maxFanOut: 1_000,
  minSharePpm: 0,
  budget: 5_000,
  transactionsRead: 40,
  cutPayments: 0,
  openTrails: 0,
} as EndsPass;
const end = (least: bigint, most: bigint) => ({ least, most }) as TraceEnd;

interface Case {
  readonly passes?: readonly EndsPass[];
  readonly read?: number;
  readonly widened?: readonly string[];
  readonly items?: readonly TraceEnd[];
  readonly cuts?: readonly { kind: string; count: number }[];
  readonly ppm?: number;
}

function say({ passes = [PASS], read = 1_200, widened = [], items = [end(1n, 1n)], cuts = [], ppm = 1 }: Case) {
  const reach = { cuts, request: { stops: { minSharePpm: ppm } } } as unknown as Trace;
  return describeEnds({ passes, transactionsRead: read, widened }, items, reach);
}

describe('the sentences of ends', () => {
  test('count the ends by how many methods send money there', () => {
    const items = [end(1n, 2n), end(1n, 1n), end(0n, 3n), end(0n, 0n), end(0n, 0n), end(0n, 0n)];
    expect(say({ items })[0]).toBe(
      '6 ends: 2 get money under every method, 1 only under some, and 3 can have got some but none by these methods.',
    );
    expect(say({})[0]).toMatch(/^1 end: 1 get money under every method, 0 only under some, and 0 can/);
    expect(say({ items: [] })[0]).toBe('No end was found: nothing could be followed.');
  });

  test('say what was read, in one search or in several', () => {
    expect(say({}).slice(1)).toEqual([
      'One search within 1,000 payments a step and 10 hops was enough; with the methods 1,200 transactions were read.',
    ]);
    const last = { ...PASS, maxHops: 1, maxFanOut: 50 };
    expect(say({ passes: [PASS, last], read: 1 }).slice(1)).toEqual([
      '2 searches, the last within 50 payments a step and 1 hop, because limits were in the way; with the methods 1 transaction were read.',
    ]);
    expect(say({ passes: [] }).slice(1)).toEqual(['']);
  });

  test('say of which addresses of the beginning all was begun', () => {
    expect(say({ widened: ['a'] })[1]).toBe(
      '1 address of the beginning paid more than the indexed receipts explain: all that went through it is begun.',
    );
    expect(say({ widened: ['a', 'b'] })[1]).toMatch(/^2 addresses .* all that went through them is begun\.$/);
  });

  test('say what was not looked at, and nothing where all was', () => {
    const open = { ...PASS, cutPayments: 1, openTrails: 2 };
    const cuts = [
      { kind: 'min-share', count: 3 },
      { kind: 'fan-out', count: 9 },
      { kind: 'min-share', count: 4 },
    ];
    expect(say({ passes: [{ ...PASS, cutPayments: 5, openTrails: 5 }, open], cuts, ppm: 100 })[2]).toBe(
      'Not looked at: 1 payment beyond the fan-out limit, 2 trails at the limit of hops or of work, 7 payments of less than 0.01 % of what was taken. More ends can be there.',
    );
    expect(say({ cuts: cuts.slice(0, 1) })[2]).toContain('3 payments of less than a millionth of what was taken');
    expect(say({ cuts: cuts.slice(1, 2) })).toHaveLength(2);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/describe-ends.txt');
});
