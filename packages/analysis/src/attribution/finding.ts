import type { CategoryId } from '@trailmark/core/category';
import type { StoredLabel } from '@trailmark/core/label';
import type { Position } from '@trailmark/core/position';
import type { AttributionSubject } from './subject.ts';

export type Verdict =
  | 'deposit-address'
  | 'hot-wallet'
  | 'cold-wallet'
  | 'service-address'
  | 'cluster-member'
  | 'other-label'
  | 'unknown';

/** One reason. Facts are read from the ledger, inferences name a rule, claims name a source. */
export interface Evidence {
  readonly kind: 'fact' | 'inference' | 'claim';
  readonly sentence: string;
  /** 0 to 100; undefined for facts. */
  readonly confidence: number | undefined;
  readonly label: StoredLabel | undefined;
  readonly positions: readonly Position[];
  /** Labelled member that joins the subject to the named one. */
  readonly via: string | undefined;
}

/** What one rule concludes of whose address it is. */
export interface Finding {
  readonly verdict: Exclude<Verdict, 'unknown'>;
  /** In one sentence. */
  readonly sentence: string;
  /** 0 to 100; undefined where it rests on an entry of a sanctions list, which is a fact about that list. */
  readonly confidence: number | undefined;
  /** The claim it rests on. */
  readonly label: StoredLabel;
  readonly category: CategoryId;
  readonly evidence: readonly Evidence[];
}

export interface Warning {
  readonly kind: 'nested-service' | 'contradiction' | 'old-label' | 'sanctioned' | 'partial-history';
  readonly sentence: string;
}

interface Rule {
  readonly id: string;
  /** Counts up with every change that can change an answer. */
  readonly version: number;
  readonly name: string;
  /** Every parameter with its value. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A rule that may name the owner of an address. */
export interface VerdictRule extends Rule {
  find(subject: AttributionSubject): Finding | undefined;
}

/** A rule that says what to be careful about. `finding` is the one the verdict rests on. */
export interface WarningRule extends Rule {
  warn(subject: AttributionSubject, finding: Finding | undefined): readonly Warning[];
}
