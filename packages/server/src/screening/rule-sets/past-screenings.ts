import type { Screening } from '@trailmark/core/screening/screening';
import type { Caller } from '../../casework/caller.ts';

/** A screening that was stored, as a preview of rules reads it. */
export interface PastScreening {
  readonly id: string;
  /** Seconds. */
  readonly screenedAt: number;
  readonly screening: Screening;
}

/** Where stored screenings are read: those the caller may see, newest first, one of each subject. */
export interface PastScreenings {
  list(caller: Caller, limit: number): Promise<readonly PastScreening[]>;
}
