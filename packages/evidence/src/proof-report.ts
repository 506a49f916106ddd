import type { OutputChainId } from '@trailmark/core/chain';
import type { ClusterView } from '@trailmark/core/cluster';

/** What is looked at: the whole file, or one step of the path. */
export const PROOF_CHECKS = [
  'path',
  'rules',
  'raw',
  'ends',
  'branch',
  'work',
  'known-block',
  'coinjoin',
  'rule',
] as const;
export type ProofCheckId = (typeof PROOF_CHECKS)[number];

export interface ProofCheck {
  /** From 0; undefined for what concerns the whole file. */
  readonly step: number | undefined;
  readonly check: ProofCheckId;
  /** `stated`: could not be checked, only the file states it. */
  readonly state: 'passed' | 'failed' | 'stated';
  readonly sentence: string;
}

/** What a verification found. */
export interface ClusterProofReport {
  /**
   * `verified`: every check passed. `partial`: none failed, and some of it could not be checked. `failed`: something is
   * wrong with it.
   */
  readonly verdict: 'verified' | 'partial' | 'failed';
  readonly chain: OutputChainId;
  readonly view: ClusterView;
  readonly from: string;
  readonly to: string;
  readonly stepCount: number;
  readonly checks: readonly ProofCheck[];
  /** Blocks that were compared with nothing known from elsewhere. */
  readonly openBlocks: readonly { readonly height: number; readonly hash: string }[];
  /** What even a verified proof does not show, in sentences. */
  readonly limits: readonly string[];
}

/** Collects checks; the verdict follows from them. */
export class ProofFindings {
  readonly #checks: ProofCheck[] = [];

  add(check: ProofCheckId, state: ProofCheck['state'], sentence: string, step?: number): void {
    this.#checks.push({ step, check, state, sentence });
  }

  /** Notes a check that either holds or does not, and answers which. */
  judge(
    check: ProofCheckId,
    holds: boolean,
    sentences: readonly [passed: string, failed: string],
    step?: number,
  ): boolean {
    this.add(check, holds ? 'passed' : 'failed', sentences[holds ? 0 : 1], step);
    return holds;
  }

  get checks(): readonly ProofCheck[] {
    return this.#checks;
  }

  get verdict(): ClusterProofReport['verdict'] {
    if (this.#checks.some(({ state }) => state === 'failed')) return 'failed';
    return this.#checks.some(({ state }) => state === 'stated') ? 'partial' : 'verified';
  }
}
