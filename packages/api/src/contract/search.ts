import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { chainId } from '../wire.ts';

export const searchHit = z.object({
  kind: z.enum(['address', 'transaction', 'block', 'key']),
  chain: chainId,
  /** The canonical identifier to open. */
  id: z.string(),
  /** What is known of it, in words. */
  detail: z.string(),
  /** False: valid, but not indexed. */
  isIndexed: z.boolean(),
  transactionCount: z.number().int().nullable(),
});

/** A spelling one character away whose checksum is valid: for a person to compare with their source, never opened automatically. */
export const nearSpelling = z.object({
  hit: searchHit,
  /** As it would be spelled. */
  text: z.string(),
  /** Place of the character that could be wrong, from 1. */
  place: z.number().int(),
  was: z.string(),
  instead: z.string(),
});

export const search = defineRoute({
  method: 'GET',
  path: '/search',
  tag: 'Index',
  summary: 'Find an address, transaction, block or the beginning of one',
  description:
    'Takes a whole identifier, a height, or the beginning (and end: `1Abc…xyz`) of an address or txid; also payment requests (BIP 21, EIP-681), `eth:0x…` (ERC-3770), CAIP-10, addresses of explorers, and 40 hex digits without 0x.',
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
    /** Where a checksum fails: spellings with one other character, or two exchanged, at most four. */
    near: z.array(nearSpelling),
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

export const searchRoutes = { search, scanText };
