import {
  FLOW_COLOURS,
  FLOW_MODES,
  type FlowDocument,
  MAX_FLOW_EDGES,
  MAX_FLOW_NODES,
} from '@trailmark/core/flow/flow-document';
import { FLOW_EDGE_KINDS, FLOW_NODE_KINDS, type FlowGraph } from '@trailmark/core/flow/flow-graph';
import { CROSSING_CERTAINTIES } from '@trailmark/core/trace/crossing';
import { END_STANDINGS } from '@trailmark/core/trace/trace-ends';
import { z } from 'zod';
import { chainId, height, unixSeconds } from '../wire.ts';
import { knownParty } from './trace-wire.ts';

/** Amounts in a graph stay decimal text on both sides, because a graph is a document. */
const unitsText = z.string().regex(/^-?\d{1,78}$/);
const nodeId = z.string().min(3).max(300);
const assetId = z.string().max(120);
const ref = z.string().max(100);
/** Farther apart, nothing could be drawn between two places. */
const coordinate = z.number().min(-10_000_000).max(10_000_000);

const flowNode = z.object({
  id: nodeId,
  kind: z.enum(FLOW_NODE_KINDS),
  chain: chainId,
  text: z.string().max(300),
  hop: z.number().int().nullable(),
  firstTime: unixSeconds.nullable(),
  lastTime: unixSeconds.nullable(),
  isSeed: z.boolean(),
  amounts: z
    .array(
      z.object({
        asset: assetId,
        taintedIn: unitsText.nullable(),
        taintedOut: unitsText.nullable(),
        otherIn: unitsText.optional(),
      }),
    )
    .max(100),
  party: knownParty.nullable(),
  cluster: z
    .object({ root: z.string().max(200), size: z.number().int() })
    .nullable()
    .optional(),
  stops: z
    .array(
      z.object({
        reason: z.string().max(40),
        asset: assetId,
        amount: unitsText,
        count: z.number().int(),
        detail: z.string().max(600),
      }),
    )
    .max(200),
  fee: unitsText.nullable(),
  height: height.nullable(),
  coinJoin: z.object({ kind: z.string().max(40), participants: z.number().int().nullable() }).nullable(),
  change: z
    .object({
      vout: z.number().int().nullable(),
      by: z.enum(['rules', 'examiner', 'nobody']),
      isDisputed: z.boolean(),
      rules: z.array(z.string().max(80)).max(20),
    })
    .nullable(),
  peel: z.object({ txids: z.array(z.string().max(64)).max(5_000), peeled: unitsText, left: unitsText }).nullable(),
  onward: z
    .object({
      network: z.string().max(120),
      address: z.string().max(200).nullable(),
      message: z.string().max(300).nullable(),
    })
    .nullable(),
});

const flowEdge = z.object({
  id: z.string().min(3).max(700),
  kind: z.enum(FLOW_EDGE_KINDS),
  from: nodeId,
  to: nodeId,
  asset: assetId,
  amount: unitsText,
  tainted: unitsText.nullable(),
  count: z.number().int(),
  refs: z.array(ref).max(50),
  firstTime: unixSeconds.nullable(),
  lastTime: unixSeconds.nullable(),
  firstHeight: height.nullable(),
  lastHeight: height.nullable(),
  basis: z.enum(['fact', 'inference', 'claim']),
  rule: z.string().max(120).nullable(),
  fiat: z.object({ currency: z.string().max(8), micro: unitsText, unpriced: z.number().int() }).nullable(),
  /** Of a bridge between two chains: what came out on the other side, in its own asset. */
  crossing: z
    .object({
      protocol: z.string().max(200),
      certainty: z.enum(CROSSING_CERTAINTIES),
      asset: assetId,
      amount: unitsText,
      tainted: unitsText,
      message: z.string().max(200).nullable(),
      seconds: z.number().int(),
      basis: z.string().max(500),
    })
    .optional(),
});

const flowAsset = z.object({
  id: assetId,
  symbol: z.string().max(60).nullable(),
  decimals: z.number().int().min(0).max(255).nullable(),
  isVerified: z.boolean(),
});

