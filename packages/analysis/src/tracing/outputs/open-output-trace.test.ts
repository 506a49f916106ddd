import { AppError } from '@trailmark/core/errors';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { OutputStep, Trace } from '@trailmark/core/trace/trace';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { describe, expect, test } from 'vitest';
import * as ofSeedRefusals from '../seed-refusals.ts';
import {
  type Coverage,
  type Draft,
  knowledgeOf,
  requestOf,
  ScriptedOutputs,
  txidOf,
} from '../testing/output-ledger.ts';
import { MAX_RECEIPTS } from './find-seeds.ts';
import * as ofOpenOutputTrace from './open-output-trace.ts';

const recorded = new WatchedResults();
const { isTooManyReceipts } = recorded.watch(ofSeedRefusals);
const { openOutputTrace } = recorded.watch(ofOpenOutputTrace);

type More = Parameters<typeof requestOf>[0];

const pay = (...amounts: readonly (readonly [number | undefined, bigint])[]): Draft['pays'] =>
  amounts.map(([to, amount]) => ({ to, amount }));

async function run(
  drafts: readonly Draft[],
  more: More = {},
  {
    coverage,
    knowledge = knowledgeOf(),
    budget = 1_000,
  }: {
    coverage?: Coverage;
    knowledge?: ReturnType<typeof knowledgeOf>;
    budget?: number;
  } = {},
): Promise<Trace> {
  const session = await openOutputTrace({ reader: new ScriptedOutputs(drafts, coverage), knowledge }, requestOf(more));
  return await session.run(budget);
}

const stepOf = (trace: Trace, txid: string): OutputStep => {
  const step = trace.steps.find((one) => one.txid === txid);
  if (step?.family !== 'outputs') throw new Error(`There is no step ${txid}`);
  return step;
};

/** Transaction 2 joins 5 traced units with 5 others and pays 6 and 3; the fee is 1. */
const CLAYTON: readonly Draft[] = [
  { spends: [], pays: pay([1, 1n]) },
  { spends: [], pays: pay([1, 5n], [1, 5n]) },
  {
    spends: [
      [1, 0],
      [1, 1],
    ],
    pays: pay([2, 6n], [3, 3n]),
  },
];
const STOLEN: TraceRequest['seeds'] = [{ kind: 'output', txid: txidOf(1), vout: 0 }];

describe('one mixed account, paid into twice and drawn on twice', () => {
  test.each([
    // Traced units of the two outputs, of the fee, and what the method adds.
    ['fifo/1', [5n, 0n], 0n, 0n],
    ['lifo/1', [1n, 3n], 1n, 0n],
    ['haircut/1', [3n, 2n], 0n, 0n],
    ['poison/1', [6n, 3n], 1n, 5n],
    ['exact/1', [6n, 3n], 1n, 5n],
  ] as const)('%s gives each payment what its rule says', async (method, outputs, fee, added) => {
    const trace = await run(CLAYTON, { seeds: STOLEN, method });
    const step = stepOf(trace, txidOf(2));
    expect(step.outputs.map(({ tainted }) => tainted)).toEqual(outputs);
    expect([step.feeTainted, step.added, step.hop]).toEqual([fee, added, 1]);
    expect(trace.sums[0]).toMatchObject({ began: 5n, difference: 0n });
  });

  test.each([
    ['fifo/1', [5n, 1n]],
    ['lifo/1', [1n, 5n]],
    // 6 of 10 units in, of equal inputs.
    ['haircut/1', [3n, 3n]],
    ['poison/1', [5n, 5n]],
  ] as const)('%s backward states which deposits the first payment came from', async (method, inputs) => {
    const trace = await run(CLAYTON, {
      seeds: [{ kind: 'output', txid: txidOf(2), vout: 0 }],
      method,
      direction: 'backward',
    });
    const step = stepOf(trace, txidOf(2));
    expect(step.inputs.map(({ tainted }) => tainted)).toEqual(inputs);
    expect(trace.leaves.map(({ reason }) => reason)).toEqual(['issued', 'issued']);
    expect(trace.sums[0]?.difference).toBe(0n);
  });
});

