import { z } from 'zod';
import { day } from '../wire.ts';
import { labelClaim, labelsAsOf } from './label.ts';

/** A text of a known pool in a coinbase input. Whoever makes a block can write any text: it claims, it does not show. */
export const coinbaseTag = z.object({
  /** The text that was found: a third party's, to be quoted. */
  text: z.string(),
  pool: z.string(),
  /** The list that says whose text it is, and its day. */
  source: z.string(),
  licence: z.string(),
  asOf: day,
});

/** What is claimed about the maker of a block: by the text in its coinbase, and by sources about the addresses it pays. */
export const minerClaims = z.object({
  tag: coinbaseTag.nullable(),
  /** Why there is no tag; null with one. */
  tagNote: z.string().nullable(),
  /** Public claims about the addresses that the coinbase pays, at most 20; a payee need not be the miner. */
  claims: z.array(labelClaim),
  claimCount: z.number().int(),
  labels: labelsAsOf,
});
export type MinerClaims = z.output<typeof minerClaims>;
