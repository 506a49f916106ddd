import { z } from 'zod';

const tagHex = z.string().regex(/^[0-9a-f]{32}$/);
const text = (most: number) => z.string().max(most);

const outputHex = z.string().regex(/^[0-9a-f]{64}$/);

/** Most outputs that one hit has; a conflict of more rests on the first ones. */
export const MOST_HIT_OUTPUTS = 64;

export const partnerEvent = z.object({
  id: z.uuid(),
  conflict: z.uuid(),
  /** Whole outputs under the key of the receiver: a set has none of them, so that only who knew the identifier can show one. */
  hit: z
    .object({ outputs: z.array(outputHex).min(1).max(MOST_HIT_OUTPUTS), grade: z.enum(['exact', 'cluster', 'hop']) })
    .nullable(),
  /** The name that the sender has for its interest towards this partner: it leads to nothing, and stays the same. */
  ref: tagHex,
  /** The step that the sender has agreed to. */
  step: z.number().int().min(1).max(4),
  outcome: z.enum(['coordinate', 'stand-down', 'no-conflict']).nullable(),
  /** What the sender shows, once both have agreed to it. */
  released: z.object({ contact: text(300), officer: text(200).nullable(), caseNumber: text(60).nullable() }).nullable(),
  text: text(4_000).nullable(),
});
export interface PartnerEvent {
  readonly id: string;
  readonly conflict: string;
  readonly hit: { readonly outputs: readonly string[]; readonly grade: 'exact' | 'cluster' | 'hop' } | null;
  readonly ref: string;
  readonly step: number;
  readonly outcome: 'coordinate' | 'stand-down' | 'no-conflict' | null;
  readonly released: Released | null;
  readonly text: string | null;
}
export interface Released {
  readonly contact: string;
  readonly officer: string | null;
  readonly caseNumber: string | null;
}
