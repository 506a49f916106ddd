import { MOVE_KINDS } from '@trailmark/core/account-block';
import { MOVE_FLAGS } from '@trailmark/core/move-flag';
import { ACTION_KINDS, PARTY_ROLES } from '@trailmark/core/protocol-action';
import { z } from 'zod';
import { accountChainId, gap, hash, height, units, unixSeconds } from '../wire.ts';
import { fiatValue } from './price.ts';

/** The tip an answer about an account chain is true of. */
export const accountAsOf = z.object({
  chain: accountChainId,
  height: height.nullable(),
  /** Null where the source of the tip did not name its hash. */
  hash: hash.nullable(),
  time: unixSeconds.nullable(),
  software: z.string(),
});
export type AccountAsOf = z.output<typeof accountAsOf>;

/** A run of heights from one source, and which kinds of facts it carried. */
export const accountRange = z.object({
  fromHeight: height,
  toHeight: height,
  blocks: z.number().int(),
  source: z.string(),
  /** Every transaction of each block is held. */
  wholeBlocks: z.boolean(),
  fees: z.boolean(),
  tokens: z.boolean(),
  internals: z.boolean(),
  rewards: z.boolean(),
  timeEstimated: z.boolean(),
  /** Header hash, transaction root and receipt root were recomputed and hold. */
  verified: z.boolean(),
});

export const accountCoverage = z.object({
  /** Every height from 0 to the tip is held with every kind of move: only then are sums balances. */
  complete: z.boolean(),
  summary: z.string(),
  ranges: z.array(accountRange),
  gaps: z.array(gap),
});
export type AccountCoverage = z.output<typeof accountCoverage>;

export const accountEnvelope = { asOf: accountAsOf, coverage: accountCoverage };

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
  id: z.string().meta({ description: '`eth`, `eth:0xa0b8…`, `trx:trc10:1000001`, `eth:usd` (a stated dollar value).' }),
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

/** One movement of one asset. Null parties: the asset came into being, or went out of it. */
export const accountMove = z.object({
  kind: z.enum(MOVE_KINDS),
  asset: assetReference,
  from: z.string().nullable(),
  to: z.string().nullable(),
  amount: units,
  tokenId: units.nullable(),
  logIndex: z.number().int().nullable(),
  tracePath: z.string().nullable(),
  /** Seen from the address asked about; null in an answer about a transaction. */
  direction: z.enum(['in', 'out', 'self']).nullable(),
  flags: z.array(z.enum(MOVE_FLAGS)),
  /** Worth noise to most readers: shown folded, never left out of exports. Says why. */
  folded: z.string().nullable(),
  /** At the close of the day of the block; null without price, decimals or trust in the token. */
  fiat: fiatValue.nullable(),
});
export type AccountMove = z.output<typeof accountMove>;

export const assetAmount = z.object({ asset: assetReference, amount: units, tokenId: units.nullable() });

/** What a known protocol's logs say happened: an inference by a named rule from facts of the transaction. */
export const protocolAction = z.object({
  kind: z.enum(ACTION_KINDS),
  /** Rule that reads it, with its version: `uniswap-v2/1`. */
  rule: z.string(),
  protocol: z.string(),
  /** Whose action it is, where the rule can tell. */
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

/** Fields of a transaction wherever one is listed. */
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
  /** Null where the call goes to nobody (a contract is created, coin is staked), or is not held: `value` is null then too. */
  to: z.string().nullable(),
  created: z.string().nullable(),
  /** As the transaction states it; null where the call is not held. */
  value: units.nullable(),
  fee: units.nullable(),
  feePayer: z.string().nullable(),
  /** First four bytes of the call, and the name known for it: several contracts may share one. Null: none, or not known. */
  method: z.object({ selector: z.string(), name: z.string().nullable() }).nullable(),
};
