import { z } from 'zod';
import { defineRoute } from '../route.ts';
import {
  asOf,
  chainId,
  coverage,
  cursor,
  envelope,
  hash,
  height,
  outputChainId,
  pageLimit,
  scriptType,
  units,
  unixSeconds,
} from '../wire.ts';
import { minerClaims } from './miner.ts';
import { dayPrice, pricesAsOf, valueCurrency } from './price.ts';

const txParams = z.object({ chain: outputChainId, txid: hash });
/** Chooses among copies of a txid that was mined more than once (BIP 30); the latest unless given. */
const minedAt = { height: z.coerce.number().int().nonnegative().optional() };
const blockParams = z.object({ chain: outputChainId, block: z.string().regex(/^(\d{1,9}|[0-9a-fA-F]{64})$/) });

export const transactionInput = z.object({
  index: z.number().int(),
  prevTxid: hash.nullable().meta({ description: 'Null for a coinbase, or where the source did not carry it.' }),
  prevVout: z.number().int().nullable(),
  /** Height of the funding transaction where the index holds it. */
  prevHeight: height.nullable(),
  address: z.string().nullable(),
  scriptType: scriptType.nullable(),
  /** Null: the previous output is outside what the index holds. */
  value: units.nullable(),
  /** The address follows from the spending script alone; value and form are not confirmed by the previous output. */
  addressFromSpend: z.boolean(),
  scriptSig: z.string().nullable(),
  scriptSigAsm: z.string().nullable(),
  witness: z.array(z.string()).nullable(),
  sequence: z.number().int().nullable(),
});

export const transactionOutput = z.object({
  index: z.number().int(),
  value: units,
  address: z.string().nullable(),
  scriptType,
  script: z.string().nullable(),
  scriptAsm: z.string().nullable(),
  /** OP_RETURN data, quoted and escaped: hostile text, never a label. */
  data: z.string().nullable(),
  /** P2PKH addresses of bare multisig or P2PK keys. */
  keyAddresses: z.array(z.string()),
  requiredKeys: z.number().int().nullable(),
  /** Null when unspent or not known; see `spentKnown`. */
  spentBy: z.object({ txid: hash, input: z.number().int(), height: height.nullable() }).nullable(),
  /** False when the index cannot tell (coverage ends before the tip of the chain it belongs to). */
  spentKnown: z.boolean(),
  unspendable: z.boolean(),
});

export const transactionDetail = z.object({
  ...envelope,
  chain: outputChainId,
  txid: hash,
  wtxid: hash.nullable(),
  height: height.nullable(),
  index: z.number().int().nullable(),
  blockHash: hash.nullable(),
  time: unixSeconds.nullable(),
  timeEstimated: z.boolean(),
  heightEstimated: z.boolean(),
  confirmations: z.number().int(),
  version: z.number().int().nullable(),
  lockTime: z.number().int().nullable(),
  size: z.number().int().nullable(),
  vsize: z.number().int().nullable(),
  weight: z.number().int().nullable(),
  isCoinbase: z.boolean(),
  /** The raw bytes are held and hash to the txid. */
  hasRaw: z.boolean(),
  inputTotal: units.nullable(),
  outputTotal: units,
  fee: units.nullable(),
  prices: pricesAsOf,
  /** Close of the day of the block, for every amount here. Null where there is none for that day, or no block yet. */
  price: dayPrice.nullable(),
  inputCount: z.number().int(),
  outputCount: z.number().int(),
  /** Inputs and outputs from `from` on, at most 1,000 each a call. */
  inputs: z.array(transactionInput),
  outputs: z.array(transactionOutput),
  /** Other heights at which the same txid was mined (BIP 30 duplicates). */
  duplicates: z.array(height),
  /** Of a mined coinbase: what is claimed about who made the block. Null for other transactions. */
  miner: minerClaims.nullable(),
});
export type TransactionDetail = z.output<typeof transactionDetail>;

export const getTransaction = defineRoute({
  method: 'GET',
  path: '/:chain/transactions/:txid',
  tag: 'Transactions',
  summary: 'A transaction with its inputs resolved and the spenders of its outputs',
  access: 'public',
  audit: 'look-up',
  params: txParams,
  query: z.object({
    ...minedAt,
    ...valueCurrency,
    fromInput: z.coerce.number().int().nonnegative().default(0),
    fromOutput: z.coerce.number().int().nonnegative().default(0),
  }),
  output: transactionDetail,
});

export const getRawTransaction = defineRoute({
  method: 'GET',
  path: '/:chain/transactions/:txid/raw',
  tag: 'Transactions',
  summary: 'Raw bytes of a transaction as hex',
  access: 'public',
  audit: 'look-up',
  params: txParams,
  query: z.object(minedAt),
  output: z.object({ asOf, txid: hash, hex: z.string() }),
});

