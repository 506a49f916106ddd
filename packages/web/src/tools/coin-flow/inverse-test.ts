import type { TraceAnswer } from '@trailmark/api/contract/trace';
import { MAX_BUDGET, MAX_SEEDS, type TraceRequest, type TraceSeed } from '@trailmark/core/trace/trace-request';
import { traitsOf } from '../../format/chain-traits.ts';

type Trace = TraceAnswer['trace'];
type Part = Extract<Trace['steps'][number], { family: 'outputs' }>['inputs'][number];

/** Methods under which every unit has one origin and one end, so that a trace can be turned round. */
const REVERSIBLE: readonly string[] = ['fifo/1', 'lifo/1'];
/** Ends that are no outputs anybody can begin with. */
const NO_BEGINNING: readonly string[] = ['unspendable', 'destroyed'];
const OUTPUT = /^([0-9a-f]{64}):(\d{1,10})$/;
/** The most the contract takes: the way back may be longer than the fewest hops on. */
const MOST_HOPS = 1_000;
const MOST_FAN_OUT = 5_000;
/** Blocks may be stamped earlier than those before them by so much, in seconds. */
const CLOCK_SLACK = 3 * 3_600;

/** A trace back from the ends of another, and what must return to its beginnings if both are right. */
export interface InverseTest {
  readonly request: TraceRequest;
  readonly ends: number;
  /** Units that must come back. */
  readonly expected: bigint;
  readonly seeds: readonly string[];
}

/** Why a trace cannot be turned round, in words; undefined where it can. */
export function whyNoInverse({ chain, direction, method }: TraceRequest): string | undefined {
  if (!traitsOf(chain).hasOutputs)
    return 'Accounts keep balances, not coins: only traces of the Bitcoin family turn round.';
  if (direction === 'backward') return 'This trace went back already; the test begins with a trace forward.';
  return REVERSIBLE.includes(method)
    ? undefined
    : 'Only first in, first out and last in, first out give every unit one origin; other methods cannot be turned round.';
}

function listParts({ steps }: Trace): readonly Part[] {
  return steps.flatMap((step) => (step.family === 'outputs' ? [...step.inputs, ...step.outputs] : []));
}

/** Whole amounts of the outputs a trace met. */
function listWholes(trace: Trace): ReadonlyMap<string, bigint> {
  return new Map(listParts(trace).flatMap(({ ref, amount }) => (amount === null ? [] : [[ref, amount] as const])));
}

/**
 * The request of the inverse test: all ends as beginnings, back to the time of the first seed, with no other rule that ends a
 * trail. Where a trace began with a part of an output only ends with nothing else in them are used. A sentence where it cannot be.
 */
export function planInverse(trace: Trace): InverseTest | string {
  const request = trace.request as TraceRequest;
  const no = whyNoInverse(request);
  if (no !== undefined) return no;
  if (trace.state === 'partial') return 'The budget ended this trace: continue it first, then it can be turned round.';
  const wholes = listWholes(trace);
  const isPart = request.seeds.some((seed) => seed.kind === 'output' && seed.amount !== undefined);
  const used = trace.leaves.filter(
    ({ ref, reason, amount }) =>
      OUTPUT.test(ref) && !NO_BEGINNING.includes(reason) && amount > 0n && (!isPart || wholes.get(ref) === amount),
  );
  const refs = [...new Set(used.map(({ ref }) => ref))];
  if (refs.length === 0) return 'No end of this trace is an output that can be traced back from.';
  if (refs.length > MAX_SEEDS) return `It has ${refs.length} ends; at most ${MAX_SEEDS} can be traced back at once.`;
  const ended = used.reduce((sum, { amount }) => sum + amount, 0n);
  // Money of one seed that runs through another comes by both on its way back.
  const passed = trace.seeds.reduce(
    (sum, { ref, amount }) => sum + (isPart ? 0n : (wholes.get(ref) ?? amount) - amount),
    0n,
  );
  const seeds = refs.map((ref): TraceSeed => {
    const [, txid = '', vout] = OUTPUT.exec(ref) ?? [];
    return { kind: 'output', txid, vout: Number(vout) };
  });
  const fromTime = trace.seeds.map(({ time }) => time).reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER);
  return {
    ends: refs.length,
    expected: ended + passed,
    seeds: [...new Set(trace.seeds.map(({ ref }) => ref))],
    request: {
      ...request,
      direction: 'backward',
      seeds,
      incident: undefined,
      budget: MAX_BUDGET,
      stops: {
        ...request.stops,
        services: false,
        mixers: false,
        coinJoins: false,
        contracts: false,
        sanctioned: false,
        maxHops: MOST_HOPS,
        minAmount: 0n,
        minSharePpm: 0,
        maxFanOut: MOST_FAN_OUT,
        dormantDays: undefined,
        stopAt: [],
        fromTime: Math.max(0, fromTime - CLOCK_SLACK),
        toTime: undefined,
      },
    },
  };
}

export interface InverseResult {
  readonly isEqual: boolean;
  readonly expected: bigint;
  readonly returned: bigint;
  /** What came back to each output the trace began with. */
  readonly seeds: readonly { readonly ref: string; readonly units: bigint }[];
  /** The way back was not read to its end, so that nothing follows from a difference. */
  readonly isPartial: boolean;
}

/** What a trace back brought to the beginnings of the trace it turns round. */
export function readInverse({ expected, seeds }: InverseTest, back: Trace): InverseResult {
  const spent = back.steps.flatMap((step) => (step.family === 'outputs' ? step.inputs : []));
  const found = seeds.map((ref) => {
    const parts = spent.filter((part) => part.ref === ref).map(({ tainted }) => tainted);
    const own = back.seeds.filter((seed) => seed.ref === ref).map(({ amount }) => amount);
    return { ref, units: (parts.length > 0 ? parts : own).reduce((sum, units) => sum + units, 0n) };
  });
  const returned = found.reduce((sum, { units }) => sum + units, 0n);
  return { isEqual: returned === expected, expected, returned, seeds: found, isPartial: back.state === 'partial' };
}
