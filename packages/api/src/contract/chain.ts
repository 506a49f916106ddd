import { CHAIN_FAMILIES, type ChainFamily } from '@trailmark/core/chain';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { accountChainId, coverage, hash, height, outputChainId, unixSeconds } from '../wire.ts';

/** What a chain has on this server. A screen or a program asks this, and never which family a chain is of. */
export const chainCapabilities = z.object({
  /** Transactions of inputs and outputs, with unspent outputs. */
  outputs: z.boolean(),
  /** Assets other than the chain's own coin. */
  tokens: z.boolean(),
  /** Contracts that write logs. */
  logs: z.boolean(),
  /** Transfers that a call makes inside a transaction. */
  internals: z.boolean(),
  /** Addresses can be contracts. */
  contracts: z.boolean(),
  /** Clusters are built of it here. */
  clusters: z.boolean(),
  /** Raw transactions, and proofs that they are in their blocks. */
  rawProof: z.boolean(),
  /** Unconfirmed transactions are known now. */
  unconfirmed: z.boolean(),
  /** Extended public keys and descriptors name addresses of it. */
  keys: z.boolean(),
});
export type ChainCapabilities = z.output<typeof chainCapabilities>;

const statusFields = {
  has: chainCapabilities,
  name: z.string(),
  symbol: z.string(),
  decimals: z.number().int(),
  isTest: z.boolean(),
  /** `hash` is null where the source of the tip did not name it. */
  tip: z.object({ height, hash: hash.nullable(), time: unixSeconds }).nullable(),
  transactionCount: z.number().int(),
  coverage,
  /** The ingest, or how the last one since the server's start ended; null without one. */
  ingest: z
    .object({
      source: z.string(),
      state: z.enum(['running', 'following', 'stopped', 'failed']),
      blocks: z.number().int(),
      transactions: z.number().int(),
      bytes: z.number(),
      transactionsPerSecond: z.number(),
      height: height.nullable(),
      targetHeight: height.nullable(),
      secondsLeft: z.number().nullable(),
      message: z.string().nullable(),
    })
    .nullable(),
};

/** A chain of this server. The shape is one; the family says which chains the id can be. */
export const chainStatus = z.discriminatedUnion('family', [
  z.object({ family: z.literal('outputs'), id: outputChainId, ...statusFields }),
  z.object({ family: z.literal('accounts'), id: accountChainId, ...statusFields }),
]);
export type ChainStatus<F extends ChainFamily = ChainFamily> = Extract<
  z.output<typeof chainStatus>,
  { readonly family: F }
>;

export const listChains = defineRoute({
  method: 'GET',
  path: '/chains',
  alsoAt: [{ path: '/api/v1/account-ledger', query: { family: 'accounts' } }],
  tag: 'Index',
  summary: 'Chains, what they have, their tips, coverage and running ingest',
  access: 'public',
  audit: 'none',
  query: z.object({ family: z.enum(CHAIN_FAMILIES).optional() }),
  output: z.object({ items: z.array(chainStatus), software: z.string() }),
});

export const chainRoutes = { listChains };
