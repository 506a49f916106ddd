import type { KnowledgeMark } from '@trailmark/core/case';
import type { ConfidenceWord, IdentifierType, LinkBasis, PersonKind } from '@trailmark/core/case-people';

/** An address and the chain it is of. */
export interface OutlinePoint {
  readonly chain: string;
  readonly address: string;
}

export interface OutlineAddress extends OutlinePoint {
  /** Number of the pinned result, `A-4`; null where only links or labels name it. */
  readonly number: string | null;
  /** The block that the pinned result was as of; null without one. */
  readonly asOf: { readonly height: number; readonly hash: string | null } | null;
}

export interface OutlineLabel extends OutlinePoint {
  readonly text: string;
  readonly mark: KnowledgeMark;
  readonly source: string;
}

export interface OutlineIdentifier {
  readonly type: IdentifierType;
  readonly service: string;
  readonly value: string;
}

export interface OutlinePerson {
  /** `P-1`: unique in the outline. */
  readonly number: string;
  readonly kind: PersonKind;
  readonly name: string;
  readonly detail: string;
  readonly aliases: readonly string[];
  readonly note: string;
  readonly identifiers: readonly OutlineIdentifier[];
}

/** How sure somebody is, in their word, or a rule with its score of 0 to 100. */
export type OutlineConfidence =
  | { readonly of: 'person'; readonly word: ConfidenceWord }
  | { readonly of: 'rule'; readonly rule: string; readonly score: number };

export interface OutlineLink {
  /** Number of the person it begins at. */
  readonly person: string;
  readonly to: OutlinePoint | { readonly person: string };
  readonly relation: string;
  readonly basis: LinkBasis;
  readonly mark: KnowledgeMark;
  readonly confidence: OutlineConfidence;
  readonly explanation: string;
  readonly source: string;
  readonly addedAt: string | null;
}

export interface OutlineNote {
  readonly number: string;
  readonly title: string;
  readonly text: string;
  readonly savedAt: string | null;
}

export interface OutlineEvent {
  readonly number: string;
  readonly title: string;
  readonly text: string;
  /** Seconds since 1970, UTC; null where nobody knows. */
  readonly starts: number | null;
  readonly ends: number | null;
  readonly isEstimated: boolean;
  readonly mark: KnowledgeMark;
  readonly source: string;
}

export interface OutlineExhibit {
  /** `EV-02`. */
  readonly number: string;
  /** As it may be shown. */
  readonly name: string;
  readonly size: number;
  readonly kind: string | null;
  readonly state: string;
  /** SHA-256 of the file as it arrived; null for one that has not. */
  readonly sha256: string | null;
  readonly description: string;
  readonly source: string;
  readonly acquiredAt: string | null;
  readonly acquiredBy: string;
  readonly acquiredWhere: string;
  readonly custodyCount: number;
  readonly custodyHead: string | null;
}

/** The parts of a case that other formats have words for. What was withdrawn is not in it. */
export interface CaseOutline {
  readonly title: string;
  readonly reference: string | null;
  readonly status: string;
  readonly openedAt: string | null;
  readonly tags: readonly string[];
  readonly addresses: readonly OutlineAddress[];
  readonly labels: readonly OutlineLabel[];
  readonly people: readonly OutlinePerson[];
  readonly links: readonly OutlineLink[];
  readonly notes: readonly OutlineNote[];
  readonly events: readonly OutlineEvent[];
}

/** How many rows of a kind were left out of a file, and why. */
export interface LeftOut {
  readonly what: string;
  readonly count: number;
  readonly why: string;
}
