import type { KnowledgeMark } from '../case.ts';

// What a report says, as data: screens, PDF, HTML and DOCX are written from the same blocks.

/** Words; the text of a claim with its id; or a name, hash or address set in fixed width. */
export type ReportRun = string | { readonly claim: string; readonly text: string } | { readonly code: string };
export type ReportText = readonly ReportRun[];

export interface ReportColumn {
  readonly title: string;
  /** Share of the width, in hundredths. */
  readonly width: number;
  readonly align: 'left' | 'right';
}

export interface ReportRow {
  readonly mark: KnowledgeMark | null;
  readonly cells: readonly ReportText[];
  /** Sums are set in bold. */
  readonly isSum: boolean;
}

/** A line of a figure: from a node to another, with the amount on it. */
export interface FigureEdge {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly isInference: boolean;
}

export interface FigureNode {
  readonly id: string;
  readonly column: number;
  readonly label: string;
  readonly about: string;
  /** `E2`; null without one. */
  readonly exhibit: string | null;
  readonly kind: 'seed' | 'address' | 'transaction' | 'end';
}

/** How traced money went, hop by hop, drawn in black and grey. */
export interface ReportFigure {
  readonly alt: string;
  readonly caption: string;
  readonly columns: readonly string[];
  readonly nodes: readonly FigureNode[];
  readonly edges: readonly FigureEdge[];
  /** Nodes that are not drawn, and why. */
  readonly left: string;
}

export interface TimelineColumn {
  /** `2022-08-01` and `21:00`; the second may be empty. */
  readonly lines: readonly [string, string];
  /** Whether periods without an event are left out before it. */
  readonly isApart: boolean;
}

/** Events by period and kind, drawn as circles with their number; the table that follows lists each. */
export interface ReportTimeline {
  readonly alt: string;
  readonly caption: string;
  readonly columns: readonly TimelineColumn[];
  readonly lanes: readonly string[];
  readonly dots: readonly { readonly column: number; readonly lane: number; readonly count: number }[];
}

/** A place where a person signs by hand. */
export interface ReportSignature {
  /** `Examiner, who makes the declaration above`. */
  readonly role: string;
  readonly name: string;
  /** What is written by hand, each on its line: the signature, the place, the date. */
  readonly lines: readonly [signature: string, place: string, date: string];
}

/** `isFixed`: a text of a template or of a person, and no finding; every other one has its claims. */
export type ReportBlock =
  | { readonly kind: 'answer'; readonly text: ReportText }
  | { readonly kind: 'text'; readonly text: ReportText; readonly isFixed: boolean }
  | { readonly kind: 'heading'; readonly title: string }
  | {
      /** `legend`: what a mark means, which states nothing of the case. */
      readonly kind: 'marked' | 'legend';
      readonly mark: KnowledgeMark;
      readonly ids: string;
      readonly text: ReportText;
    }
  | { readonly kind: 'list'; readonly items: readonly ReportText[]; readonly isFixed: boolean }
  | {
      readonly kind: 'pairs';
      readonly caption: string;
      readonly rows: readonly { readonly name: string; readonly text: ReportText; readonly ids: string }[];
    }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly columns: readonly ReportColumn[];
      readonly rows: readonly ReportRow[];
    }
  | { readonly kind: 'figure'; readonly figure: ReportFigure }
  | { readonly kind: 'timeline'; readonly timeline: ReportTimeline }
  | { readonly kind: 'signature'; readonly signature: ReportSignature };

export interface ReportSection {
  readonly id: string;
  /** `4`. */
  readonly number: string;
  readonly title: string;
  readonly blocks: readonly ReportBlock[];
}

export interface ReportDocument {
  readonly title: string;
  readonly caseNumber: string;
  readonly caseTitle: string;
  readonly version: number;
  readonly classification: string;
  readonly agency: string;
  /** Seconds since 1970 UTC. */
  readonly madeAt: number;
  readonly software: string;
  /** `Bitcoin block 4,312 0000…; labels 9f3a…`. */
  readonly asOf: readonly string[];
  readonly examiner: string;
  /** Language of the second heads; null for English alone. */
  readonly second: 'de' | 'es' | 'fr' | null;
  readonly sections: readonly ReportSection[];
}

/** Sections in their order. */
export const REPORT_AUDIENCES = ['court', 'prosecutor', 'partner', 'exchange', 'suspicious-activity'] as const;
export type ReportAudience = (typeof REPORT_AUDIENCES)[number];

/** Wording of the declaration. */
export const REPORT_JURISDICTIONS = ['none', 'us', 'uk', 'eu'] as const;
export type ReportJurisdiction = (typeof REPORT_JURISDICTIONS)[number];

/** A declaration: its heading, and its paragraphs. */
export interface ReportWording {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** What a copy for the other side leaves out. */
export const REPORT_HIDES = ['people', 'labels', 'answers', 'loss'] as const;
export type ReportHide = (typeof REPORT_HIDES)[number];

/** The questions to the material; `where`, `stop` and `who` are answered from it, others by the opinion. */
export const REPORT_QUESTIONS = ['where', 'stop', 'who', 'own'] as const;
export type ReportQuestionKind = (typeof REPORT_QUESTIONS)[number];

export interface ReportDraft {
  readonly title: string;
  readonly instructions: string;
  readonly questions: readonly { readonly kind: ReportQuestionKind; readonly text: string }[];
  /** Ids of pinned results, in the order of the findings. */
  readonly items: readonly string[];
  readonly audience: ReportAudience;
  readonly jurisdiction: ReportJurisdiction;
  /** Whose wording of the declaration: the agency's by default. */
  readonly wording?: 'agency' | 'shipped' | undefined;
  readonly language: 'en' | 'de' | 'es' | 'fr';
  readonly classification: string;
  readonly hides: readonly ReportHide[];
  readonly examiner: { readonly name: string; readonly qualifications: string };
  readonly reviewer: { readonly account: string; readonly name: string; readonly qualifications: string };
  /** Why the examiner chose the tracing rules of the material; absent where nothing was stated. */
  readonly methodReason?: string | undefined;
  /** What the examiner concludes; claims are named in square brackets. */
  readonly opinion: string;
}

/** Every sentence of a text, for those who look for its claims. */
export function listClaimIds(text: ReportText): readonly string[] {
  return text.flatMap((run) => (typeof run === 'object' && 'claim' in run ? [run.claim] : []));
}
