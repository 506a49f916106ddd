import { CONFIDENCE_IDS } from '@trailmark/core/confidence';
import { z } from 'zod';
import { unixSeconds } from '../wire.ts';

/** What the reader's agency has to say against a claim: an appeal that waits, or the decision on the last one. */
export const claimAppeal = z.object({
  state: z.enum(['open', 'accepted', 'rejected']),
  at: unixSeconds,
  by: z.string(),
  /** What is wrong with it while the appeal waits, and then the reason of the decision. */
  text: z.string(),
});
export type ClaimAppeal = z.output<typeof claimAppeal>;

/** What reviewers of the reader's agency state of an address, from reports of scams. No pack has it, and no rule reads it. */
export const agencyStatement = z.object({
  id: z.uuid(),
  text: z.string(),
  category: z.string(),
  confidence: z.object({ id: z.enum(CONFIDENCE_IDS), level: z.number().int() }),
  source: z.string(),
  /** `waiting`: a second reviewer has not confirmed it. */
  state: z.enum(['waiting', 'active']),
  by: z.string(),
  at: unixSeconds,
  /** The report it was made of. */
  report: z.uuid(),
  reference: z.string(),
});
export type AgencyStatement = z.output<typeof agencyStatement>;

/** The claim that a name in an answer rests on, by its id: the answer has the name, and not the whole claim. */
export const claimReference = z.object({
  claimId: z.string(),
  /** As of a claim. */
  appeal: claimAppeal.optional(),
});
export type ClaimReference = z.output<typeof claimReference>;

/** A claim of an address that the reader's agency appealed against, where the answer has no claims of the address itself. */
export const appealedClaim = z.object({ claimId: z.string(), label: z.string(), appeal: claimAppeal });
export type AppealedClaim = z.output<typeof appealedClaim>;
