import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { accountChainId, cursor, hash, height, pageLimit, unixSeconds } from '../wire.ts';
import { accountEnvelope, accountMove, accountTransactionHead } from './account-wire.ts';

const tag = 'Account chains';

export const accountBlock = z.object({
  height,
  hash: hash.nullable(),
  parentHash: hash.nullable(),
  time: unixSeconds,
  timeEstimated: z.boolean(),
  producer: z.string().nullable(),
  transactionCount: z.number().int(),
  transactionTotal: z.number().int().nullable(),
  source: z.string(),
  finality: z.enum(['final', 'pending']),
  verified: z.boolean(),
});

export const listAccountBlocks = defineRoute({
  method: 'GET',
  path: '/account-ledger/:chain/blocks',
  tag,
  summary: 'Blocks held, highest first',
  access: 'public',
  audit: 'look-up',
  params: z.object({ chain: accountChainId }),
  query: z.object({ before: z.coerce.number().int().nonnegative().optional(), limit: pageLimit }),
  output: z.object({ ...accountEnvelope, items: z.array(accountBlock), next: height.nullable() }),
});

export const getAccountBlock = defineRoute({
  method: 'GET',
  path: '/account-ledger/:chain/blocks/:block',
  tag,
  summary: 'One block by height or hash, with a page of its transactions',
  access: 'public',
  audit: 'look-up',
  params: z.object({ chain: accountChainId, block: z.string().regex(/^(\d{1,12}|[0-9a-fA-F]{64})$/) }),
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  output: z.object({
    ...accountEnvelope,
    block: accountBlock,
    /** Rewards, withdrawals and the like. */
    moves: z.array(accountMove),
    transactions: z.array(z.object({ ...accountTransactionHead, hash, moveCount: z.number().int() })),
    next: cursor.nullable(),
  }),
});
