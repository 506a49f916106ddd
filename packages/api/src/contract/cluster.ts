import { CLUSTER_VIEWS } from '@trailmark/core/cluster';
import { z } from 'zod';
import { hash, height, unixSeconds } from '../wire.ts';

export const clusterView = z.enum(CLUSTER_VIEWS);
/** A cluster is named by its number in this index or by any of its addresses. */
export const clusterName = z.string().min(1).max(200);

/** Which rules an answer was computed with, and up to where they were applied. */
export const rulesAsOf = z.object({
  /** Hash over the ids, versions and parameters of the rules in force. */
  version: z.string(),
  /** `building`: clusters cover the ledger only up to `height` yet. */
  state: z.enum(['building', 'ready']),
  height: height.nullable(),
  hash: hash.nullable(),
  /** Share of the ledger's transactions taken in, 0 to 1. */
  progress: z.number(),
});
export type RulesAsOf = z.output<typeof rulesAsOf>;

export const linkRule = z.object({
  id: z.string(),
  version: z.number().int(),
  name: z.string(),
  /** 0 to 100, of the rule. */
  confidence: z.number().int(),
});

export const clusterLink = z.object({
  txid: hash,
  height,
  index: z.number().int(),
  time: unixSeconds,
  timeEstimated: z.boolean(),
  view: clusterView,
  rules: z.array(linkRule),
  confidence: z.number().int(),
  /** Owners it joins, at most 50 named; `ownerCount` counts all. */
  addresses: z.array(z.string()),
  ownerCount: z.number().int(),
  /** Output considered change, for change links. */
  vout: z.number().int().nullable(),
  hasRaw: z.boolean(),
});
export type ClusterLinkRow = z.output<typeof clusterLink>;

export const clusterReference = z.object({
  view: clusterView,
  id: z.number().int(),
  /** Address of the first member in order of appearance: names the cluster across installations. */
  root: z.string(),
  size: z.number().int(),
});
export type ClusterReference = z.output<typeof clusterReference>;
