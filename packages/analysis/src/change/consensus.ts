import type { LinkRule } from '@trailmark/core/cluster';

/** What the heuristics together say of one transaction. */
export interface ChangeVerdict {
  /** What each heuristic that had something to say named. */
  readonly opinions: readonly { readonly rule: LinkRule; readonly candidates: readonly number[] }[];
  /** The output held to be change; undefined where none or several are named alone, or where heuristics contradict each other. */
  readonly vout: number | undefined;
  /** The rules that name exactly that output and nothing else. */
  readonly rules: readonly LinkRule[];
  /** Heuristics with one candidate each that name different outputs. */
  readonly isDisputed: boolean;
}