/** 1 pays 2, 2 pays 3, and so on: a line of single outputs. */
function line(length: number, amount = 100n): Draft[] {
  return Array.from({ length }, (_, i) => ({ spends: i < 2 ? [] : [[i - 1, 0]], pays: pay([i, amount]) }));
}
const START: TraceRequest['seeds'] = [{ kind: 'output', txid: txidOf(1), vout: 0 }];

describe('a trail ends', () => {
  async function leafOf(more: More, options: Parameters<typeof run>[2] = {}): Promise<string[]> {
    const { leaves } = await run(line(6), { seeds: START, ...more }, options);
    return leaves.map(({ ref, reason, detail }) => `${ref.slice(63)} ${reason}: ${detail}`);
  }

  test('where the output is not spent, and says up to which height that is known', async () => {
    expect(await leafOf({})).toEqual([
      '5:0 unspent: Received at height 5 (2011-03-14) and not spent up to height 5 (2011-03-14).',
    ]);
  });

  test('where heights are missing in which it may have been spent', async () => {
    const coverage = { missingHeights: new Set([4]) };
    expect(await leafOf({}, { coverage })).toEqual([
      '3:0 data-end: Height 4 is not held whole: a spend there would not be seen.',
    ]);
  });

  test('at a service that a label names, whose name is quoted', async () => {
    const knowledge = knowledgeOf({ a3: { name: 'Harbour "Exchange"' } });
    expect(await leafOf({}, { knowledge })).toEqual([
      '3:0 service: The address is said to be “Harbour "Exchange"” (a test, 2026-01-01, confidence 80): a service pools funds, so what leaves it is not the same money.',
    ]);
    expect(await leafOf({ stops: { services: false } }, { knowledge })).toEqual([
      expect.stringContaining('5:0 unspent'),
    ]);
  });

  test.each([
    ['mixer', 'mixer', 'mixers'],
    ['sanctioned', 'sanctioned', 'sanctioned'],
    ['bridge', 'bridge', 'contracts'],
  ] as const)('at a %s, unless that rule is off', async (kind, reason, rule) => {
    const knowledge = knowledgeOf({ a3: { kind } });
    expect(await leafOf({}, { knowledge })).toEqual([expect.stringContaining(`3:0 ${reason}: `)]);
    expect(await leafOf({ stops: { [rule]: false } }, { knowledge })).toEqual([expect.stringContaining('unspent')]);
  });

  test('at a place the examiner names', async () => {
    expect(await leafOf({ stops: { stopAt: ['a4'] } })).toEqual([
      '4:0 stop-at: The request names a4 as a place to end at.',
    ]);
  });

  test('at the hop limit', async () => {
    expect(await leafOf({ stops: { maxHops: 2 } })).toEqual(['3:0 hop-cap: Hop 2 of at most 2.']);
  });

  test('outside the time window', async () => {
    expect(await leafOf({ stops: { toTime: 1_300_070_000 } })).toEqual([
      '3:0 after-window: Spent on 2011-03-14, after the window, which ends on 2011-03-14.',
    ]);
    expect(await leafOf({ stops: { fromTime: 1_300_050_000 } })).toEqual([
      expect.stringContaining('1:0 before-window: '),
    ]);
  });

  test('where money lay too long', async () => {
    const drafts: Draft[] = [...line(2), ...Array.from({ length: 12 }, () => ({ spends: [], pays: pay([9, 1n]) }))];
    drafts.push({ spends: [[1, 0]], pays: pay([2, 100n]) });
    const { leaves } = await run(drafts, { seeds: START, stops: { dormantDays: 2 } });
    expect(leaves).toMatchObject([
      { reason: 'dormant', detail: 'Lay 3 days, 6 h 0 min 0 s, from 2011-03-13 to 2011-03-16; the limit is 2 days.' },
    ]);
  });

  test('where it enters a CoinJoin, with the size of its anonymity set; and goes through where requested', async () => {
    const finding = {
      detector: 'wasabi-1',
      version: 1,
      kind: 'wasabi-1',
      confidence: 90,
      isCoinJoin: true,
      participants: 42,
      denominations: [10_000_000n],
      notes: [],
    } as const;
    const knowledge = knowledgeOf({}, { coinJoinOf: ({ txid }) => (txid === txidOf(3) ? finding : undefined) });
    expect(await leafOf({}, { knowledge })).toEqual([
      `2:0 coinjoin: Enters ${txidOf(3)}, a CoinJoin by the rule wasabi-1/1 (confidence 90): an anonymity set of 42 at best, with equal outputs of 10,000,000 units.`,
    ]);
    const through = await run(line(6), { seeds: START, stops: { coinJoins: false } }, { knowledge });
    expect(stepOf(through, txidOf(3)).coinJoin).toEqual({ kind: 'wasabi-1', participants: 42, confidence: 90 });
    expect(through.leaves).toMatchObject([{ ref: `${txidOf(5)}:0` }]);
  });

  test('where nobody can spend the output', async () => {
    const { leaves } = await run([...line(2), { spends: [[1, 0]], pays: pay([undefined, 100n]) }], { seeds: START });
    expect(leaves).toMatchObject([{ ref: `${txidOf(2)}:0`, reason: 'unspendable', address: null, amount: 100n }]);
  });

  test('backward where what an input spends is not indexed, though its value is', async () => {
    const coverage = { missingHeights: new Set([2]), keepsValues: true };
    const seeds = [{ kind: 'output', txid: txidOf(4), vout: 0 }] as const;
    const { leaves } = await run(line(6), { seeds, direction: 'backward' }, { coverage });
    expect(leaves).toMatchObject([{ ref: `${txidOf(3)}#0`, address: 'a2', reason: 'source-unknown', amount: 100n }]);
  });

  test('where the budget does, and continues from there in the same session', async () => {
    const reader = new ScriptedOutputs(line(9));
    const session = await openOutputTrace({ reader, knowledge: knowledgeOf() }, requestOf({ seeds: START }));
    const part = await session.run(3);
    expect(part.state).toBe('partial');
    expect(part.leaves).toMatchObject([
      { ref: `${txidOf(4)}:0`, reason: 'budget', detail: 'Not yet read: the trace ended after 3 transactions.' },
    ]);
    const rest = await session.run(3);
    expect(rest.leaves).toMatchObject([{ ref: `${txidOf(7)}:0`, reason: 'budget' }]);
    expect((await session.run(3)).state).toBe('complete');
  });
});