/** A piece of a graph: what an act brings onto a canvas. */
export const flowGraph = z.object({
  assets: z.array(flowAsset).max(2_000),
  nodes: z.array(flowNode).max(MAX_FLOW_NODES),
  edges: z.array(flowEdge).max(MAX_FLOW_EDGES),
});
/** Same shape as core's FlowGraph; stop reasons are checked as text here, so that older documents open. */
export type WireFlowGraph = z.output<typeof flowGraph>;

const mark = z.object({
  colour: z.enum(FLOW_COLOURS).optional(),
  label: z.string().max(120).optional(),
  note: z.string().max(2_000).optional(),
  noteBy: z.string().max(120).optional(),
  role: z.string().max(60).optional(),
  group: z.string().max(60).optional(),
  exhibit: z.number().int().min(1).max(100_000).optional(),
  evidence: z.string().max(120).optional(),
});

const flowSum = z.object({
  asset: assetId,
  began: unitsText,
  added: unitsText,
  ended: unitsText,
  cut: unitsText,
  fees: unitsText,
  difference: unitsText,
  unbegun: unitsText.optional(),
  unbegunSeeds: z.array(z.string().max(200)).max(500).optional(),
});

const flowEnds = z.object({
  items: z
    .array(
      z.object({
        name: z.string().max(200),
        address: z.string().max(200).nullable(),
        asset: assetId,
        reason: z.string().max(40),
        standing: z.enum(END_STANDINGS),
        advice: z.string().max(300),
        isNamed: z.boolean(),
        own: unitsText,
        least: unitsText,
        most: unitsText,
        reach: unitsText,
      }),
    )
    .max(2_000),
  total: z.number().int(),
  sentences: z.array(z.string().max(600)).max(20),
});

export const flowLogEntry = z.object({
  number: z.number().int(),
  at: unixSeconds,
  action: z.enum(['trace', 'expand', 'add', 'links', 'path', 'import']),
  request: z.string().max(65_536),
  resultHash: z.string().max(64),
  asOf: z.string().max(300),
  nodes: z.number().int(),
  edges: z.number().int(),
  sums: z.array(flowSum).max(200).optional(),
  ends: flowEnds.optional(),
  state: z.enum(['complete', 'partial']).optional(),
});

/** A canvas as it is saved, exported and imported. */
export const flowDocument = z.object({
  format: z.literal('trailmark-flow'),
  version: z.literal(1),
  title: z.string().min(1).max(120),
  mode: z.enum(FLOW_MODES),
  assets: z.record(assetId, flowAsset),
  nodes: z.record(nodeId, flowNode),
  edges: z.record(z.string().max(700), flowEdge),
  places: z.record(nodeId, z.object({ x: coordinate, y: coordinate, pinned: z.literal(true).optional() })),
  marks: z.record(z.string().max(700), mark),
  groups: z.record(z.string().max(60), z.object({ title: z.string().max(120) })),
  hidden: z.array(z.string().max(700)).max(MAX_FLOW_NODES + MAX_FLOW_EDGES),
  filters: z.object({
    minAmount: z.record(assetId, unitsText),
    fromTime: unixSeconds.nullable(),
    toTime: unixSeconds.nullable(),
    tracedOnly: z.boolean(),
    laterThan: z.record(nodeId, z.number()),
  }),
  hypotheses: z
    .array(
      z.object({
        id: z.string().max(60),
        title: z.string().max(120),
        discarded: z.array(z.string().max(700)).max(5_000),
        reason: z.string().max(2_000),
      }),
    )
    .max(100),
  drawsPeels: z.boolean().optional(),
  exhibits: z.number().int().min(0),
  log: z.array(flowLogEntry).max(5_000),
  gaps: z.array(z.string().max(600)).max(1_000),
});

/** The wire form is core's document; this line fails to compile when they part. */
export const asFlowDocument = (document: z.output<typeof flowDocument>): FlowDocument => document as FlowDocument;
export const asFlowGraph = (graph: WireFlowGraph): FlowGraph => graph as FlowGraph;
