import { z } from 'zod';
import { unixSeconds } from '../wire.ts';

/** An emergency access to a case, as members of the case and supervisors see it. */
export interface CaseEmergency {
  readonly id: string;
  readonly caseId: string;
  readonly number: string;
  /** Null for a supervisor who does not see the case. */
  readonly title: string | null;
  readonly by: string;
  readonly reason: string;
  readonly openedAt: number;
  readonly endsAt: number;
  /** Whether it continues. */
  readonly isOpen: boolean;
  /** The review is to be closed by this day. */
  readonly dueOn: string;
  readonly isReviewed: boolean;
  readonly mayReview: boolean;
  /** Whether the reader opened it. */
  readonly isOwn: boolean;
}

export const caseEmergency: z.core.$ZodType<CaseEmergency> = z.object({
  id: z.uuid(),
  caseId: z.uuid(),
  number: z.string(),
  title: z.string().nullable(),
  by: z.string(),
  reason: z.string(),
  openedAt: unixSeconds,
  endsAt: unixSeconds,
  isOpen: z.boolean(),
  dueOn: z.iso.date(),
  isReviewed: z.boolean(),
  mayReview: z.boolean(),
  isOwn: z.boolean(),
});