describe('payments are cut', () => {
  const fan: readonly Draft[] = [
    { spends: [], pays: pay([1, 1n]) },
    { spends: [], pays: pay([1, 100n]) },
    { spends: [[1, 0]], pays: pay([2, 50n], [3, 5n], [4, 30n], [5, 5n], [6, 10n]) },
  ];

  test.each([
    ['maxFanOut', 2, 'fan-out', 3, 20n, '3 payments beyond the 2 largest.'],
    ['minAmount', 10n, 'min-amount', 2, 10n, '2 payments of less than 10 traced units.'],
    [
      'minSharePpm',
      110_000,
      'min-share',
      3,
      20n,
      '3 payments of less than 110,000 millionths of the whole amounts of all seeds.',
    ],
  ] as const)('by %s, as one exact remainder', async (rule, value, kind, count, amount, detail) => {
    const { cuts, sums } = await run(fan, { seeds: START, stops: { [rule]: value } });
    expect(cuts).toEqual([{ at: txidOf(2), hop: 1, kind, asset: '', count, amount, detail }]);
    expect(sums[0]).toMatchObject({ cut: amount, ended: { unspent: 100n - amount }, difference: 0n });
  });

  test('where the examiner chose others, and the trail waits where nothing is chosen', async () => {
    const choices: TraceRequest['choices'] = [
      { txid: txidOf(2), change: undefined, follow: [0, 4], reason: undefined },
    ];
    const chosen = await run(fan, { seeds: START, method: 'exact/1', choices });
    expect(chosen.cuts).toMatchObject([{ kind: 'not-chosen', count: 3, amount: 40n }]);
    expect(chosen.leaves.map(({ amount }) => amount)).toEqual([50n, 10n]);
    const waiting = await run(fan, { seeds: START, method: 'exact/1', params: { follow: 'chosen' } });
    expect(waiting.leaves).toMatchObject([
      { reason: 'choice-needed', detail: `${txidOf(2)} spends it into 5 outputs, and none of them is chosen.` },
    ]);
    const change = [{ txid: txidOf(2), change: 0, follow: undefined, reason: undefined }];
    const payments = await run(fan, {
      seeds: START,
      method: 'exact/1',
      params: { follow: 'payments' },
      choices: change,
    });
    expect(payments.cuts).toMatchObject([{ kind: 'not-chosen', count: 1, amount: 50n }]);
    expect(stepOf(payments, txidOf(2)).change).toEqual({ vout: 0, by: 'examiner', rules: [], isDisputed: false });
  });
});