export const getTransactionProof = defineRoute({
  method: 'GET',
  path: '/:chain/transactions/:txid/proof',
  tag: 'Transactions',
  summary: 'Merkle branch and block header that prove a transaction is in its block',
  access: 'public',
  audit: 'look-up',
  params: txParams,
  query: z.object(minedAt),
  output: z.object({
    asOf,
    txid: hash,
    height,
    index: z.number().int(),
    blockHash: hash,
    /** 80 bytes, hex. */
    header: z.string(),
    /** Sibling hashes from the leaf up, display order. */
    branch: z.array(hash),
    rawTransaction: z.string(),
    /** Headers above and below the block that the index holds, hex, so that the chain link can be checked too. */
    previousHeader: z.string().nullable(),
    nextHeader: z.string().nullable(),
    powAlgorithm: z.enum(['sha256d', 'scrypt']),
  }),
});

export const blockSummary = z.object({
  height,
  heightEstimated: z.boolean(),
  hash,
  time: unixSeconds,
  timeEstimated: z.boolean(),
  transactionCount: z.number().int(),
  size: z.number().int().nullable(),
  weight: z.number().int().nullable(),
  isWhole: z.boolean(),
  source: z.string(),
});
export type BlockSummary = z.output<typeof blockSummary>;

export const listBlocks = defineRoute({
  method: 'GET',
  path: '/:chain/blocks',
  tag: 'Blocks',
  summary: 'Blocks the index holds, highest first',
  access: 'public',
  audit: 'none',
  params: z.object({ chain: outputChainId }),
  query: z.object({ before: z.coerce.number().int().nonnegative().optional(), limit: pageLimit }),
  output: z.object({ ...envelope, items: z.array(blockSummary), next: height.nullable() }),
});

export const getBlock = defineRoute({
  method: 'GET',
  path: '/:chain/blocks/:block',
  tag: 'Blocks',
  summary: 'One block by height or hash',
  access: 'public',
  audit: 'look-up',
  params: blockParams,
  output: z.object({
    ...envelope,
    block: blockSummary.extend({
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
      /** What is claimed about who made the block. Null where its coinbase is not held. */
      miner: minerClaims.nullable(),
    }),
  }),
});

export const transactionRow = z.object({
  txid: hash,
  index: z.number().int(),
  isCoinbase: z.boolean(),
  inputCount: z.number().int(),
  outputCount: z.number().int(),
  outputTotal: units,
  fee: units.nullable(),
});

export const listBlockTransactions = defineRoute({
  method: 'GET',
  path: '/:chain/blocks/:block/transactions',
  tag: 'Blocks',
  summary: 'Transactions of a block in block order',
  access: 'public',
  audit: 'look-up',
  params: blockParams,
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  output: z.object({ ...envelope, items: z.array(transactionRow), next: cursor.nullable() }),
});

export const chainStatus = z.object({
  id: outputChainId,
  name: z.string(),
  symbol: z.string(),
  decimals: z.number().int(),
  tip: z.object({ height, hash, time: unixSeconds }).nullable(),
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
});
export type ChainStatus = z.output<typeof chainStatus>;

export const listChains = defineRoute({
  method: 'GET',
  path: '/chains',
  tag: 'Index',
  summary: 'Chains, their tips, coverage and running ingest',
  access: 'public',
  audit: 'none',
  output: z.object({ items: z.array(chainStatus), software: z.string() }),
});

export const searchHit = z.object({
  kind: z.enum(['address', 'transaction', 'block', 'key']),
  chain: chainId,
  /** The canonical identifier to open. */
  id: z.string(),
  /** What is known of it, in words. */
  detail: z.string(),
  /** False: valid, but not in what the index holds. */
  isIndexed: z.boolean(),
  transactionCount: z.number().int().nullable(),
});

export const search = defineRoute({
  method: 'GET',
  path: '/search',
  tag: 'Index',
  summary: 'Find an address, transaction, block or the beginning of one',
  description: 'Takes a whole identifier, a height, or the beginning (and end: `1Abc…xyz`) of an address or txid.',
  access: 'public',
  audit: 'look-up',
  query: z.object({
    q: z.string().min(1).max(2000),
    chain: chainId.optional(),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  }),
  output: z.object({
    hits: z.array(searchHit),
    /** Why the text is not an identifier, when it is not. */
    refusal: z.string().nullable(),
    truncated: z.boolean(),
  }),
});

export const scanText = defineRoute({
  method: 'POST',
  path: '/scan',
  tag: 'Index',
  summary: 'Find every address, transaction id and wallet key in pasted text, and say why near misses were refused',
  description: 'Private keys are refused, and their text is not repeated in the answer.',
  access: 'public',
  audit: 'look-up',
  maxBodyBytes: 2 ** 20,
  body: z.object({ text: z.string().max(1_000_000), chain: chainId.optional() }),
  output: z.object({
    found: z.array(searchHit),
    refused: z.array(z.object({ text: z.string(), reason: z.string() })),
    truncated: z.boolean(),
  }),
});

export const ledgerRoutes = {
  getTransaction,
  getRawTransaction,
  getTransactionProof,
  listBlocks,
  getBlock,
  listBlockTransactions,
  listChains,
  search,
  scanText,
};
