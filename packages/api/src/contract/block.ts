import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { chainId, cursor, hash, height, pageLimit, units, unixSeconds } from '../wire.ts';
import { accountMove, accountTransactionHead, defineAnswer, finality, pageQuery } from './ledger-wire.ts';
import { minerClaims } from './miner.ts';

const blockParams = z.object({ chain: chainId, block: z.string().regex(/^(\d{1,12}|[0-9a-fA-F]{64})$/) });
const next = cursor.nullable();

/** What is known of a block on any chain. */
const blockFields = {
  height,
  heightEstimated: z.boolean(),
  time: unixSeconds,
  timeEstimated: z.boolean(),
  transactionCount: z.number().int(),
  /** Every transaction of the block is in the index. */
  isWhole: z.boolean(),
  source: z.string(),
};

export const outputBlock = z.object({
  ...blockFields,
  hash,
  size: z.number().int().nullable(),
  weight: z.number().int().nullable(),
});
export type OutputBlockSummary = z.output<typeof outputBlock>;

const outputBlockDetail = outputBlock.extend({
  previousHash: hash.nullable(),
  nextHash: hash.nullable(),
  merkleRoot: hash.nullable(),
  version: z.number().int().nullable(),
  bits: z.number().int().nullable(),
  nonce: z.number().int().nullable(),
  header: z.string().nullable(),
  confirmations: z.number().int(),
  inputTotal: units.nullable(),
  outputTotal: units,
  fees: units.nullable(),
  subsidy: units.nullable(),
  coinbaseClaimed: units.nullable(),
  /** What is claimed about who made the block. Null where its coinbase is not indexed. */
  miner: minerClaims.nullable(),
});

export const accountBlock = z.object({
  ...blockFields,
  hash: hash.nullable(),
  parentHash: hash.nullable(),
  producer: z.string().nullable(),
  transactionTotal: z.number().int().nullable(),
  finality,
  /** Header hash, transaction root and receipt root were recomputed and are right. */
  verified: z.boolean(),
});
export type AccountBlockSummary = z.output<typeof accountBlock>;

export const listBlocks = defineRoute({
  method: 'GET',
  path: '/:chain/blocks',
  alsoAt: ['/api/v1/account-ledger/:chain/blocks'],
  tag: 'Blocks',
  summary: 'Indexed blocks, highest first',
  access: 'public',
  audit: 'look-up',
  params: z.object({ chain: chainId }),
  query: z.object({ before: z.coerce.number().int().nonnegative().optional(), limit: pageLimit }),
  output: defineAnswer({ next: height.nullable() }, { items: z.array(outputBlock) }, { items: z.array(accountBlock) }),
});

export const outputBlockTransaction = z.object({
  txid: hash,
  /** The same as `txid`, under the name it has on every chain. */
  hash,
  index: z.number().int(),
  isCoinbase: z.boolean(),
  inputCount: z.number().int(),
  outputCount: z.number().int(),
  outputTotal: units,
  fee: units.nullable(),
});
export const accountBlockTransaction = z.object({ ...accountTransactionHead, hash, moveCount: z.number().int() });

export const getBlock = defineRoute({
  method: 'GET',
  path: '/:chain/blocks/:block',
  alsoAt: ['/api/v1/account-ledger/:chain/blocks/:block'],
  tag: 'Blocks',
  summary: 'One block by height or hash; on account chains with a page of its transactions',
  access: 'public',
  audit: 'look-up',
  params: blockParams,
  query: z.object(pageQuery),
  output: defineAnswer(
    {},
    { block: outputBlockDetail },
    {
      block: accountBlock,
      /** Rewards, withdrawals and the like. */
      moves: z.array(accountMove),
      transactions: z.array(accountBlockTransaction),
      next,
    },
  ),
});

export const listBlockTransactions = defineRoute({
  method: 'GET',
  path: '/:chain/blocks/:block/transactions',
  alsoAt: ['/api/v1/account-ledger/:chain/blocks/:block/transactions'],
  tag: 'Blocks',
  summary: 'Transactions of a block in block order',
  access: 'public',
  audit: 'look-up',
  params: blockParams,
  query: z.object(pageQuery),
  output: defineAnswer(
    { next },
    { items: z.array(outputBlockTransaction) },
    { items: z.array(accountBlockTransaction) },
  ),
});

export const blockRoutes = { listBlocks, getBlock, listBlockTransactions };