test('a payment that is cut once a larger one is found next to it takes back what was followed from it', async () => {
  const drafts: Draft[] = [
    { spends: [], pays: pay([1, 1n]) },
    { spends: [], pays: pay([1, 10n], [1, 20n]) },
    // A detour of two hops, so that its end is found after the direct way was followed.
    { spends: [[1, 1]], pays: pay([2, 20n]) },
    { spends: [[2, 0]], pays: pay([3, 20n]) },
    {
      spends: [
        [1, 0],
        [3, 0],
      ],
      pays: pay([4, 10n], [5, 20n]),
    },
    { spends: [[4, 0]], pays: pay([6, 10n]) },
  ];
  const seeds = [{ kind: 'transaction', txid: txidOf(1) }] as const;
  const trace = await run(drafts, { seeds, stops: { maxFanOut: 1 } });
  expect(trace.cuts).toMatchObject([{ at: txidOf(4), kind: 'fan-out', count: 1, amount: 10n }]);
  expect(trace.leaves).toMatchObject([{ ref: `${txidOf(4)}:1`, amount: 20n }]);
  expect(trace.steps.map(({ txid }) => txid)).toEqual([2, 3, 4].map(txidOf));
  expect(trace.counts.transactionsRead).toBe(4);
});

describe('seeds', () => {
  test('one of which the money of another reaches count nothing twice', async () => {
    const seeds = [1, 3].map((number) => ({ kind: 'output', txid: txidOf(number), vout: 0 }) as const);
    const { seeds: begun, sums, leaves } = await run(line(6), { seeds: [...seeds, ...seeds] });
    expect(begun.map(({ amount }) => amount)).toEqual([100n, 0n]);
    expect(sums[0]).toMatchObject({ began: 100n, difference: 0n });
    expect(leaves).toMatchObject([{ amount: 100n }]);
  });

  test('of an address are what it received, within the window', async () => {
    const drafts = [0, 1, 2].map((): Draft => ({ spends: [], pays: pay([7, 10n], [8, 1n]) }));
    const seeds = [{ kind: 'address', address: 'a7' }] as const;
    expect((await run(drafts, { seeds })).seeds.map(({ ref }) => ref.slice(63))).toEqual(['0:0', '1:0', '2:0']);
    const later = await run(drafts, { seeds, stops: { fromTime: 1_300_010_000 } });
    expect(later.seeds.map(({ ref }) => ref.slice(63))).toEqual(['1:0', '2:0']);
    const newest = await run(drafts, { seeds: [{ ...seeds[0], newest: 2 }] });
    expect(newest.seeds.map(({ ref }) => ref.slice(63))).toEqual(['1:0', '2:0']);
  });

  test('of an address that received more outputs than a trace begins with are refused, and of its newest are not', async () => {
    const many = Array.from({ length: MAX_RECEIPTS + 1 }, (): readonly [number, bigint] => [7, 1n]);
    const drafts: Draft[] = [
      { spends: [], pays: pay(...many) },
      { spends: [], pays: pay([7, 10n]) },
    ];
    const seed = { kind: 'address', address: 'a7' } as const;
    const failure = await run(drafts, { seeds: [seed] }).catch((error: unknown) => error);
    expect(isTooManyReceipts(failure) && failure.message).toContain('a7 received 20,002 outputs');
    const { seeds: begun } = await run(drafts, { seeds: [{ ...seed, newest: 1 }] });
    expect(begun.map(({ ref }) => ref.slice(63))).toEqual(['1:0']);
    const still = await run(drafts, { seeds: [{ ...seed, newest: 2 }] }).catch((error: unknown) => error);
    expect(isTooManyReceipts(still)).toBe(true);
    const other = await run(drafts, { seeds: [{ ...seed, address: 'a99' }] }).catch((error: unknown) => error);
    expect(isTooManyReceipts(other)).toBe(false);
  });

  test.each([
    [{ kind: 'output', txid: txidOf(99), vout: 0 }, 'not-found', 'is not indexed.'],
    [{ kind: 'output', txid: txidOf(1), vout: 5 }, 'not-found', 'has 3 outputs, numbered from 0; there is no output 5'],
    [{ kind: 'output', txid: txidOf(1), vout: 1 }, 'invalid', 'Nobody can ever spend output 1'],
    [{ kind: 'output', txid: txidOf(1), vout: 2 }, 'invalid', 'holds 0 units'],
    [{ kind: 'output', txid: txidOf(0), vout: 0 }, 'invalid', 'Nobody can ever spend output 0'],
    [{ kind: 'transfer', txid: txidOf(1), slot: 0 }, 'invalid', 'have outputs, not transfers'],
    [{ kind: 'address', address: 'a99' }, 'not-found', 'The index has not seen a99'],
    [{ kind: 'address', address: 'a3' }, 'invalid', 'a3 received nothing in the indexed blocks'],
  ] as const)('%j is answered with what is wrong', async (seed, kind, sentence) => {
    const drafts = [...line(1), { spends: [], pays: pay([2, 5n], [undefined, 1n], [3, 0n]) }];
    const failure = await run(drafts, { seeds: [seed] }).catch((error: unknown) => error);
    expect(AppError.is(failure, kind) && failure.message).toContain(sentence);
  });

  test.each([
    [{ method: 'fifo/9' }, 'There is no tracing method "fifo/9"; there are exact/1, fifo/1'],
    [{ method: 'libr/1' }, 'does not work on chains of the Bitcoin family'],
    [{ params: { follow: 'all' } }, 'The parameters of fifo/1 do not fit'],
    [{ asset: 'usd' }, 'it has no asset “usd”'],
    [{ seeds: [] }, 'begins with at least one'],
    [
      { stops: { fromTime: 2_000_000_000, toTime: 1_000_000_000 } },
      'The time window ends (2001-09-09) before it begins',
    ],
    [
      { choices: [1, 1].map(() => ({ txid: txidOf(1), change: 0, follow: undefined, reason: undefined })) },
      'two choices',
    ],
  ])('in the contradictory request %j are refused', async (more, sentence) => {
    const failure = await run(line(4), { seeds: START, ...more }).catch((error: unknown) => error);
    expect(AppError.is(failure, 'invalid') && failure.message).toContain(sentence);
  });
});

