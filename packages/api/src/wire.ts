import { ACCOUNT_CHAIN_IDS, CHAIN_IDS, type ChainId, OUTPUT_CHAIN_IDS } from '@trailmark/core/chain';
import { SCRIPT_TYPES } from '@trailmark/core/script-type';
import { z } from 'zod';

/** Amounts travel as decimal text in the smallest unit and are bigint on both sides: `"5000000000"` and `5000000000n`. */
export const units = z
  .codec(z.string().regex(/^-?\d{1,78}$/), z.bigint(), {
    decode: (text) => BigInt(text),
    encode: (value) => value.toString(),
  })
  .meta({ description: 'Decimal text in the smallest unit of the chain (satoshi, litoshi, koinu).' });

export const outputChainId = z.enum(OUTPUT_CHAIN_IDS);
export const accountChainId = z.enum(ACCOUNT_CHAIN_IDS);
/** A chain of either family. */
export const chainId = z.enum(CHAIN_IDS);
export const scriptType = z.enum(SCRIPT_TYPES);
export const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: '64 lower-case hexadecimal digits, display order.' });
export const height = z.number().int().nonnegative();
/** Seconds since 1970-01-01 UTC. */
export const unixSeconds = z.number().int().nonnegative();
export const addressText = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'An address of the chain, or `script:` and the SHA-256 of a script.' });

/** What was last fetched of the subject of an answer from an external source. */
const fetchedAsOf = z.object({
  source: z.string(),
  at: unixSeconds,
  /** The source's list reaches up to here. */
  toHeight: height,
});

/**
 * What an answer is true of (ARCHITECTURE.md, "As-of"): the last whole block, how far the index is complete, what was fetched
 * of the subject, and the clock. The time of a block is never the time of the answer.
 */
export const asOf = z.object({
  chain: chainId,
  /** The last indexed block that is whole; null where none is. Single transactions above it do not raise it. */
  height: height.nullable(),
  /** Null without a block, or where the source of the tip did not name its hash. */
  hash: hash.nullable(),
  /** Of that block. */
  time: unixSeconds.nullable(),
  /** Every block from 0 to here is indexed and whole; null where the first is not. */
  completeTo: height.nullable().optional(),
  /** Answers about an address: its last fetch; null where nothing was fetched of it. */
  fetched: fetchedAsOf.nullable().optional(),
  /** When the server answered. It is no part of the hash of a result. */
  answeredAt: unixSeconds.optional(),
  software: z.string(),
});
/** What an answer is true of; of one family of chains where the type of the chain says so. */
export type AsOf<C extends ChainId = ChainId> = Omit<z.output<typeof asOf>, 'chain'> & { readonly chain: C };
const outputAsOf = asOf.extend({ chain: outputChainId });
const accountAsOf = asOf.extend({ chain: accountChainId });

/** One thing that is not indexed, with what that hides. Words, kind and place; never a guess at the figure. */
export const gap = z.object({
  kind: z.enum([
    'heights-missing',
    'previous-output-unknown',
    'scripts-missing',
    'time-estimated',
    'height-estimated',
    'block-partial',
    'stopped-early',
    // Account chains: a kind of move that the source did not carry is missing, not zero.
    'internal-missing',
    'fee-missing',
    'token-missing',
    'reward-missing',
    'recipient-unknown',
    'foreign-genesis',
    'value-stated',
    'fetched-part',
  ]),
  message: z.string(),
  fromHeight: height.nullable(),
  toHeight: height.nullable(),
  /** How many rows of this answer the gap touches, where that is known. */
  count: z.number().int().nonnegative().nullable(),
});
export type Gap = z.output<typeof gap>;

/** A range of indexed heights from one source. */
export const coverageRange = z.object({
  fromHeight: height,
  toHeight: height,
  blocks: z.number().int(),
  source: z.string().meta({
    description: 'Where the blocks came from, in words: "bundled: mainnet 0 to 4312", "node http://127.0.0.1:8332".',
  }),
  /** Whole raw blocks, checked to their headers. False: a fact table without raw bytes. */
  raw: z.boolean(),
  /** Every transaction of each block is present. */
  wholeBlocks: z.boolean(),
  timeEstimated: z.boolean(),
  heightEstimated: z.boolean(),
  /** Account chains: which kinds of facts the source carried. */
  fees: z.boolean().optional(),
  tokens: z.boolean().optional(),
  internals: z.boolean().optional(),
  rewards: z.boolean().optional(),
  /** Account chains: header hash, transaction root and receipt root were recomputed and are right. */
  verified: z.boolean().optional(),
});
export type CoverageRange = z.output<typeof coverageRange>;

/** Whether sums over an address can be trusted: complete only if every height from 0 to the tip is indexed with all that moved. */
export const coverage = z.object({
  complete: z.boolean(),
  summary: z.string(),
  ranges: z.array(coverageRange),
  gaps: z.array(gap),
});
export type Coverage = z.output<typeof coverage>;

/** What every answer about a chain of outputs carries, and one about an account chain. */
export const envelope = { asOf: outputAsOf, coverage };
export const accountEnvelope = { asOf: accountAsOf, coverage };

/**
 * What makes an answer fit for a case file, together with its as-of, which names tip and software: anybody can make the call again
 * and compare.
 */
export const provenance = z.object({
  method: z.string().meta({ description: 'The method and its version: `fifo/1`.' }),
  call: z.string().meta({ description: 'The call that gives this answer again: `GET /api/v1/btc/blocks?limit=5`.' }),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({
      description:
        'SHA-256 over the canonical JSON (RFC 8785) of this whole answer without this hash and without asOf.answeredAt.',
    }),
});
export type Provenance = z.output<typeof provenance>;

export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
export const cursor = z.string().max(200);
export const pageLimit = z.coerce.number().int().min(1).max(1000).default(25);
