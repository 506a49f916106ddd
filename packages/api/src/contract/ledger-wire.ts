import { MOVE_KINDS } from '@trailmark/core/account-block';
import { MOVE_FLAGS } from '@trailmark/core/move-flag';
import { ACTION_KINDS, PARTY_ROLES } from '@trailmark/core/protocol-action';
import { z } from 'zod';
import {
  accountEnvelope,
  addressText,
  chainId,
  cursor,
  envelope,
  hash,
  height,
  pageLimit,
  units,
  unixSeconds,
} from '../wire.ts';
import { fiatValue, valueCurrency } from './price.ts';

export const addressParams = z.object({ chain: chainId, address: addressText });
export const pageQuery = { cursor: cursor.optional(), limit: pageLimit };
export const valuedPageQuery = { ...valueCurrency, ...pageQuery };

/** `asset` of a query: the coin's or a token's id. */
export const assetId = z.string().max(80).meta({ description: 'The id of a coin or token: `btc`, `eth:0xa0b8…`.' });

/**
 * An answer about one chain in its two forms, which `family` distinguishes. Both have the envelope and what is shared; the rest
 * is what only one family of chains knows.
 */
export function defineAnswer<S extends z.ZodRawShape, O extends z.ZodRawShape, A extends z.ZodRawShape>(
  shared: S,
  outputs: O,
  accounts: A,
) {
  return z.discriminatedUnion('family', [
    z.object({ family: z.literal('outputs'), ...envelope, ...shared, ...outputs }),
    z.object({ family: z.literal('accounts'), ...accountEnvelope, ...shared, ...accounts }),
  ]);
}

/** What was fetched of one address on demand. */
export const fetchedCoverage = z.object({
  source: z.string(),
  fetchedAt: unixSeconds,
  fromHeight: height,
  toHeight: height,
  internals: z.boolean(),
  tokens: z.boolean(),
  isComplete: z.boolean(),
  note: z.string().nullable(),
});

/** An asset of a chain. `symbol` and `name` are a stranger's text unless `isVerified`. */
export const assetReference = z.object({
  id: z
    .string()
    .meta({ description: '`btc`, `eth`, `eth:0xa0b8…`, `trx:trc10:1000001`, `eth:usd` (a stated dollar value).' }),
  kind: z.enum(['coin', 'token', 'stated']),
  /** Contract in the chain's spelling; null for the coin. */
  contract: z.string().nullable(),
  symbol: z.string().nullable(),
  name: z.string().nullable(),
  /** Null: amounts can only be shown in the smallest unit. */
  decimals: z.number().int().min(0).max(255).nullable(),
  /** It is on the bundled list of known tokens: somebody outside the contract vouches for the name. */
  isVerified: z.boolean(),
  /** Symbol of a known token that this one imitates. */
  imitates: z.string().nullable(),
  standard: z.string().nullable().meta({ description: 'ERC-20, TRC-10 and so on; null for the coin.' }),
});
export type AssetReference = z.output<typeof assetReference>;

export const assetAmount = z.object({ asset: assetReference, amount: units, tokenId: units.nullable() });
/** Net change of one asset, at the close of the day of the block. */
export const assetChange = assetAmount.extend({ fiat: fiatValue.nullable() });
export const party = z.object({ address: z.string(), amount: units.nullable() });

/** Kinds of transfers: those of accounts, and the two sides of a transaction of outputs. */
export const TRANSFER_KINDS = [...MOVE_KINDS, 'output', 'input'] as const;

/** One transfer of one asset. Null parties: the asset was created or destroyed, or no single party is on that side. */
const transferFields = {
  asset: assetReference,
  from: z.string().nullable(),
  to: z.string().nullable(),
  amount: units,
  tokenId: units.nullable(),
  logIndex: z.number().int().nullable(),
  tracePath: z.string().nullable(),
  /** Seen from the address of the request; null in an answer about a transaction. */
  direction: z.enum(['in', 'out', 'self']).nullable(),
  flags: z.array(z.enum(MOVE_FLAGS)),
  /** Worth noise to most readers: shown folded, never left out of exports. Says why. */
  folded: z.string().nullable(),
  /** At the close of the day of the block; null without price, decimals or trust in the token. */
  fiat: fiatValue.nullable(),
};

/** One transfer of an account chain, within its transaction. */
export const accountMove = z.object({ kind: z.enum(MOVE_KINDS), ...transferFields });
export type AccountMove = z.output<typeof accountMove>;

/** One transfer with its place, on any chain. */
export const transferRow = z.object({
  kind: z.enum(TRANSFER_KINDS),
  ...transferFields,
  /** Number of the output or input in its transaction; null on account chains. */
  outputIndex: z.number().int().nullable(),
  hash: hash.nullable(),
  height,
  time: unixSeconds,
  timeEstimated: z.boolean(),
  /** Balance of the asset after this transfer; null where not derivable or rows are hidden. */
  runningBalance: units.nullable(),
});
export type TransferRow = z.output<typeof transferRow>;

/** What a known protocol's logs say happened: an inference by a named rule from facts of the transaction. */
export const protocolAction = z.object({
  kind: z.enum(ACTION_KINDS),
  /** Rule that reads it, with its version: `uniswap-v2/1`. */
  rule: z.string(),
  protocol: z.string(),
  /** Whose action it is, where the rule states it. */
  account: z.string().nullable(),
  given: z.array(assetAmount),
  got: z.array(assetAmount),
  /** What it is about without moving it: the amount a spender may take, the balance that was frozen. */
  about: z.array(assetAmount),
  /** Other addresses its logs name. */
  parties: z.array(z.object({ role: z.enum(PARTY_ROLES), address: z.string() })),
  /** The other end of a bridge. `certainty` says whether a message proves it. */
  counterpart: z
    .object({
      network: z.string().nullable(),
      address: z.string().nullable(),
      message: z.string().nullable(),
      certainty: z.enum(['proven', 'stated', 'likely']),
    })
    .nullable(),
  /** Log indexes it rests on. */
  evidence: z.array(z.number().int()),
  note: z.string(),
});
export type ProtocolActionAnswer = z.output<typeof protocolAction>;

/** Confirmed below the chain's finality, and so may still go away. */
export const finality = z.enum(['final', 'pending']);

/** Fields of a transaction of an account chain wherever one is listed. */
export const accountTransactionHead = {
  /** Null for what a block itself moves: rewards, withdrawals, genesis. */
  hash: hash.nullable(),
  height,
  index: z.number().int(),
  indexEstimated: z.boolean(),
  time: unixSeconds,
  timeEstimated: z.boolean(),
  confirmations: z.number().int(),
  finality,
  status: z.enum(['ok', 'failed', 'unknown']),
  /** Null: not known, or of a block itself. */
  from: z.string().nullable(),
  /** Null where the call goes to nobody (a contract is created, coin is staked), or is not indexed: `value` is null then too. */
  to: z.string().nullable(),
  created: z.string().nullable(),
  /** As the transaction states it; null where the call is not indexed. */
  value: units.nullable(),
  fee: units.nullable(),
  feePayer: z.string().nullable(),
  /** First four bytes of the call, and the name known for it: several contracts may share one. Null: none, or not known. */
  method: z.object({ selector: z.string(), name: z.string().nullable() }).nullable(),
};
