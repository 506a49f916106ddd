import { z } from 'zod';
import { defineRoute, type RouteOutput } from '../route.ts';
import { accountChainId, asOf, chainId, hash, height, outputChainId, scriptType, units, unixSeconds } from '../wire.ts';
import { accountMove, accountTransactionHead, assetAmount, defineAnswer, protocolAction } from './ledger-wire.ts';
import { minerClaims } from './miner.ts';
import { dayPrice, pricesAsOf, valueCurrency } from './price.ts';

const txParams = z.object({ chain: outputChainId, txid: hash });
/** Chooses among copies of a txid that was mined more than once (BIP 30); the latest unless given. */
const minedAt = { height: z.coerce.number().int().nonnegative().optional() };

export const transactionInput = z.object({
  index: z.number().int(),
  prevTxid: hash.nullable().meta({ description: 'Null for a coinbase, or where the source did not carry it.' }),
  prevVout: z.number().int().nullable(),
  /** Height of the funding transaction where it is indexed. */
  prevHeight: height.nullable(),
  address: z.string().nullable(),
  scriptType: scriptType.nullable(),
  /** Null: the previous output is not indexed. */
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
  /** False when the index does not show it (coverage ends before the tip of the chain it belongs to). */
  spentKnown: z.boolean(),
  unspendable: z.boolean(),
});

/** What is known of a transaction on any chain. */
const sharedTransaction = {
  prices: pricesAsOf,
  hash,
  /** Null while unconfirmed. */
  height: height.nullable(),
  index: z.number().int().nullable(),
  blockHash: hash.nullable(),
  time: unixSeconds.nullable(),
  timeEstimated: z.boolean(),
  confirmations: z.number().int(),
  fee: units.nullable(),
};

const outputTransaction = {
  chain: outputChainId,
  txid: hash,
  wtxid: hash.nullable(),
  heightEstimated: z.boolean(),
  version: z.number().int().nullable(),
  lockTime: z.number().int().nullable(),
  size: z.number().int().nullable(),
  vsize: z.number().int().nullable(),
  weight: z.number().int().nullable(),
  isCoinbase: z.boolean(),
  /** The raw bytes are stored and hash to the txid. */
  hasRaw: z.boolean(),
  inputTotal: units.nullable(),
  outputTotal: units,
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
};

const accountTransaction = {
  chain: accountChainId,
  transaction: z.object({
    ...accountTransactionHead,
    hash,
    blockHash: hash.nullable(),
    failure: z.string().nullable(),
    gasUsed: units.nullable(),
    gasPrice: units.nullable(),
    nonce: units.nullable(),
    /** Null where the source names none. */
    type: z.number().int().nullable(),
    /** Call data in hex, cut after 1,024 bytes. */
    input: z.string(),
    /** Null where it is not known whether it carries any. */
    inputLength: z.number().int().nullable(),
    /** Which kinds of facts are indexed. */
    holds: z.object({ call: z.boolean(), fee: z.boolean(), logs: z.boolean(), internals: z.boolean() }),
  }),
  /** In the declared order; at most 2,000. */
  moves: z.array(accountMove),
  moveCount: z.number().int(),
  logs: z.array(
    z.object({
      logIndex: z.number().int(),
      address: z.string(),
      topics: z.array(z.string()),
      data: z.string(),
      name: z.string().nullable(),
    }),
  ),
  actions: z.array(protocolAction),
  /** Net change of every address by asset, all kinds counted; they sum to zero but for what came into being or was burned. */
  net: z.array(z.object({ address: z.string(), changes: z.array(assetAmount) })),
};

export const getTransaction = defineRoute({
  method: 'GET',
  path: '/:chain/transactions/:txid',
  alsoAt: ['/api/v1/account-ledger/:chain/transactions/:txid'],
  tag: 'Transactions',
  summary: 'One transaction: its inputs and the spenders of its outputs, or its transfers, logs and protocol actions',
  access: 'public',
  audit: 'look-up',
  params: z.object({ chain: chainId, txid: hash }),
  query: z.object({
    ...minedAt,
    ...valueCurrency,
    fromInput: z.coerce.number().int().nonnegative().default(0),
    fromOutput: z.coerce.number().int().nonnegative().default(0),
  }),
  output: defineAnswer(sharedTransaction, outputTransaction, accountTransaction),
});
export type TransactionDetail = RouteOutput<typeof getTransaction>;
export type OutputTransactionDetail = Extract<TransactionDetail, { readonly family: 'outputs' }>;

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

export const getTransactionEvidence = defineRoute({
  method: 'GET',
  path: '/:chain/transactions/:txid/evidence',
  tag: 'Transactions',
  summary: 'A transaction that was seen and is not on the chain: when it was seen, why it went, and its bytes',
  access: 'public',
  audit: 'look-up',
  params: txParams,
  output: z.object({
    asOf,
    txid: hash,
    /** Whether the index has it in a block now; it may have come back. */
    isMined: z.boolean(),
    /** The last first; empty where none was kept. */
    items: z.array(
      z.object({
        reason: z.enum(['reorganised', 'replaced', 'dropped']).meta({
          description:
            'reorganised: its block lost. replaced: another transaction spends one of its inputs. dropped: the node no longer lists it.',
        }),
        firstSeen: unixSeconds.meta({ description: 'When the node first listed it, or the time of its block.' }),
        lastSeen: unixSeconds.meta({ description: 'When it was last listed, or when its block was taken back.' }),
        height: height.nullable(),
        blockHash: hash.nullable(),
        replacedBy: hash.nullable(),
        hex: z.string(),
      }),
    ),
  }),
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
    /** Indexed headers above and below the block, hex, so that the chain link can be checked too. */
    previousHeader: z.string().nullable(),
    nextHeader: z.string().nullable(),
    powAlgorithm: z.enum(['sha256d', 'scrypt']),
  }),
});

export const transactionRoutes = { getTransaction, getRawTransaction, getTransactionEvidence, getTransactionProof };
