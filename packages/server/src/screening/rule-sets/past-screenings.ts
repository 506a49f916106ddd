import type { Screening } from '@trailmark/core/screening/screening';
import type { Caller } from '../../casework/caller.ts';

/** A screening that was stored, as a preview of rules reads it. */
export interface PastScreening {
  readonly id: string;
  /** Number of the case it is pinned in; null for one of the reader's own. */
  readonly caseNumber: string | null;
  /** Seconds. */
  readonly screenedAt: number;
  readonly screening: Screening;
}

/**
 * Where past screenings are read: at most so many that are pinned in cases the caller may see, and as many of the caller's own,
 * of each subject one. Those of cases come first, each part newest first.
 */
export interface PastScreenings {
  list(caller: Caller, limitEach: number): Promise<readonly PastScreening[]>;
}
