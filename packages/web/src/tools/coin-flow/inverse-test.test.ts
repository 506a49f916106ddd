import type { TraceAnswer } from '@trailmark/api/contract/trace';
import { DEFAULT_STOPS } from '@trailmark/core/trace/trace-request';
import { describe, expect, test } from 'vitest';
import { planInverse, readInverse } from './inverse-test.ts';

type Trace = TraceAnswer['trace'];
const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];
const part = (ref: string, amount: bigint, tainted: bigint) => ({ ref, address: null, amount, tainted });
const step = (inputs: object[], outputs: object[]) => ({ family: 'outputs', inputs, outputs });
const leaf = (ref: string, amount: bigint, reason = 'unspent') => ({ ref, amount, reason });

function traceOf(parts: Partial<Record<keyof Trace, unknown>> = {}): Trace {
  return {
    request: {
      chain: 'btc',
      direction: 'forward',
      method: 'fifo/1',
      seeds: [{ kind: 'output', txid: A, vout: 0 }],
      stops: { ...DEFAULT_STOPS, maxHops: 3, minAmount: 5n },
    },
    state: 'complete',
    seeds: [{ ref: `${A}:0`, amount: 100n, time: 1_000_000 }],
    steps: [step([part(`${A}:0`, 100n, 100n)], [part(`${B}:0`, 70n, 60n), part(`${B}:1`, 40n, 40n)])],
    leaves: [leaf(`${B}:0`, 60n), leaf(`${B}:1`, 40n, 'hop-cap')],
    ...parts,
  } as unknown as Trace;
}

describe('the inverse test', () => {
  test('asks every end as a whole, with nothing that ends a trail but the time of the beginning', () => {
    const plan = planInverse(traceOf());
    if (typeof plan === 'string') throw new Error(plan);
    expect(plan.expected).toBe(100n);
    expect(plan.request.direction).toBe('backward');
    expect(plan.request.seeds).toEqual([
      { kind: 'output', txid: B, vout: 0 },
      { kind: 'output', txid: B, vout: 1 },
    ]);
    expect(plan.request.stops).toMatchObject({ services: false, minAmount: 0n, fromTime: 1_000_000 - 10_800 });
  });

  test('leaves out what nobody can begin with, and of a part all ends that hold other money too', () => {
    const burnt = planInverse(traceOf({ leaves: [leaf(`${B}:0`, 60n), leaf(`${B}:1`, 40n, 'unspendable')] }));
    expect(burnt).toMatchObject({ ends: 1, expected: 60n });
    const request = { ...traceOf().request, seeds: [{ kind: 'output', txid: A, vout: 0, amount: 100n }] };
    expect(planInverse(traceOf({ request }))).toMatchObject({ ends: 1, expected: 40n });
  });

  test('counts money twice that ran from one beginning through another', () => {
    const seeds = [
      { ref: `${A}:0`, amount: 100n, time: 1 },
      { ref: `${C}:0`, amount: 20n, time: 1 },
    ];
    const steps = [step([part(`${C}:0`, 50n, 50n)], []), ...traceOf().steps];
    expect(planInverse(traceOf({ seeds, steps }))).toMatchObject({ expected: 130n });
  });

  test.each([
    ['haircut/1', 'forward', 'complete', /one origin/],
    ['fifo/1', 'backward', 'complete', /went back already/],
    ['fifo/1', 'forward', 'partial', /continue it first/],
  ])('says why %s %s %s cannot be turned round', (method, direction, state, why) => {
    expect(planInverse(traceOf({ state, request: { ...traceOf().request, method, direction } }))).toMatch(why);
  });

  test('is equal where the same units come back, and says what each beginning got where not', () => {
    const plan = planInverse(traceOf());
    if (typeof plan === 'string') throw new Error(plan);
    const back = (units: bigint) => traceOf({ steps: [step([part(`${A}:0`, 100n, units)], [])], seeds: [] });
    expect(readInverse(plan, back(100n))).toMatchObject({ isEqual: true, returned: 100n });
    expect(readInverse(plan, back(99n))).toMatchObject({ isEqual: false, seeds: [{ ref: `${A}:0`, units: 99n }] });
  });
});
