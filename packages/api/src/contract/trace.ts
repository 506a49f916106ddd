import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, chainId, hash, units, unixSeconds } from '../wire.ts';
import { crossingFields, findCrossings } from './crossing.ts';
import { flowGraphRoutes } from './flow-graph.ts';
import { flowGraph, flowLogEntry } from './flow-wire.ts';
import { getTraceLine } from './trace-line.ts';
import { assetKey, methodTotals, trace, traceAsOf, traceEnds, traceLeaf, traceRequest } from './trace-wire.ts';

const tag = 'Coin flow';
/** Long enough for a hundred thousand transactions on two cores; a client that leaves ends the work at once. */
const TRACE_DEADLINE_MS = 120_000;
const MAX_REQUEST_BYTES = 1_048_576;

/** A method of apportioning, with what it does in one sentence and where it is known from. */
export const traceMethod = z.object({
  /** `fifo/1`. */
  id: z.string(),
  name: z.string(),
  families: z.array(z.enum(['outputs', 'accounts'])),
  sentence: z.string(),
  /** Order conventions, where fees are taken, rounding. */
  conventions: z.array(z.string()),
  /** What it is used for, and what speaks against it. */
  caution: z.string(),
  source: z.string(),
  params: z.array(
    z.object({
      name: z.string(),
      sentence: z.string(),
      default: z.union([z.string(), z.number(), z.boolean()]),
      options: z.array(z.string()).nullable(),
      /** Families of chains it is for; all those of the method where it is left out. */
      families: z.array(z.enum(['outputs', 'accounts'])).optional(),
    }),
  ),
});
export type TraceMethodRow = z.output<typeof traceMethod>;

export const listTraceMethods = defineRoute({
  method: 'GET',
  path: '/traces/methods',
  tag,
  summary: 'Tracing methods with their conventions and parameters',
  access: 'allowed',
  audit: 'none',
  output: z.object({ items: z.array(traceMethod), defaults: traceRequest.shape.stops, engine: z.string() }),
});

/** A trace, with the graph a canvas draws of it. */
export const traceAnswer = z.object({
  asOf: traceAsOf,
  trace,
  graph: flowGraph,
  /** SHA-256 over the canonical JSON of request, steps, leaves, cuts and sums: the same on every machine. */
  hash,
  /** Given while the trace is partial: sent back within ten minutes it continues instead of starting again. */
  resume: z.string().max(100).nullable(),
  /** Why a trace that was to be continued was started again: new blocks or labels, or it is not kept any more. */
  restarted: z.string().nullable(),
  /** Given where they were requested; the trace is then the one by the request's method within the limits that were needed. */
  ends: traceEnds.optional(),
  ...crossingFields,
});
export type TraceAnswer = z.output<typeof traceAnswer>;

const runBody = z.object({
  request: traceRequest,
  resume: z.string().max(100).optional(),
  /** Draws peel chains transaction by transaction instead of each as one node. The trace and its hash are the same. */
  drawsPeels: z.boolean().optional(),
  /**
   * Finds every place the money can have reached: limits widen by themselves where they are in the way, and each end gets its
   * range over first in first out, haircut and last in first out. Does not continue a partial trace.
   */
  findsEnds: z.boolean().optional(),
});

export const runTrace = defineRoute({
  method: 'POST',
  path: '/traces',
  tag,
  summary: 'Trace money forward or back by a named method',
  description:
    'The same request over the same ledger, labels and rules gives the same trace, to the byte. A partial trace says where it stopped and can be continued.',
  access: 'allowed',
  audit: 'look-up',
  body: runBody,
  output: traceAnswer,
  deadlineMs: TRACE_DEADLINE_MS,
  maxBodyBytes: MAX_REQUEST_BYTES,
});

/** Lines of JSON: `{"waiting": …}` while it waits for its turn, `{"progress": …}` while it runs, then `{"answer": …}` or `{"problem": …}`. Closing the connection ends the work. */
export const streamTrace = defineRoute({
  method: 'POST',
  path: '/traces/stream',
  tag,
  summary: 'The same, with progress: one JSON object a line',
  access: 'allowed',
  audit: 'look-up',
  body: runBody,
  mediaTypes: ['application/x-ndjson'],
  deadlineMs: TRACE_DEADLINE_MS,
  maxBodyBytes: MAX_REQUEST_BYTES,
});

const moveOrder = z.enum(['receipts-first', 'payments-first']);

/** Where money ends, and what each method sends there. */
const exit = z.object({
  /** Of a service, or of the place. */
  key: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  asset: assetKey,
  reason: traceLeaf.shape.reason,
  /** In the order of `methods`. */
  amounts: z.array(units),
});