describe('values that are not indexed', () => {
  /** Transaction 3 spends a traced output first and one of a missing transaction after it. */
  const order = (spends: Draft['spends']): Draft[] => [
    { spends: [], pays: pay([1, 1n]) },
    { spends: [], pays: pay([1, 10n]) },
    { spends: [], pays: pay([2, 10n]) },
    { spends, pays: pay([3, 12n], [4, 7n]) },
  ];
  const coverage = { missingHeights: new Set([2]) };

  test('do no harm where they are behind the traced units in the line', async () => {
    const trace = await run(
      order([
        [1, 0],
        [2, 0],
      ]),
      { seeds: START },
      { coverage },
    );
    expect(stepOf(trace, txidOf(3)).outputs.map(({ tainted }) => tainted)).toEqual([10n, 0n]);
    expect(trace.gaps.map(({ kind }) => kind)).toContain('value-unknown');
  });

  test.each(['fifo/1', 'haircut/1'])('end the trail of %s where it cannot divide', async (method) => {
    const trace = await run(
      order([
        [2, 0],
        [1, 0],
      ]),
      { seeds: START, method },
      { coverage },
    );
    expect(trace.leaves).toMatchObject([{ ref: `${txidOf(1)}:0`, reason: 'data-end' }]);
    expect(trace.leaves[0]?.detail).toContain('the value of 1 of the 2 inputs');
    expect(trace.gaps.filter(({ kind }) => kind === 'value-unknown')).toHaveLength(1);
  });
});

