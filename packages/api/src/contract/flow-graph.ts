import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, chainId, hash, unixSeconds } from '../wire.ts';
import { agencyStatement, claimReference } from './agency-statement.ts';
import { flowGraph } from './flow-wire.ts';
import { assetKey, traceAsOf, traceCut, traceLeaf, traceRequest } from './trace-wire.ts';

const tag = 'Coin flow';
const MAX_REQUEST_BYTES = 1_048_576;

const fragment = z.object({ asOf: traceAsOf, graph: flowGraph, hash, gaps: z.array(z.string()) });

export const addToFlow = defineRoute({
  method: 'POST',
  path: '/flow-graph/nodes',
  tag,
  summary: 'Addresses and transactions as nodes of a graph; of a transaction its inputs and outputs too',
  access: 'allowed',
  audit: 'look-up',
  body: z.object({
    chain: chainId,
    /** Addresses, txids or `txid:vout`, in any mix; what is none of them is named in `refused`. */
    items: z.array(z.string().min(1).max(200)).min(1).max(500),
  }),
  output: fragment.extend({ refused: z.array(z.object({ text: z.string(), reason: z.string() })) }),
});

export const expandFlow = defineRoute({
  method: 'POST',
  path: '/flow-graph/expansions',
  tag,
  summary: 'One hop from a node: the next payments by value or by time, and what is left as one exact remainder',
  access: 'allowed',
  audit: 'look-up',
  body: z.object({
    chain: chainId,
    /** An address or a txid. */
    node: z.string().min(1).max(200),
    direction: z.enum(['forward', 'backward']),
    order: z.enum(['value', 'time']).default('value'),
    asset: assetKey.optional(),
    limit: z.number().int().min(1).max(500).default(25),
    /** Skips this many in the same order: "next N". */
    offset: z.number().int().min(0).max(1_000_000).default(0),
    /** Only payments at or after this position: "this transaction and later only". */
    fromPosition: z.number().int().nonnegative().optional(),
    fromTime: unixSeconds.optional(),
    toTime: unixSeconds.optional(),
  }),
  output: fragment.extend({
    total: z.number().int(),
    remainder: traceCut.pick({ count: true, amount: true, asset: true }).nullable(),
  }),
  deadlineMs: 60_000,
});

export const linkFlow = defineRoute({
  method: 'POST',
  path: '/flow-graph/links',
  tag,
  summary: 'Every payment between two addresses',
  access: 'allowed',
  audit: 'look-up',
  body: z.object({
    chain: chainId,
    a: addressText,
    b: addressText,
    limit: z.number().int().min(1).max(1_000).default(200),
  }),
  output: fragment.extend({ total: z.number().int(), isCut: z.boolean() }),
  deadlineMs: 60_000,
});

export const describeFlowParties = defineRoute({
  method: 'POST',
  path: '/flow-graph/parties',
  tag,
  summary: 'Who addresses of a graph are attributed to today: labels joined again',
  description:
    'What the agency itself states of them comes with this answer alone: graphs are saved, hashed and shared, and have none of it.',
  access: 'allowed',
  audit: 'look-up',
  body: z.object({ chain: chainId, addresses: z.array(addressText).min(1).max(5_000) }),
  output: z.object({
    items: z.array(
      z.object({
        chain: chainId,
        /** As requested. */
        address: z.string(),
        /** In the one spelling that labels are kept under. */
        spelled: z.string(),
        party: traceLeaf.shape.party,
        /** Null where no label names the party. */
        claim: claimReference.nullable(),
        /** What reviewers of the reader's agency state of the address. Absent where they state nothing. */
        ofAgency: z.array(agencyStatement).optional(),
      }),
    ),
    labels: z.string(),
  }),
  maxBodyBytes: MAX_REQUEST_BYTES,
});

/** Traces prepared from the bundled data, to begin with. */
export const listFlowStarters = defineRoute({
  method: 'GET',
  path: '/flow-graph/starters',
  tag,
  summary: 'Prepared cases over the data that comes along',
  access: 'allowed',
  audit: 'none',
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        sentence: z.string(),
        shows: z.array(z.string()),
        request: traceRequest,
        /** False where this installation does not hold the data. */
        isHeld: z.boolean(),
      }),
    ),
  }),
});
export type FlowStarter = z.output<(typeof listFlowStarters)['output']>['items'][number];

/** Nodes and payments of a graph that a person builds by hand. */
export const flowGraphRoutes = { addToFlow, describeFlowParties, expandFlow, linkFlow, listFlowStarters } as const;