/** What methods make of one and the same graph. */
export const methodComparison = z.object({
  asOf: traceAsOf,
  methods: z.array(methodTotals),
  /** One row per exit: a service by its key, or a place where money ends. Most first, by the requested method. */
  exits: z.array(
    exit.extend({
      least: units,
      most: units,
      /** Rank by amount under each method and within the asset, 1 the largest; equal amounts share the better rank. 0: small exits summed. */
      ranks: z.array(z.number().int()),
      /** The same under the other order of moves; given with `orders`. */
      otherAmounts: z.array(units).optional(),
    }),
  ),
  /** Given where a source does not say in what order transfers happened: what the other order makes of the exits. */
  orders: z
    .object({
      assumed: moveOrder,
      other: moveOrder,
      /** Null where the other order exceeds the budget. */
      dependentExits: z.number().int().nullable(),
      /** Places that get money only under the other order, the largest first. */
      onlyOther: z.array(exit),
      sentence: z.string(),
    })
    .optional(),
  /** Kendall's tau-b between the rankings of each two methods, in millionths; null where one of them ranks all exits alike. */
  agreement: z.array(z.object({ a: z.string(), b: z.string(), tauPpm: z.number().int().nullable() })),
  /** Exits whose rank is the same under every method. */
  stableExits: z.number().int(),
  sentence: z.string(),
});
export type MethodComparison = z.output<typeof methodComparison>;

export const compareMethods = defineRoute({
  method: 'POST',
  path: '/traces/comparison',
  tag,
  summary: 'All methods on the same graph: what each exit gets, least and most, and whether the ranking holds',
  access: 'allowed',
  audit: 'look-up',
  body: z.object({
    request: traceRequest,
    /** All that the chain's family knows, unless named. */
    methods: z.array(z.string().max(40)).max(12).optional(),
  }),
  output: methodComparison,
  deadlineMs: TRACE_DEADLINE_MS,
  maxBodyBytes: MAX_REQUEST_BYTES,
});

/** The audit page as a workbook whose sums are live formulas over the integers of every step. */
export const exportTraceAudit = defineRoute({
  method: 'POST',
  path: '/traces/audit-sheet',
  tag,
  summary: 'Every step with its sums as a spreadsheet with formulas',
  access: 'allowed',
  audit: 'export',
  body: z.object({ request: traceRequest }),
  mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  deadlineMs: TRACE_DEADLINE_MS,
  maxBodyBytes: MAX_REQUEST_BYTES,
});

/** One way money can have gone. */
export const flowPath = z.object({
  hops: z.number().int(),
  /** Smallest payment on the way. */
  amount: units,
  /** Smallest share of a step's input the payment on the way is, in millionths. */
  sharePpm: z.number().int(),
  seconds: z.number().int(),
  steps: z.array(
    z.object({
      txid: hash,
      ref: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      asset: assetKey,
      amount: units,
      time: unixSeconds,
    }),
  ),
  end: z.string(),
  party: traceLeaf.shape.party,
});

export const findPaths = defineRoute({
  method: 'POST',
  path: '/traces/paths',
  tag,
  summary: 'Strongest, shortest or all paths up to k hops between two places, or to the nearest service',
  access: 'allowed',
  audit: 'look-up',
  body: z.object({
    chain: chainId,
    asset: assetKey.optional(),
    from: addressText,
    /** An address, or left out: the nearest services. */
    to: addressText.optional(),
    direction: traceRequest.shape.direction,
    mode: z.enum(['strongest', 'shortest', 'all']).default('strongest'),
    maxHops: z.number().int().min(1).max(30).default(8),
    limit: z.number().int().min(1).max(100).default(10),
    fromTime: unixSeconds.optional(),
    toTime: unixSeconds.optional(),
  }),
  output: z.object({
    asOf: traceAsOf,
    paths: z.array(flowPath),
    graph: flowGraph,
    /** What was looked at, and why the search ended. */
    searched: z.object({
      places: z.number().int(),
      transactions: z.number().int(),
      /** True where no further path can exist within the request. */
      isComplete: z.boolean(),
      ended: z.string(),
    }),
  }),
  deadlineMs: 60_000,
});
export type PathAnswer = z.output<(typeof findPaths)['output']>;

/** Runs what a log says again and compares the hashes. */
export const replayFlow = defineRoute({
  method: 'POST',
  path: '/traces/replay',
  tag,
  summary: 'Run a trace log again and say where today’s answers differ',
  access: 'allowed',
  audit: 'look-up',
  body: z.object({ log: z.array(flowLogEntry).min(1).max(200) }),
  output: z.object({
    asOf: z.array(traceAsOf),
    entries: z.array(
      z.object({
        number: z.number().int(),
        outcome: z.enum(['same', 'differs', 'failed', 'not-replayed']),
        resultHash: z.string().nullable(),
        sentence: z.string(),
        added: z.array(z.string()),
        removed: z.array(z.string()),
      }),
    ),
  }),
  deadlineMs: TRACE_DEADLINE_MS,
  maxBodyBytes: 4_194_304,
});

export const traceRoutes = {
  ...flowGraphRoutes,
  compareMethods,
  exportTraceAudit,
  findCrossings,
  findPaths,
  getTraceLine,
  listTraceMethods,
  replayFlow,
  runTrace,
  streamTrace,
} as const;