describe('a long trace', () => {
  test('ends soon after it is cancelled, and can be run again', async () => {
    const drafts = line(3_000);
    const reader = new ScriptedOutputs(drafts);
    const session = await openOutputTrace(
      { reader, knowledge: knowledgeOf() },
      requestOf({ seeds: START, stops: { maxHops: 1_000 } }),
    );
    const controller = new AbortController();
    let rounds = 0;
    const run = session.run(5_000, {
      signal: controller.signal,
      onProgress: () => {
        rounds++;
        if (rounds === 10) controller.abort();
      },
    });
    const failure = await run.catch((error: unknown) => error);
    expect(AppError.is(failure, 'unavailable')).toBe(true);
    expect(rounds).toBeLessThan(12);
    expect((await session.run(5_000)).steps).toHaveLength(1_000);
  });

  test('answers after a run that failed as one run with as much as was read', async () => {
    const open = () =>
      openOutputTrace({ reader: new ScriptedOutputs(line(50)), knowledge: knowledgeOf() }, requestOf({ seeds: START }));
    const session = await open();
    await session.run(2);
    const controller = new AbortController();
    const onProgress = ({ transactionsRead }: { transactionsRead: number }) => {
      if (transactionsRead >= 5) controller.abort();
    };
    expect(AppError.is(await session.run(40, { signal: controller.signal, onProgress }).catch((e: unknown) => e))).toBe(
      true,
    );
    const ahead = await session.run(1);
    const read = ahead.counts.transactionsRead;
    expect(read).toBeGreaterThanOrEqual(5);
    expect(ahead.steps).toEqual((await (await open()).run(read)).steps);
    expect((await session.run(2)).steps).toEqual((await (await open()).run(read + 2)).steps);
  });

  test('broken off between two transactions of a round gives the same answer when it is run again', async () => {
    const wide: Draft[] = [
      { spends: [], pays: pay([1, 1n]) },
      { spends: [], pays: Array.from({ length: 2_000 }, (_, i) => ({ to: i, amount: 10n })) },
      ...Array.from({ length: 2_000 }, (_, i): Draft => ({ spends: [[1, i]], pays: pay([i, 6n], [i, 4n]) })),
    ];
    const seeds = [{ kind: 'transaction', txid: txidOf(1) }] as const;
    const whole = await run(wide, { seeds }, { budget: 5_000 });
    const reader = new ScriptedOutputs(wide);
    const rest = () => new Promise((resolve) => setImmediate(resolve));
    const session = await openOutputTrace({ reader, knowledge: knowledgeOf(), rest }, requestOf({ seeds }));
    for (let turns = 1; turns < 8; turns++) {
      const controller = new AbortController();
      const broken = session.run(5_000, { signal: controller.signal }).catch((error: unknown) => error);
      for (let turn = 0; turn < turns; turn++) await rest();
      controller.abort();
      await broken;
    }
    expect(await session.run(5_000)).toEqual(whole);
  });

  test('asks a few questions a hop, however wide it is', async () => {
    const wide: Draft[] = [
      { spends: [], pays: pay([1, 1n]) },
      { spends: [], pays: Array.from({ length: 500 }, (_, i) => ({ to: i, amount: 10n })) },
      ...Array.from({ length: 500 }, (_, i): Draft => ({ spends: [[1, i]], pays: pay([i, 10n]) })),
    ];
    const reader = new ScriptedOutputs(wide);
    const seeds = [{ kind: 'transaction', txid: txidOf(1) }] as const;
    const session = await openOutputTrace({ reader, knowledge: knowledgeOf() }, requestOf({ seeds }));
    const trace = await session.run(5_000);
    expect(trace.steps).toHaveLength(500);
    expect(reader.queries).toBeLessThan(8);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/open-output-trace.txt');
});
